import { useMemo } from 'react'
import { fullName } from '#shared/accounts/model.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useOverviews } from '#client/features/overviews/use-overviews.ts'
import { figuresOf } from './participant-figures.ts'
import type { ParticipantFigures } from './participant-figures.ts'

/** One institution that takes part in a form. */
export interface ParticipantEntry {
  readonly institutionId: InstitutionId
  readonly name: string
  readonly leader: string | null
  readonly evaluator: string | null
  readonly figures: ParticipantFigures
  /** Its rows are on this device. */
  readonly onDevice: boolean
}

/** Every institution of a form, by name; null while the device is being read. */
export function useParticipants(form: FormHeader, now: Instant): readonly ParticipantEntry[] | null {
  const { actor } = useEngine()
  const listed = useOverviews(form.id, now)
  const people = useTable('person')
  const minute = now.slice(0, 16)
  return useMemo(() => {
    if (!listed || !people) return null
    const names = new Map(people.map((each) => [each.id, fullName(each)]))
    return listed.map(({ overview, onDevice }): ParticipantEntry => ({
      institutionId: overview.institutionId,
      name: overview.name,
      leader: overview.leader,
      evaluator: overview.evaluatorId === null ? null : (names.get(overview.evaluatorId) ?? null),
      figures: figuresOf(overview, form, actor, now),
      onDevice,
    }))
    // Within a minute the figures do not move by themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [listed, people, form, actor, minute])
}
