import { useMemo } from 'react'
import type { Actor } from '#shared/access/actor.ts'
import type { Person } from '#shared/accounts/model.ts'
import { fullName } from '#shared/accounts/model.ts'
import { formCounters, may } from '#shared/answers/rules.ts'
import { participantState } from '#shared/evaluations/progress.ts'
import type { ParticipantState } from '#shared/evaluations/progress.ts'
import { advanceOf, roundAt, roundCounters } from '#shared/evaluations/rules.ts'
import { canReopen } from '#shared/institutions/mutations.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { isInput, phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
import { useWorlds } from '#client/data/use-worlds.ts'

/** Where an institution stands, as the administration sees it. */
export interface ParticipantFigures {
  readonly state: ParticipantState
  /** 0 to 100: of the round in a revision, of the input otherwise (rules Q11). */
  readonly advance: number
  readonly pendent: number
  readonly locked: boolean
  readonly lateChanges: number
  /** An administrator may write for it now (rules R15). */
  readonly acts: boolean
  /** It can be reopened, and the stage lets it write then (rules L9). */
  readonly reopens: boolean
}

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

function figuresOf(world: World, actor: Actor, now: Instant): ParticipantFigures {
  const running = roundAt(world, now)
  const counters = running ? roundCounters(world, running.round) : formCounters(world)
  const { locked, lateChanges } = world.participant
  return {
    state: participantState(world, now),
    advance: advanceOf(counters),
    pendent: counters.pendent,
    locked,
    lateChanges,
    acts: may(world, actor, 'impersonalizate', now),
    reopens: canReopen(world, now) && isInput(phaseAt(world.form, now)),
  }
}

/** Figures of a world, computed again only when it moved or the minute did. */
const computed = new WeakMap<LiveWorld, { readonly stamp: string; readonly figures: ParticipantFigures }>()

function knownFigures(live: LiveWorld, actor: Actor, now: Instant): ParticipantFigures {
  const stamp = `${live.topics.version('*')}/${now.slice(0, 16)}`
  const known = computed.get(live)
  if (known?.stamp === stamp) return known.figures
  const figures = figuresOf(live.world, actor, now)
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
