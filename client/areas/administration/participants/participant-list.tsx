import { memo } from 'react'
import type { ReactNode } from 'react'
import type { FormId } from '#shared/kernel/ids.ts'
import { ImpersonateButton } from '#client/features/impersonation/impersonate-button.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { LeaderField } from './leader-field.tsx'
import type { Choice, Lead } from './selection.ts'
import { participantsText } from './text.ts'
import type { EvaluatorChoice, InstitutionChoice } from './use-choices.ts'

/** How far an institution has got, where it takes part. */
export interface Advance {
  readonly ready: number
  readonly total: number
}

interface RowProps {
  readonly institution: InstitutionChoice
  readonly choice: Choice | undefined
  /** It took part when the page was read. */
  readonly before: boolean
  readonly available: boolean
  readonly advance: Advance | undefined
  readonly evaluators: readonly { readonly value: string; readonly label: string }[]
  readonly readOnly: boolean
  /** The form in which one may act for it; null where one may not. */
  readonly actIn: FormId | null
  readonly onTake: (id: string, takes: boolean) => void
  readonly onEvaluator: (id: string, evaluatorId: string | null) => void
  readonly onLead: (id: string, lead: Lead | undefined) => void
}

const Row = memo(function Row(props: RowProps): ReactNode {
  const { institution, choice, before, available, advance, evaluators, readOnly, actIn, onTake, onEvaluator, onLead } = props
  const t = useText(participantsText)
  const format = useFormat()
  const { _id: id, name } = institution
  const takes = choice !== undefined
  const note =
    !available && !before
      ? t('busy')
      : !takes && institution.removedAt
        ? t('removedOn', { day: format.moment(institution.removedAt) })
        : null
  return (
    <li className="border-b border-ink-150 px-4 py-3 last:border-b-0 md:px-5">
      <div className="grid items-center gap-x-5 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_9rem]">
        <div className="min-w-0">
          <Checkbox
            label={<span className="font-medium text-ink-950">{name}</span>}
            hint={[
              institution.categoryName,
              advance && t('advance', { ready: format.number(advance.ready), total: format.number(advance.total) }),
              note,
            ]
              .filter(Boolean)
              .join(' · ')}
            checked={takes}
            disabled={readOnly || (!takes && !before && !available)}
            onChange={(checked) => onTake(id, checked)}
          />
        </div>
        {takes ? (
          <Select
            label={t('evaluatorOf', { name })}
            labelHidden
            placeholder={t('noEvaluator')}
            options={evaluators}
            value={choice.evaluatorId ?? ''}
            disabled={readOnly}
            onChange={(value) => onEvaluator(id, value === '' ? null : value)}
          />
        ) : (
          <span className="max-md:hidden" />
        )}
        <div className="md:text-right">{actIn !== null && <ImpersonateButton formId={actIn} institutionId={id} name={name} />}</div>
      </div>
      {takes && !before && !readOnly && (
        <LeaderField institutionId={id} name={name} lead={choice.who} onChange={(lead) => onLead(id, lead)} />
      )}
    </li>
  )
})

interface Props {
  readonly rows: readonly InstitutionChoice[]
  readonly rowProps: (institution: InstitutionChoice) => Omit<RowProps, 'institution'>
}

/** Institutions with whether they take part, and who evaluates each. */
export function ParticipantList({ rows, rowProps }: Props) {
  const t = useText(participantsText)
  return (
    <ul aria-label={t('list')} className="max-h-[75vh] min-h-80 overflow-y-auto rounded-lg border border-ink-200 bg-white">
      {rows.map((institution) => (
        <Row key={institution._id} institution={institution} {...rowProps(institution)} />
      ))}
    </ul>
  )
}

/** Evaluators as a list to choose from, each with how many they have here and in all. */
export const evaluatorOptions = (
  evaluators: readonly EvaluatorChoice[],
  loads: ReadonlyMap<string, number>,
  label: (parts: { name: string; here: number; total: number }) => string,
): { value: string; label: string }[] =>
  evaluators.map(({ _id, name, here, total }) => {
    const now = loads.get(_id) ?? 0
    return { value: _id, label: label({ name, here: now, total: total - here + now }) }
  })
