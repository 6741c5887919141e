import { useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { SealedCopy } from '#shared/unsent/model.ts'
import { adoptCopy, adoptFile, readCopy } from '#shared/unsent/routes.ts'
import type { Recovery } from '#shared/unsent/routes.ts'
import { copyToRecover } from '#sync/sealing/sealed-copy.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { Page } from '#client/page/page.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { ChooseCopy } from '#client/features/sync/copies/choose-copy.tsx'
import { countNew, filesToSend, RecoveryAuthor, RecoveryItems, RecoverySummary } from './recovery.tsx'
import { unsentText } from './text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'unread'; readonly name: string; readonly failure: Failure }
  | { readonly kind: 'read'; readonly name: string; readonly copy: SealedCopy; readonly recovery: Recovery }

/** How long a whole file may take to go up. */
const bodyMs = 300_000

/** An administrator takes in what somebody could not send any more (UW2). */
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
            <RecoveryAuthor recovery={state.recovery} />
            <RecoverySummary recovery={state.recovery} busy={busy} onRecover={() => void recover(state.name, state.copy, state.recovery)} />
            <RecoveryItems items={state.recovery.items} />
          </>
        )}
      </div>
    </Page>
  )
}
