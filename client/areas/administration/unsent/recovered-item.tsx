import type { RecoveryItem } from '#shared/unsent/routes.ts'
import { failure } from '#shared/kernel/failure.ts'
import { syncText } from '#client/features/sync/text.ts'
import { valueText } from '#client/features/sync/value-text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Status } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { unsentText } from './text.ts'

type Kind = 'answer' | 'comment' | 'file' | 'decision' | 'draft' | 'send' | 'assignment' | 'other'
const kinds: Readonly<Record<string, Kind>> = {
  'answer.set': 'answer',
  'answer.clear': 'answer',
  'answer.keep': 'answer',
  'replica.justify': 'comment',
  'comment.add': 'comment',
  'comment.reply': 'comment',
  'comment.edit': 'comment',
  'attachment.add': 'file',
  'evaluation.decide': 'decision',
  'evaluation.acceptRemaining': 'decision',
  draft: 'draft',
  'answers.send': 'send',
  'survey.send': 'send',
  'evaluation.send': 'send',
  'assignment.set': 'assignment',
  'delegate.set': 'assignment',
  'leader.set': 'assignment',
}
const icons: Record<Kind, IconName> = {
  answer: 'edit',
  comment: 'comment',
  file: 'paperclip',
  decision: 'flag',
  draft: 'edit',
  send: 'send',
  assignment: 'users',
  other: 'dots',
}

/** What is said in it, as its author wrote it. */
function useWords(): (item: RecoveryItem) => string {
  const t = useText(unsentText)
  const values = useText(syncText)
  return ({ value, text, decision }) =>
    [decision ? t(`decision_${decision}`) : '', value === undefined ? '' : valueText(values, value), text ?? ''].filter(Boolean).join(': ')
}

/** One thing of a copy: where it belongs, what it says, of when, and what becomes of it. */
export function RecoveredItem({ item }: { readonly item: RecoveryItem }) {
  const t = useText(unsentText)
  const errorText = useErrorText()
  const format = useFormat()
  const words = useWords()(item)
  const kind = kinds[item.name] ?? 'other'
  const { state, file } = item
  return (
    <li className="flex gap-3 border-b border-ink-150 px-5 py-4 last:border-b-0 md:px-6">
      <Icon name={icons[kind]} size={19} className="mt-0.5 text-ink-500" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink-950" lang={item.question === null ? undefined : 'es'}>
          {item.question === null ? (
            t(words === '' ? `kind_${kind}` : 'noQuestion')
          ) : (
            <>
              <span className="tabular">{item.number}</span> {item.question}
            </>
          )}
        </p>
        <p className="tabular text-sm text-ink-600">
          {t(`kind_${kind}`)} · {format.moment(item.at)}
        </p>
        {words !== '' && (
          <p className="mt-2 max-h-48 overflow-y-auto rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2.5 wrap-anywhere whitespace-pre-line text-ink-950">
            {words}
          </p>
        )}
        {file && (
          <p className="mt-1 text-sm text-ink-600">{t(file.arrived ? 'fileArrived' : file.place === null ? 'fileAbsent' : 'fileInCopy')}</p>
        )}
        <div className="mt-2">
          {state === 'refused' ? (
            <Status tone="warning" icon="warning">
              {errorText(failure(item.code ?? 'malformed', item.params))}
            </Status>
          ) : state === 'new' ? (
            <Status tone="info" icon="arrow-right">
              {t('state_new', { to: item.to ?? '' })}
            </Status>
          ) : (
            <Status tone={state === 'recovered' ? 'success' : 'neutral'} icon="check">
              {t(`state_${state}`)}
            </Status>
          )}
        </div>
      </div>
    </li>
  )
}
