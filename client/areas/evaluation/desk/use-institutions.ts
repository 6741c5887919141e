import { useMemo } from 'react'
import { evaluatorRowOf, sendObstacleOf } from '#shared/evaluations/evaluator-row.ts'
import type { EvaluatorRow } from '#shared/evaluations/evaluator-row.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { isDecidedSince } from '#shared/results/reading.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useOverviews } from '#client/features/overviews/use-overviews.ts'
import { mayAsLab } from '#shared/privileges/rules.ts'

/** One institution of an evaluator's list. */
export interface InstitutionEntry {
  readonly institutionId: InstitutionId
  readonly name: string
  readonly leader: string | null
  /** The signed-in person evaluates it. */
  readonly mine: boolean
  readonly row: EvaluatorRow
  /** Rows that bringing it to a device asks for. */
  readonly rows: number
  /** Its rows are on this device. */
  readonly onDevice: boolean
  /** Its answers may be opened. */
  readonly watchable: boolean
  /** What keeps its evaluation from being sent; null when nothing does (EV18). */
  readonly obstacle: ReturnType<typeof sendObstacleOf>
  /** Answers that the round would accept together may be: they are read, decided and not sent (EV8). */
  readonly acceptable: boolean
  /** Its results may be read as they come about. */
  readonly decided: boolean
  /** Texts of its reports may be written now. */
  readonly writes: { readonly preliminary: boolean; readonly final: boolean }
  /** Its evaluation can be sent from this list: what is not on this device is brought first. */
  readonly sendable: boolean
}

/** The institutions that the signed-in evaluator evaluates in a form, with their figures (EV15), by name; null while the device is being read. */
export function useInstitutions(form: FormHeader, now: Instant): readonly InstitutionEntry[] | null {
  const { actor } = useEngine()
  const isOffline = !useOnline()
  const listed = useOverviews(form.id, now)
  const minute = now.slice(0, 16)
  return useMemo(
    () =>
      listed?.map(({ overview, onDevice }): InstitutionEntry => {
        const row = evaluatorRowOf(overview, form, actor, now)
        return {
          institutionId: overview.institutionId,
          name: overview.name,
          leader: overview.leader,
          mine: overview.evaluatorId === actor.id,
          row,
          rows: overview.rows,
          onDevice,
          watchable: mayAsLab(form, overview, actor, 'watchAnswers', now),
          obstacle: sendObstacleOf(overview, form, actor, now),
          acceptable:
            !row.released &&
            row.pendent > 0 &&
            (['acceptAnswer', 'evaluateReplica'] as const).some((each) => mayAsLab(form, overview, actor, each, now)),
          decided: isDecidedSince(form, now),
          writes: {
            preliminary: mayAsLab(form, overview, actor, 'createPreinform', now),
            final: mayAsLab(form, overview, actor, 'createInform', now),
          },
          sendable: row.selectToSend && (onDevice || !isOffline),
        }
      }) ?? null,
    // Within a minute the figures do not move by themselves.
    // oxlint-disable-next-line react/exhaustive-deps
    [listed, form, actor, isOffline, minute],
  )
}
