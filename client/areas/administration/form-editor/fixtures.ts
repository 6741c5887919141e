import { aContext, actors, aForm, aHeader, noonIn } from '#shared/forms/fixtures.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '#shared/questionnaire.ts'
import type { DraftStore } from '#sync/drafts/model.ts'
import type { OpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'

export const me = { ...actors.administrator, id: 'admin' }

/** An open questionnaire in memory, which decides at once as the server would; for tests. */
export function anOpenQuestionnaire(definition: FormDefinition = aForm) {
  const state = new Questionnaire('form', { participants: 0, answered: false })
  for (const { table, id, row } of [headerChange(aHeader), ...rowsOfDefinition(definition)]) state.set(table, id, row)
  const listeners = new Map<string, Set<() => void>>()
  const cleared: string[] = []
  let mids = 0
  const now = (): string => noonIn('Pre')
  const dispatchAs =
    (actor: typeof me): OpenQuestionnaire['dispatch'] =>
    (mutation, args, asking) => {
      const outcome = mutation.decide(state, args, aContext({ actor, now: now() }))
      if (outcome.disposition === 'noop') return Promise.resolve(done({ mid: null }))
      if (outcome.disposition !== 'applied') return Promise.resolve(fail(outcome.code, outcome.params))
      for (const { table, id, row } of outcome.changes) state.set(table, id, row)
      if (asking?.clearDraft !== undefined) cleared.push(asking.clearDraft)
      for (const each of listeners.values()) for (const listener of each) listener()
      return Promise.resolve(done({ mid: `m${(mids += 1)}` }))
    }
  const open: OpenQuestionnaire = {
    actor: me,
    formId: 'form',
    scope: state.scope,
    state: () => state,
    now,
    subscribe(topic, listener) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => known.delete(listener)
    },
    version: () => 0,
    dispatch: dispatchAs(me),
  }
  return { open, state, cleared, dispatchAs }
}

/** A disk with what is half written on it; for tests. */
export function aDisk() {
  const disk = new Map<string, { key: string; value: unknown; savedAt: string }>()
  const store: DraftStore = {
    drafts: () => Promise.resolve([...disk.values()]),
    async saveDraft(key, value) {
      disk.set(key, { key, value: structuredClone(value), savedAt: '2025-01-01T00:00:00.000Z' })
    },
    async clearDraft(key) {
      disk.delete(key)
    },
    moveDraft: () => Promise.resolve(undefined),
    subscribe: () => () => undefined,
  }
  return { disk, store }
}
