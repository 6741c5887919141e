import { useMemo } from 'react'
import { evaluatorRowOf } from '#shared/evaluations/progress.ts'
import type { EvaluatorRow } from '#shared/evaluations/progress.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine, useSyncStatus } from '#client/data/engine.tsx'
import { useOverviews } from './use-overviews.ts'
import { mayAsLab } from '#shared/privileges/rules.ts'

/** One institution of an evaluator's list. */
export interface InstitutionEntry {
  readonly institutionId: InstitutionId
  readonly name: string
  readonly leader: string | null
  readonly row: EvaluatorRow
  /** Its rows are on this device. */
  readonly onDevice: boolean
  /** Its answers may be opened. */
  readonly watchable: boolean
  /** Its evaluation can be sent from this list. */
  readonly sendable: boolean
}

/** The institutions that the signed-in evaluator evaluates in a form, with their figures (EV15), by name; null while the device is being read. */
export function useInstitutions(form: FormHeader, now: Instant): readonly InstitutionEntry[] | null {
  const { actor } = useEngine()
  const isOffline = useSyncStatus().kind === 'offline'
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
          row,
          onDevice,
          watchable: mayAsLab(form, overview, actor, 'watchAnswers', now),
          sendable: row.selectToSend && (onDevice || !isOffline),
        }
      }) ?? null,
    // Within a minute the figures do not move by themselves.
    // oxlint-disable-next-line react/exhaustive-deps
    [listed, form, actor, isOffline, minute],
  )
}
