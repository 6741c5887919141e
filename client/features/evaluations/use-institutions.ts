import { useMemo } from 'react'
import type { Actor } from '#shared/access/actor.ts'
import type { Person } from '#shared/accounts/model.ts'
import { may } from '#shared/answers/rules.ts'
import { overviewOf } from '#shared/evaluations/overview.ts'
import { evaluatorRowOf } from '#shared/evaluations/progress.ts'
import type { EvaluatorRow } from '#shared/evaluations/progress.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
import { useWorlds } from '#client/data/use-worlds.ts'

/** One institution of an evaluator's list. */
export interface InstitutionEntry {
  readonly institutionId: InstitutionId
  readonly name: string
  readonly leader: string | null
  /** Null while its rows are being read, or are not on this device. */
  readonly row: EvaluatorRow | null
  readonly onDevice: boolean
  /** Its answers may be opened. */
  readonly watchable: boolean
}

export interface Institutions {
  /** Null while the device is being read. */
  readonly entries: readonly InstitutionEntry[] | null
  readonly missing: number
}

/** Figures of a world, computed again only when it moved or the hour did. */
const computed = new WeakMap<LiveWorld, { readonly stamp: string; readonly row: EvaluatorRow; readonly watchable: boolean }>()

/** The institutions that the signed-in evaluator evaluates in a form, with their figures (EV15), by name. */
export function useInstitutions(formId: FormId | null, now: Instant): Institutions {
  const engine = useEngine()
  const participants = useTable('participant')
  const institutions = useTable('institution')
  const people = useTable('person')
  const mine = useMemo(
    () => (participants ?? []).filter((each) => each.formId === formId && each.evaluatorId === engine.actor.id),
    [participants, formId, engine],
  )
  const ids = useMemo(() => mine.map((each) => each.institutionId).toSorted(), [mine])
  const worlds = useWorlds(ids, formId)
  const minute = now.slice(0, 16)
  return useMemo(() => {
    if (!participants || !institutions || !people) return { entries: null, missing: 0 }
    const names = new Map(institutions.map((each) => [each.id, each.name]))
    const persons = new Map(people.map((each) => [each.id, each]))
    const nameOf = (person: Person | undefined): string | null => (person ? fullName(person) : null)
    const entries = mine.map((participant): InstitutionEntry => {
      const live = worlds.get(participant.institutionId)
      const figures = live ? figuresOf(live, engine.actor, now, minute) : null
      return {
        institutionId: participant.institutionId,
        name: names.get(participant.institutionId) ?? participant.institutionId,
        leader: nameOf(persons.get(live ? live.world.participant.leaderId : participant.leaderId)),
        row: figures?.row ?? null,
        onDevice: live !== null,
        watchable: figures?.watchable ?? false,
      }
    })
    return {
      entries: entries.toSorted((a, b) => a.name.localeCompare(b.name, 'es')),
      missing: entries.filter((each) => !each.onDevice).length,
    }
    // Within a minute the figures do not move by themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [participants, institutions, people, mine, worlds, engine, minute])
}

function figuresOf(live: LiveWorld, actor: Actor, now: Instant, minute: string): { row: EvaluatorRow; watchable: boolean } {
  const stamp = `${live.topics.version('*')}/${minute}`
  const known = computed.get(live)
  if (known?.stamp === stamp) return known
  const fresh = {
    stamp,
    row: evaluatorRowOf(overviewOf(live.world), live.world.form, actor, now),
    watchable: may(live.world, actor, 'watchAnswers', now),
  }
  computed.set(live, fresh)
  return fresh
}
