import { systemActor } from '#shared/access/actor.ts'
import type { Context, Outcome } from '#shared/contract/mutation.ts'
import { formIndexOf } from '#shared/forms/form-index.ts'
import { must } from '#shared/kernel/assert.ts'
import { mutations } from '#shared/mutations.ts'
import { formScope, parseScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { Questionnaire, type FormFacts, type NamedInstitution } from '#shared/questionnaire.ts'
import { apply, World, type Change } from '#shared/world.ts'
import type { SyncMutationTable } from '#server/db/schema.ts'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { cast, definition, formId, nextFormId } from '../simulators/ground.ts'
import type { OwnAct } from '../simulators/server.ts'

export type LedgerRow = SyncMutationTable

const institutions = ['norte', 'sur'] as const
/** Tables that the ledger alone must rebuild, of an institution and of a form. */
const ofInstitution = ['answer', 'assignment', 'thread', 'comment', 'evaluation', 'draft', 'send', 'participant'] as const
export const ofForm = ['form', 'outline', 'dimension', 'question', 'reportText'] as const

/** What was decided again, and on what. */
export interface Again {
  readonly row: LedgerRow
  readonly outcome: Outcome
  readonly world?: World | undefined
}

/**
 * The whole ledger decided again from the ground, in its order and with what the server did by itself in between: on the questions
 * with which the run began, so that no answer stands or falls with a later version of them (IN10).
 */
export class Replay {
  readonly worlds: ReadonlyMap<string, World>
  readonly forms: ReadonlyMap<string, Questionnaire>
  /** Rows of forms as the server would store them, by scope, table and id. */
  readonly #formRows = new Map<string, string>()
  readonly #evaluators = new Map<string, Set<string | null>>(institutions.map((id) => [id, new Set()]))

  constructor(ground: readonly Change[]) {
    this.worlds = new Map(institutions.map((id) => [id, new World(formIndexOf(definition), id, formId)]))
    const named = (): Map<string, NamedInstitution> => this.#named()
    const facts: FormFacts = {
      participants: institutions.length,
      answered: true,
      // As it is when a decision asks: by then an institution may have been taken out.
      get named() {
        return named()
      },
      evaluators: new Set(['eva', 'omar']),
    }
    this.forms = new Map([formId, nextFormId].map((id) => [id, new Questionnaire(id, facts)]))
    this.apply(ground)
  }

  #named(): Map<string, NamedInstitution> {
    return new Map(
      [...this.worlds.values()].map((world) => [
        world.institutionId,
        {
          institution: world.institution,
          people: [...world.list('person')]
            .filter((each) => each.institutionId === world.institutionId)
            .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          busyIn: null,
          participant: world.participant,
        },
      ]),
    )
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const form of this.forms.values())
        if ([formScope(form.formId), questionnaireScope(form.formId)].includes(change.scope)) {
          form.set(change.table, change.id, change.row)
          this.#formRows.set(`${change.scope}\n${change.table}\n${change.id}`, JSON.stringify(change.row))
        }
      for (const [id, world] of this.worlds) if (belongs(change, id)) apply(world, [change])
    }
    for (const [id, world] of this.worlds) if (world.get('participant', id)) this.#evaluators.get(id)?.add(world.participant.evaluatorId)
  }

  /** Goes through the ledger; `decided` sees each decision before its changes are applied, and what it gives sees the world after. */
  run(
    ledger: readonly LedgerRow[],
    acts: readonly OwnAct[],
    accuse: (what: string) => void,
    decided: (again: Again, acts: number) => (() => void) | undefined,
  ): void {
    const own = [...acts]
    for (const [at, row] of ledger.entries()) {
      while (own[0] && own[0].after <= at) this.apply(must(own.shift(), 'an act').changes)
      const again = this.#again(row, accuse)
      if (!again) continue
      const { outcome } = again
      // Cards are the server's to open, so a card's closing cannot be decided here.
      if (row.name !== 'conflict.resolve' && outcome.disposition !== row.disposition)
        accuse(
          `${row.mid} ${row.name} is ${outcome.disposition} (${outcome.code}) when decided again, was ${row.disposition} (${row.code})`,
        )
      const applied = decided(again, own.length)
      this.apply(outcome.changes)
      applied?.()
    }
    for (const act of own) this.apply(act.changes)
  }

  #again(row: LedgerRow, accuse: (what: string) => void): Again | undefined {
    // Kept with its words and told, without being decided: its mid was taken.
    if (row.code === 'mid_reused') return undefined
    const mutation = mutations.get(row.name)
    const scope = parseScope(row.scope)
    if (!mutation || !scope) return undefined
    const args = v.safeParse(mutation.input, JSON.parse(row.args))
    if (!args.success) return undefined
    const context = contextOf(row)
    if (mutation.on === 'questionnaire') {
      const form = scope.kind === 'questionnaire' ? this.forms.get(scope.formId) : undefined
      return form && { row, outcome: mutation.decide(form, args.output, context) }
    }
    if (mutation.on === 'directory' && scope.kind === 'org') {
      const people = this.worlds.get(scope.institutionId)
      const rows = people && { scope: row.scope, get: people.get.bind(people), list: people.list.bind(people) }
      return rows && { row, outcome: mutation.decide(rows, args.output, context) }
    }
    if (mutation.on !== 'participation' || (scope.kind !== 'inst' && scope.kind !== 'eval')) return undefined
    const world = this.worlds.get(scope.institutionId)
    if (!world) return undefined
    // Who has never evaluated an institution is turned away before its world is opened.
    if (row.name.startsWith('evaluation.') && !this.#evaluators.get(scope.institutionId)?.has(row.author_id)) {
      if (row.code !== 'not_assigned_evaluator') accuse(`${row.mid} ${row.name} of a stranger was ${row.code}`)
      return undefined
    }
    if (world.participant.removedAt) return { row, world, outcome: out }
    return { row, world, outcome: mutation.decide(world, args.output, context) }
  }

  /** Rows that the ledger does not explain, or explains otherwise. */
  compare(stored: ReadonlyMap<string, string>, accuse: (what: string) => void): void {
    const left = new Map(stored)
    const look = (keys: readonly string[], row: string): void => {
      const key = keys.find((each) => left.has(each)) ?? ''
      const data = left.get(key)
      if (data === undefined || !isDeepStrictEqual(JSON.parse(data), JSON.parse(row)))
        accuse(`${(keys[0] ?? '').replaceAll('\n', ' ')} rebuilt is ${row}, stored is ${data}`)
      left.delete(key)
    }
    for (const world of this.worlds.values())
      for (const table of ofInstitution)
        for (const [id, row] of world.entries(table))
          look([`${world.scope}\n${table}\n${id}`, `${world.evaluatorScope}\n${table}\n${id}`], JSON.stringify(row))
    for (const [key, row] of this.#formRows) look([key], row)
    for (const key of left.keys())
      if ([...ofInstitution, ...ofForm].some((table) => key.includes(`\n${table}\n`)))
        accuse(`${key.replaceAll('\n', ' ')} is stored and was never decided`)
  }
}

/** Nobody reaches an institution that was taken out: what arrives is kept with its author (PA4). */
const out: Outcome = { disposition: 'refused', code: 'participant_removed', changes: [], history: [], cards: [], letters: [] }

function contextOf(row: LedgerRow): Context {
  const actor =
    row.author_id === 'system'
      ? systemActor
      : must(
          Object.values(cast).find((one) => one.id === row.author_id),
          row.author_id,
        )
  return {
    actor,
    now: row.received_at,
    mid: row.mid,
    base: row.base,
    occurredAt: row.occurred_at ?? row.client_at,
    lease: row.lease,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  }
}

function belongs(change: Change, institutionId: string): boolean {
  const scope = parseScope(change.scope)
  return !scope || !('institutionId' in scope) || scope.institutionId === institutionId
}
