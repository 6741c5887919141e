import type { Mutation } from '#shared/contract/mutation.ts'
import { actors, aContext, aWorld, anAnswer, questionNamed } from '#shared/forms/fixtures.ts'
import type { ActorName } from '#shared/forms/fixtures.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { done } from '#shared/kernel/result.ts'
import { apply } from '#shared/world.ts'
import type { World } from '#shared/world.ts'
import { expect, test } from 'vitest'
import { bookOn } from '#sync/testing/book.ts'
import type { DraftStore } from '#sync/drafts/model.ts'
import type { Later } from '#sync/drafts/slot.ts'
import type { Asking, OpenWorld } from '#client/data/world/use-world.ts'
import { AnswerEditor } from './answer-editor.ts'

/** A world on which mutations are decided at once, a disk for drafts, and timers that run when told to. */
function desk(world: World, by: ActorName = 'professional') {
  const kept = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  const timers: { run: () => void; delayMs: number }[] = []
  const asked: { name: string; args: unknown; base: unknown }[] = []
  let serial = 0
  let pages = 0
  const tell = (): void => listeners.forEach((listener) => listener())
  const open: OpenWorld = {
    actor: actors[by],
    scope: world.scope,
    isHere: () => true,
    world: () => world,
    now: () => aContext().now,
    subscribe: (_, listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => 0,
    settled: () => Promise.resolve(),
    dispatch: <Args>(mutation: Mutation<string, Args>, args: Args, asking: Asking = {}) => {
      asked.push({ name: mutation.name, args, base: asking.base ?? null })
      const outcome = mutation.decide(world, args, aContext({ actor: actors[by], base: asking.base ?? null, mid: `mid-${(serial += 1)}` }))
      if (outcome.disposition === 'lost' || outcome.disposition === 'refused') return Promise.resolve(fail(outcome.code, outcome.params))
      apply(world, outcome.changes)
      if (asking.clearDraft !== undefined) kept.delete(asking.clearDraft)
      tell()
      return Promise.resolve(done({ mid: outcome.disposition === 'noop' ? null : `mid-${serial}` }))
    },
  }
  const store: DraftStore = {
    drafts: () => Promise.resolve([...kept].map(([key, value]) => ({ key, value, savedAt: '2025-01-01T00:00:00.000Z' }))),
    saveDraft: (key, value) => Promise.resolve(void kept.set(key, value)),
    clearDraft: (key) => Promise.resolve(void kept.delete(key)),
    moveDraft(from, to) {
      const value = kept.get(from)
      kept.delete(from)
      kept.set(to, value)
      return Promise.resolve(value)
    },
    subscribe: () => () => undefined,
  }
  const later: Later = (run, delayMs) => {
    const timer = { run, delayMs }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  /** The page anew: what the former one left is in its fields. */
  const editorOf = async (unit: Unit): Promise<AnswerEditor> => {
    const me = `page-${(pages += 1)}`
    const drafts = await bookOn(world.scope, store, { me, later })
    const editor = new AnswerEditor(unit, questionNamed(questionIdOf(unit)), { open, drafts, later })
    editor.subscribe(() => undefined)
    return editor
  }
  /** Lets the timers of that pause, and what they start, come to their end. */
  const pass = async (delayMs: number): Promise<void> => {
    for (const timer of timers.splice(0)) {
      if (timer.delayMs <= delayMs) timer.run()
      else timers.push(timer)
    }
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return { asked, editorOf, kept, pass, tell, world }
}

test('[HW1] a keystroke is a draft on the device within 300 ms, and no answer yet', async () => {
  const { asked, editorOf, kept, pass } = desk(aWorld())
  const editor = await editorOf('name')
  editor.focus()
  editor.write('Lab')
  await pass(300)
  expect([...kept.values()]).toMatchObject([{ value: 'Lab', base: null }])
  expect(asked).toEqual([])
})

test('[HW2] 500 ms after the question is left what was written is the answer, and the draft is gone', async () => {
  const { editorOf, kept, pass, world } = desk(aWorld())
  const editor = await editorOf('name')
  editor.focus()
  editor.write('Laboratorio')
  editor.blur()
  await pass(500)
  expect(world.answer('name')?.value).toBe('Laboratorio')
  expect(kept.size).toBe(0)
  expect(editor.state.dirty).toBe(false)
})

test('[VA9] a plain text of one word between angle brackets is the answer, and clears nothing', async () => {
  const { asked, editorOf, pass, world } = desk(aWorld({ answers: [anAnswer('name', 'Laboratorio')] }))
  const editor = await editorOf('name')
  editor.write('<pendiente>')
  editor.blur()
  await pass(500)
  expect(asked.map(({ name }) => name)).toEqual(['answer.set'])
  expect(world.answer('name')?.value).toBe('<pendiente>')
})

test('[HW3] a value that does not fit stays a draft with the reason, and is told only once the question was left', async () => {
  const { asked, editorOf, kept, pass } = desk(aWorld())
  const editor = await editorOf('essay')
  editor.focus()
  editor.write('<p>una</p>')
  expect(editor.state.problem).toBeNull()
  editor.blur()
  await pass(500)
  expect(editor.state.problem?.code).toBe('words_too_few')
  expect(asked).toEqual([])
  expect(kept.size).toBe(1)
})

test('[HW5] a draft that a killed page left is in the field when it opens again, with the version it was begun on', async () => {
  const place = desk(aWorld({ answers: [anAnswer('name', 'Antes')] }))
  const first = await place.editorOf('name')
  first.focus()
  first.write('A medio')
  await place.pass(300)
  const again = await place.editorOf('name')
  expect(again.state).toMatchObject({ value: 'A medio', dirty: true })
  await again.commit()
  expect(place.asked).toMatchObject([{ name: 'answer.set', base: 'm-name' }])
})

test('[HW4] what somebody else writes meanwhile is told beside the field and never put into it', async () => {
  const { editorOf, tell, world } = desk(aWorld({ answers: [anAnswer('name', 'Antes')] }))
  const editor = await editorOf('name')
  editor.focus()
  editor.write('Mío')
  world.set('answer', 'name', anAnswer('name', 'Suyo', { mid: 'm-other', authorId: 'leader' }))
  tell()
  expect(editor.state.value).toBe('Mío')
  expect(editor.state.remote?.value).toBe('Suyo')
  editor.adopt()
  expect(editor.state).toMatchObject({ value: 'Suyo', dirty: false, remote: null })
})

test('a field that nobody is writing in follows what others write', async () => {
  const { editorOf, tell, world } = desk(aWorld({ answers: [anAnswer('name', 'Antes')] }))
  const editor = await editorOf('name')
  world.set('answer', 'name', anAnswer('name', 'Suyo', { mid: 'm-other' }))
  tell()
  expect(editor.state).toMatchObject({ value: 'Suyo', dirty: false, revision: 1 })
})

test('[HW6] a choice that would clear answered dependents waits for a yes, and goes back on a no', async () => {
  const answers = [anAnswer('has', true), anAnswer('which', { choice: { value: 'x' } })]
  const { asked, editorOf, pass, world } = desk(aWorld({ answers }), 'leader')
  const editor = await editorOf('has')
  editor.choose(false)
  await pass(0)
  expect(editor.state.closes).toEqual(['which'])
  expect(asked).toEqual([])
  editor.revert()
  expect(editor.state).toMatchObject({ value: true, dirty: false, closes: [] })
  editor.choose(false)
  await pass(0)
  await editor.confirmClosing()
  expect(world.answer('which')).toMatchObject({ value: null, clearedValue: { choice: { value: 'x' } } })
})

test('[HW7] a refusal keeps the text in the field and the draft on the device', async () => {
  const { editorOf, kept } = desk(aWorld({ participant: { locked: true, lockReason: 'sent' } }))
  const editor = await editorOf('name')
  editor.focus()
  editor.write('Tarde')
  editor.keepDraft()
  expect(await editor.commit()).toBe(false)
  expect(editor.state).toMatchObject({ value: 'Tarde', dirty: true, problem: { code: 'form_sent' } })
  expect(kept.size).toBe(1)
})

test('[HW4] another’s value that arrives between leaving the question and its answer replaces nothing: what was written stands and is given', async () => {
  const { asked, editorOf, pass, tell, world } = desk(aWorld({ answers: [anAnswer('name', 'Antes')] }))
  const editor = await editorOf('name')
  editor.focus()
  editor.write('Mío')
  editor.blur()
  world.set('answer', 'name', anAnswer('name', 'Suyo', { mid: 'm-other', authorId: 'leader' }))
  tell()
  expect(editor.state).toMatchObject({ value: 'Mío', dirty: true, remote: { value: 'Suyo' } })
  await pass(500)
  expect(asked).toMatchObject([{ name: 'answer.set', args: { value: 'Mío' }, base: 'm-name' }])
})

test('[HW3] what is no value is kept as it was typed, through a reload too, and what stands goes on standing', async () => {
  const { asked, editorOf, pass, world } = desk(aWorld({ answers: [anAnswer('amount', 500)] }), 'leader')
  const editor = await editorOf('amount')
  editor.focus()
  editor.writeUnread({ text: 'abc', problem: failure('number_unread') })
  editor.blur()
  await pass(500)
  expect(editor.state).toMatchObject({ unread: { text: 'abc' }, dirty: true, problem: { code: 'number_unread' } })
  expect(asked).toEqual([])
  expect(world.answer('amount')?.value).toBe(500)
  const again = await editorOf('amount')
  expect(again.state).toMatchObject({ unread: { text: 'abc' }, dirty: true, problem: { code: 'number_unread' } })
  again.write(501)
  expect(again.state).toMatchObject({ unread: null, value: 501 })
  await again.commit()
  expect(world.answer('amount')?.value).toBe(501)
})

test('[HW3] out of its bounds a number stays as it was typed, and the stored one goes on standing', async () => {
  const { asked, editorOf, pass, world } = desk(aWorld({ answers: [anAnswer('amount', 500)] }), 'leader')
  const editor = await editorOf('amount')
  editor.focus()
  editor.write(900_000)
  editor.blur()
  await pass(500)
  expect(editor.state).toMatchObject({ value: 900_000, dirty: true, problem: { code: 'number_range' } })
  expect(asked).toEqual([])
  expect(world.answer('amount')?.value).toBe(500)
})

test('[HW5] a draft that another page holds of the same answer is offered beside the field', async () => {
  const { editorOf, kept, world } = desk(aWorld())
  const first = await editorOf('name')
  first.focus()
  first.write('De una pestaña')
  await first.slot.keep()
  kept.set(`answer:${world.scope}:name#other`, { value: 'De otra', base: null })
  const again = await editorOf('name')
  expect(new Set([again.state.value, ...again.state.others.map((other) => other.draft.value)])).toEqual(
    new Set(['De otra', 'De una pestaña']),
  )
  const [other] = again.state.others
  if (!other) throw new Error('nothing is offered')
  const mine = again.state.value
  await again.takeOther(other)
  expect(again.state).toMatchObject({ value: other.draft.value, dirty: true, revision: 1 })
  expect(again.state.others.map((each) => each.draft.value)).toEqual([mine])
})
