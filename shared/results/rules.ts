import { formReportId } from '../forms/model.ts'
import type { DimensionId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { manualStanding, predatesReplica } from '../questionnaires/manual-points.ts'
import type { ReportText } from '../questionnaires/model.ts'
import type { FormHeader, StageKind } from '../stages/model.ts'
import { hasReplica, phaseAt } from '../stages/rules.ts'
import type { Results } from '../results.ts'
import { stageReached } from './reading.ts'
import type { BroughtPoints } from './engine.ts'
import { usualThresholds } from './model.ts'
import type { Computed, Inform, Level, ReportTexts, ResultKind, Thresholds } from './model.ts'

export const thresholdsOf = ({ levels }: Pick<FormHeader, 'levels'>): Thresholds => levels ?? usualThresholds

/**
 * Results that may be worked out now (RS8): preliminary ones once the second revision is over and until the replica begins; final ones
 * once the replica is decided and its stage over, or, of a form without one, once the second revision is.
 */
export function kindsOpen(form: Pick<FormHeader, 'stages'>, now: Instant): readonly ResultKind[] {
  const reached = stageReached(form, now)
  const isOver = (kind: StageKind): boolean => reached === kind && phaseAt(form, now) !== kind
  const calculates = reached === 'CalculateResults' || isOver('SecondRevision')
  const ends = reached === 'ShowResults' || isOver('ReplicaRevision') || phaseAt(form, now) === 'Closed'
  if (calculates && phaseAt(form, now) !== 'Closed') return hasReplica(form) ? ['preliminary'] : ['preliminary', 'final']
  return ends ? ['final'] : []
}

/**
 * Points that count by hand; why there are none, where the form's are brought so: no table says them, or one does that does not fit any
 * more, or was brought before the replica was decided. Undefined where they are worked out. (RS9)
 */
export function broughtPoints(
  results: Results,
  kind: ResultKind,
): { readonly brought?: BroughtPoints; readonly problem?: 'none' | 'stale' } | undefined {
  if (results.world.form.calculatedBy !== 2) return undefined
  const { sheet, points } = results.facts.manual
  const standing = manualStanding(results.world.index, sheet, points)
  if (sheet && kind === 'final' && predatesReplica(results.world.form, sheet)) return { problem: 'stale' }
  if (standing.kind !== 'points' || !points) return { problem: standing.kind === 'stale' ? 'stale' : 'none' }
  return { brought: { sheetId: points.sheetId, points: points.points } }
}

/** Text of the form's by which a level is told. */
const levelField = { good: 'good', med: 'med', bad: 'bad' } as const satisfies Record<Level, keyof ReportText>

/** Texts of a report before anything is written for its institution: the form's, by the level of each dimension (RS16). */
export function textsOfForm(
  kind: ResultKind,
  { dimensions }: Pick<Computed, 'dimensions'>,
  texts: ReadonlyMap<string, ReportText>,
): ReportTexts {
  const ofForm = texts.get(formReportId)
  const [introduction, conclusion] =
    kind === 'preliminary'
      ? [ofForm?.preliminaryIntroduction, ofForm?.preliminaryConclusion]
      : [ofForm?.finalIntroduction, ofForm?.finalConclusion]
  const byLevel = dimensions.map(({ id, level }): [DimensionId, string] => [id, (level && texts.get(id)?.[levelField[level]]) ?? ''])
  return { introduction: introduction ?? '', conclusion: conclusion ?? '', dimensions: Object.fromEntries(byLevel) }
}

/** What a report says: what was written for its institution, else the form's texts (RS16). */
export function textsOf(own: Inform | undefined, ofForm: ReportTexts): ReportTexts {
  const said = own?.texts ?? {}
  return {
    introduction: said['introduction'] ?? ofForm.introduction,
    conclusion: said['conclusion'] ?? ofForm.conclusion,
    dimensions: Object.fromEntries(Object.entries(ofForm.dimensions).map(([id, text]) => [id, said[`dimension:${id}`] ?? text])),
  }
}
