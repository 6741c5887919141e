import type { NotifiedLetter } from '#shared/notifications/routes.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { personColumn } from './person-column.tsx'
import { notificationsText } from './text.ts'
import { useFirstRows } from './use-first-rows.tsx'

export const tones = { waiting: 'neutral', sent: 'success', failed: 'danger' } as const

/** What became of each letter of a notification, and why. */
export function LettersTable({ subject, letters }: { readonly subject: string; readonly letters: readonly NotifiedLetter[] }) {
  const t = useText(notificationsText)
  const { rows, more } = useFirstRows(letters, subject)
  return (
    <div className="mt-4 grid gap-3">
      <Table
        caption={subject}
        stacks
        bounded
        rows={rows}
        rowKey={({ _id }) => _id}
        columns={[personColumn(t('columnPerson')), { id: 'state', header: t('columnState'), cell: (letter) => <State letter={letter} /> }]}
      />
      {more}
    </div>
  )
}

function State({ letter: { state, why, next, error, at } }: { readonly letter: NotifiedLetter }) {
  const t = useText(notificationsText)
  const format = useFormat()
  return (
    <div className="min-w-0">
      <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>{' '}
      {at !== null && <span className="tabular text-sm text-ink-600">{format.moment(at)}</span>}
      {why !== null && (
        <span className="mt-1 block text-sm text-ink-800">
          {why === 'later' ? t('why_later', { at: next === null ? '' : format.moment(next) }) : t(`why_${why}`)}
        </span>
      )}
      {error !== null && <span className="block wrap-anywhere text-sm text-ink-600">{t('mailServer', { words: error })}</span>}
    </div>
  )
}
