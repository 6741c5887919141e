import type { ReactNode } from 'react'
import type { Recovery, RecoveryItem } from '#shared/unsent/routes.ts'
import { RecoveredItem } from './recovered-item.tsx'
import { unsentText } from './text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Notice } from '#client/ui/notice.tsx'

/** Files of which the card is made and the bytes are here and not there. */
export const filesToSend = ({ items }: Recovery): readonly NonNullable<RecoveryItem['file']>[] =>
  items.flatMap(({ state, file }) =>
    file && file.place !== null && !file.arrived && (state === 'recovered' || state === 'arrived') ? [file] : [],
  )

/** Items that nobody has recovered yet. */
export const countNew = ({ items }: Recovery): number => items.filter((item) => item.state === 'new').length

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-b border-ink-150 py-2.5 last:border-b-0">
      <dt className="text-ink-600">{name}</dt>
      <dd className="tabular min-w-0 font-medium wrap-anywhere text-ink-950">{children}</dd>
    </div>
  )
}

/** Whose work it is, and when the copy was made. */
export function RecoveryAuthor({ recovery: { author, at, unreadable } }: { readonly recovery: Recovery }) {
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
export function RecoveryItems({ items }: { readonly items: readonly RecoveryItem[] }) {
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

interface SummaryProps {
  readonly recovery: Recovery
  readonly busy: boolean
  readonly onRecover: () => void
}

/** How much is to be recovered, what that does, and the one button that does it. */
export function RecoverySummary({ recovery, busy, onRecover }: SummaryProps) {
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
