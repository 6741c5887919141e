import type { Overview } from '#shared/evaluations/model.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Day, Instant } from '#shared/kernel/instant.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { phaseAt, stageAt } from '#shared/stages/rules.ts'

/** What the table shows of a form. */
export interface FormRow {
  readonly form: FormHeader
  /** First and last day of its stages; null without stages. */
  readonly period: { readonly from: Day; readonly to: Day } | null
  /** Institutions that take part; null where this device does not know. */
  readonly institutions: number | null
  readonly standing: Standing
  /** The one that runs. */
  readonly stage: Stage | null
}

export const standings = ['coming', 'running', 'over'] as const
/** Before its first stage, from there to the end of the last one, or after it. */
export type Standing = (typeof standings)[number]

function standingOf(form: FormHeader, now: Instant): Standing {
  const phase = phaseAt(form, now)
  if (phase === 'Pre') return 'coming'
  return phase === 'Closed' ? 'over' : 'running'
}

/** First and last day of a form's stages, in whatever order they are kept. */
function periodOf({ stages }: FormHeader): FormRow['period'] {
  const from = stages.map(({ start }) => start).toSorted()[0]
  const to = stages
    .map(({ end }) => end)
    .toSorted()
    .at(-1)
  return from === undefined || to === undefined ? null : { from, to }
}

/**
 * One row for each form that was not deleted: what runs first, and of the rest the newest. `counted`: institutions by form, as the
 * server counted them; without it those of the overviews, which this device has of enabled forms only.
 */
export function formRows(
  forms: readonly FormHeader[],
  overviews: readonly Pick<Overview, 'formId'>[],
  counted: ReadonlyMap<FormId, number> | null,
  now: Instant,
): readonly FormRow[] {
  const listed = new Map<FormId, number>()
  for (const { formId } of overviews) listed.set(formId, (listed.get(formId) ?? 0) + 1)
  return forms
    .filter((form) => !form.removed)
    .map((form): FormRow => ({
      form,
      period: periodOf(form),
      institutions: form.enabled ? (listed.get(form.id) ?? 0) : (counted?.get(form.id) ?? null),
      standing: standingOf(form, now),
      stage: stageAt(form, now) ?? null,
    }))
    .toSorted((left, right) => rank(left) - rank(right) || (right.period?.from ?? '').localeCompare(left.period?.from ?? ''))
}

const ranks: Readonly<Record<Standing, number>> = { running: 0, coming: 1, over: 2 }
const rank = ({ standing }: FormRow): number => ranks[standing]
