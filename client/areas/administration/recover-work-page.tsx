import { useState } from 'react'
import type { ReactNode } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { SealedCopy } from '#shared/unsent/model.ts'
import { adoptCopy, adoptFile, readCopy } from '#shared/unsent/routes.ts'
import type { Recovery, RecoveryItem } from '#shared/unsent/routes.ts'
import { copyToRecover } from '#sync/outbox/sealed-copy.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { Page } from '#client/app/page.tsx'
import { PageHeading } from '#client/app/page-heading.tsx'
import { callRoute } from '#client/data/call.ts'
import { ChooseCopy } from '#client/features/unsent/choose-copy.tsx'
import { RecoveredItem } from '#client/features/unsent/recovered-item.tsx'
import { unsentText } from '#client/features/unsent/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { toast } from '#client/ui/toast.tsx'

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'unread'; readonly name: string; readonly failure: Failure }
  | { readonly kind: 'read'; readonly name: string; readonly copy: SealedCopy; readonly recovery: Recovery }

/** How long a whole file may take to go up. */
const bodyMs = 300_000

/** Files of which the card is made and the bytes are here and not there. */
const filesToSend = ({ items }: Recovery): readonly NonNullable<RecoveryItem['file']>[] =>
  items.flatMap(({ state, file }) =>
    file && file.place !== null && !file.arrived && (state === 'recovered' || state === 'arrived') ? [file] : [],
  )

const countNew = ({ items }: Recovery): number => items.filter((item) => item.state === 'new').length

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-b border-ink-150 py-2.5 last:border-b-0">
      <dt className="text-ink-600">{name}</dt>
      <dd className="tabular min-w-0 font-medium wrap-anywhere text-ink-950">{children}</dd>
    </div>
  )
}

function About({ recovery: { author, at, unreadable } }: { readonly recovery: Recovery }) {
  const t = useText(unsentText)
  const format = useFormat()
  return (
    <Card title={t('whose')}>
      <dl>
        <Fact name={t('author')}>
          {author.name} · {author.email}
        </Fact>
        <Fact name={t('institution')}>
          <span lang="es">{author.institution ?? t('noInstitution')}</span>
        </Fact>
        <Fact name={t('account')}>{author.active ? t('accountActive') : t('accountInactive')}</Fact>
        <Fact name={t('made')}>{format.moment(at)}</Fact>
      </dl>
      {unreadable > 0 && (
        <Notice tone="warning" className="mt-3">
          {t('unreadable', { n: unreadable })}
        </Notice>
      )}
    </Card>
  )
}

/** Items under the institution and form that they are about, in the order in which they were written. */
function Items({ items }: { readonly items: readonly RecoveryItem[] }) {
  const groups = Map.groupBy(items, ({ institution, form }) => [institution, form].filter((each) => each !== null).join(' · '))
  return [...groups].map(([title, group]) => (
    <Card key={title} title={title === '' ? undefined : <span lang="es">{title}</span>} padded={false}>
      <ul>
        {group.map((item) => (
          <RecoveredItem key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  ))
}

/** An administrator takes in what somebody could not send any more. */
export function RecoverWorkPage() {
  const t = useText(unsentText)
  const errorText = useErrorText()
  const [state, setState] = useState<State>({ kind: 'none' })
  const [busy, setBusy] = useState(false)

  const choose = async (text: string, name: string): Promise<void> => {
    setState({ kind: 'opening' })
    const copy = copyToRecover(text)
    if (!copy.ok) return setState({ kind: 'unread', name, failure: copy.failure })
    const { header, key, work } = copy.value
    const read = await callRoute(readCopy, { body: { header, key, work }, timeoutMs: bodyMs })
    setState(read.ok ? { kind: 'read', name, copy: copy.value, recovery: read.value } : { kind: 'unread', name, failure: read.failure })
  }

  /** Makes the cards, and then sends the files that they speak of, one after the other. */
  const recover = async (name: string, copy: SealedCopy, before: Recovery): Promise<void> => {
    setBusy(true)
    const { header, key, work } = copy
    const adopted = await callRoute(adoptCopy, { body: { header, key, work }, timeoutMs: bodyMs })
    if (adopted.ok) {
      for (const { id, name: of, place } of filesToSend(adopted.value)) {
        const body = { header, key, id, place: place ?? 0, sealed: copy.files[place ?? 0] ?? '' }
        const sent = await callRoute(adoptFile, { body, timeoutMs: bodyMs })
        if (!sent.ok) toast('error', `${t('fileFailed', { name: of })} ${errorText(sent.failure)}`)
      }
      const now =
        filesToSend(adopted.value).length > 0 ? await callRoute(readCopy, { body: { header, key, work }, timeoutMs: bodyMs }) : adopted
      setState({ kind: 'read', name, copy, recovery: now.ok ? now.value : adopted.value })
      const n = countNew(before) - countNew(adopted.value)
      if (n > 0) toast('success', t('recovered', { n }))
    } else toast('error', errorText(adopted.failure))
    setBusy(false)
  }

  return (
    <Page>
      <PageHeading
        lead={t('lead')}
        actions={
          <LinkButton icon="arrow-left" to={pageAddress('questionnaire')}>
            {t('back')}
          </LinkButton>
        }
      />
      <div className="mt-6 grid gap-5">
        <div>
          <ChooseCopy
            label={t('choose')}
            kind={state.kind === 'read' ? 'secondary' : 'primary'}
            disabled={busy || state.kind === 'opening'}
            onCopy={(text, name) => void choose(text, name)}
            onUnreadable={(reason, name) => setState({ kind: 'unread', name, failure: reason })}
          >
            {state.kind === 'read' ? t('chooseOther') : t('choose')}
          </ChooseCopy>
          <p className="mt-2 text-sm text-ink-600">{state.kind === 'read' ? state.name : t('chooseHint')}</p>
        </div>
        {state.kind === 'opening' && (
          <p role="status" className="flex items-center gap-2.5 text-ink-700">
            <Spinner />
            {t('opening')}
          </p>
        )}
        {state.kind === 'unread' && (
          <Notice tone="danger" role="alert" title={t('unread', { name: state.name })}>
            {errorText(state.failure)}
          </Notice>
        )}
        {state.kind === 'read' && (
          <>
            <About recovery={state.recovery} />
            <Summary recovery={state.recovery} busy={busy} onRecover={() => void recover(state.name, state.copy, state.recovery)} />
            <Items items={state.recovery.items} />
          </>
        )}
      </div>
    </Page>
  )
}

interface SummaryProps {
  readonly recovery: Recovery
  readonly busy: boolean
  readonly onRecover: () => void
}

/** How much is to be recovered, what that does, and the one button that does it. */
function Summary({ recovery, busy, onRecover }: SummaryProps) {
  const t = useText(unsentText)
  const n = countNew(recovery)
  const files = filesToSend(recovery).length
  if (recovery.items.length === 0) return <Notice tone="neutral">{t('empty')}</Notice>
  if (n === 0 && files === 0) return <Notice tone="success" role="status" title={t('summaryNone')} />
  return (
    <Notice
      tone="info"
      title={n === 0 ? t('retryFiles') : t('summaryNew', { n })}
      actions={
        <Button kind="primary" busy={busy} onClick={onRecover}>
          {n === 0 ? t('sendFiles', { n: files }) : t('recover', { n })}
        </Button>
      }
    >
      {n > 0 && <p>{t('summaryBody')}</p>}
    </Notice>
  )
}
