import { useMemo } from 'react'
import type { Actor } from '#shared/access/actor.ts'
import type { Person } from '#shared/accounts/model.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
import { useWorlds } from '#client/data/use-worlds.ts'
import { overviewOf } from '#shared/evaluations/overview.ts'
import { figuresOf } from './participant-figures.ts'
import type { ParticipantFigures } from './participant-figures.ts'

/** One institution that takes part in a form. */
export interface ParticipantEntry {
  readonly institutionId: InstitutionId
  readonly name: string
  readonly leader: string | null
  readonly evaluator: string | null
  /** Null while its rows are being read, or are not on this device. */
  readonly figures: ParticipantFigures | null
  readonly onDevice: boolean
}

/** Figures of a world, computed again only when it moved or the minute did. */
const computed = new WeakMap<LiveWorld, { readonly stamp: string; readonly figures: ParticipantFigures }>()

function knownFigures(live: LiveWorld, actor: Actor, now: Instant): ParticipantFigures {
  const stamp = `${live.topics.version('*')}/${now.slice(0, 16)}`
  const known = computed.get(live)
  if (known?.stamp === stamp) return known.figures
  const figures = figuresOf(overviewOf(live.world), live.world.form, actor, now)
  computed.set(live, { stamp, figures })
  return figures
}

/** Every institution of a form on this device, by name; null while the device is being read. */
export function useParticipants(formId: FormId, now: Instant): readonly ParticipantEntry[] | null {
  const engine = useEngine()
  const participants = useTable('participant')
  const institutions = useTable('institution')
  const people = useTable('person')
  const own = useMemo(() => (participants ?? []).filter((each) => each.formId === formId), [participants, formId])
  const ids = useMemo(() => own.map((each) => each.institutionId).toSorted(), [own])
  const worlds = useWorlds(ids, formId)
  const minute = now.slice(0, 16)
  return useMemo(() => {
    if (!participants || !institutions || !people) return null
    const names = new Map(institutions.map((each) => [each.id, each.name]))
    const persons = new Map(people.map((each) => [each.id, each]))
    const nameOf = (person: Person | undefined): string | null => (person ? fullName(person) : null)
    const entries = own.map((confirmed): ParticipantEntry => {
      const live = worlds.get(confirmed.institutionId)
      const participant = live?.world.get('participant', confirmed.institutionId) ?? confirmed
      return {
        institutionId: participant.institutionId,
        name: names.get(participant.institutionId) ?? participant.institutionId,
        leader: nameOf(persons.get(participant.leaderId)),
        evaluator: participant.evaluatorId ? nameOf(persons.get(participant.evaluatorId)) : null,
        figures: live ? knownFigures(live, engine.actor, now) : null,
        onDevice: live !== null,
      }
    })
    return entries.toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
    // Within a minute the figures do not move by themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [participants, institutions, people, own, worlds, engine, minute])
}
