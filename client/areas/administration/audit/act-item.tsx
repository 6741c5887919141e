import { Link } from 'react-router'
import type { AuditAct, AuditPage } from '#shared/audit/routes.ts'
import { isErrorCode } from '#shared/errors.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import { failure } from '#shared/kernel/failure.ts'
import { fieldLines } from '#client/features/form-history/event-words.ts'
import { FieldChanges } from '#client/areas/administration/history/field-changes.tsx'
import { useTelling } from '#client/features/form-history/use-telling.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { actText, placeOf } from './act-words.ts'
import { auditText } from './text.ts'

/** What took longer to arrive was done without a network, milliseconds. */
const lateMs = 60_000

/** One act: who did what, in whose place, where, when, from what to what. */
export function ActItem({ act, names }: { readonly act: AuditAct; readonly names: AuditPage['names'] }) {
  const t = useText(auditText)
  const errorText = useErrorText()
  const telling = useTelling()
  const { format } = telling
  const { detail } = act
  const text = (key: string): string => (typeof detail[key] === 'string' ? detail[key] : '')
  const count = (key: string): number => (typeof detail[key] === 'number' ? detail[key] : 0)
  const by = act.byId === '' ? t('nobody') : act.byId === 'system' ? t('platform') : (names[act.byId] ?? act.byId)
  const subject = act.subject === '' || act.subject === act.byId ? '' : (names[act.subject] ?? '')
  const where = [act.institution, act.form].flatMap((id) => (id === '' || id === act.subject ? [] : (names[id] ?? [])))
  const stood = ['', 'applied', 'noop', 'applied_over'].includes(text('disposition'))
  const occurredAt = text('occurredAt')
  const isLate = occurredAt !== '' && epochMs(act.at) - epochMs(occurredAt) > lateMs
  const time = format.moment(act.at)
  const how = text('how')
  const notes = [
    text('file'),
    subject.endsWith(act.text) || act.text === '' || !stood ? '' : act.text,
    act.kind === 'platform.acknowledged' ? t('number', { n: format.number(count('act')) }) : '',
    text('reason') === '' ? '' : t('reason', { reason: text('reason') }),
    how === 'person' || how === 'idle' || how === 'session' ? t(`endedBy_${how}`) : '',
    text('typed') === '' ? '' : t('typed', { typed: text('typed') }),
    act.kind === 'session.failed' ? t('times', { n: count('count') }) : '',
    text('network') === '' ? '' : t('network', { network: text('network') }),
    count('ended') > 0 ? t('endedSessions', { n: count('ended') }) : '',
    stood || !isErrorCode(text('code')) ? '' : errorText(failure(text('code'))),
  ].filter(Boolean)
  const place = placeOf(act)
  return (
    <li className="border-b border-ink-150 px-4 py-4 last:border-b-0 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere text-ink-950">
        <span>{actText(t, act.kind)}</span>
        {!stood && <Badge>{t('notApplied')}</Badge>}
      </p>
      {subject !== '' && (
        <p lang="es" className="line-clamp-2 wrap-anywhere text-ink-700">
          {subject}
        </p>
      )}
      <p className="tabular mt-0.5 text-sm wrap-anywhere text-ink-600">
        {[
          by,
          act.onBehalfOf === '' ? '' : t('onBehalf', { name: names[act.onBehalfOf] ?? act.onBehalfOf }),
          ...where.filter((name) => name !== names[act.onBehalfOf]),
          isLate ? t('madeAt', { made: format.moment(occurredAt), time }) : time,
          t('number', { n: format.number(act.n) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {notes.length > 0 && (
        <ul className="mt-1 text-sm text-ink-700">
          {notes.map((note) => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
      <FieldChanges lines={fieldLines(telling, act, (id) => names[id])} />
      {place !== null && (
        <Link to={place} className="mt-1 inline-block rounded-sm text-sm underline hover:text-brand-900">
          {t('open')}
          <span className="sr-only">{` (${t('number', { n: format.number(act.n) })})`}</span>
        </Link>
      )}
    </li>
  )
}
