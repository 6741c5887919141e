import { Link } from 'react-router'
import type { FormEvent, HistoryPage } from '#shared/questionnaires/history-routes.ts'
import { pageAddress } from '#shared/addresses.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { Badge } from '#client/ui/badge.tsx'
import { useText } from '#client/i18n/text.ts'
import { eventText, fieldLines } from '#client/features/form-history/event-words.ts'
import { FieldChanges } from './field-changes.tsx'
import { formHistoryText } from '#client/features/form-history/text.ts'
import { useTelling } from '#client/features/form-history/use-telling.ts'

/** A change that took longer to arrive was made without a network, milliseconds. */
const lateMs = 60_000

interface Props {
  readonly formId: FormId
  readonly event: FormEvent
  readonly names: HistoryPage['names']
}

/** One line of a form's history: who, when, what, from what to what, and in which version. */
export function EventItem({ formId, event, names }: Props) {
  const t = useText(formHistoryText)
  const telling = useTelling()
  const { format } = telling
  const { at, occurredAt, by, byId, element, version } = event
  const isLate = epochMs(at) - epochMs(occurredAt) > lateMs
  const isQuestion = event.action.endsWith('pregunta')
  return (
    <li className="border-b border-ink-150 px-4 py-4 last:border-b-0 sm:px-5">
      <p className="font-semibold wrap-anywhere text-ink-950">
        {element === '' || element === formId || element === 'form' ? (
          eventText(telling, event)
        ) : (
          <Link to={pageAddress('formHistory', { form: formId, element })} className="rounded-sm underline hover:text-brand-900">
            {eventText(telling, event)}
          </Link>
        )}
      </p>
      {isQuestion && (
        <p lang="es" className="line-clamp-2 wrap-anywhere text-ink-700">
          {event.text}
        </p>
      )}
      <p className="tabular mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-600">
        <span>
          {`${byId === 'system' ? t('platform') : by} · ${isLate ? t('madeAt', { made: format.moment(occurredAt), time: format.moment(at) }) : format.moment(at)}`}
        </span>
        {version === null && <Badge>{t('notPublished')}</Badge>}
        {version && event.action !== 'Publica versión' && <span>{t('inVersion', { n: version.n, time: format.moment(version.at) })}</span>}
      </p>
      <FieldChanges lines={fieldLines(telling, event, (id) => names[id])} />
    </li>
  )
}
