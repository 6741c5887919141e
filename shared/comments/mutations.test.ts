import { describe, expect, test } from 'vitest'
import type { Answer } from '../answers/model.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { pendingReasons } from '../answers/rules.ts'
import { actors, aComment, aContext, aThread, aWorld, anAnswer, anEvaluation, noonIn, questionNamed, theStages } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { instantOf } from '../kernel/instant.ts'
import { boundsOf } from '../stages/rules.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { canOpenThread, commentPlace } from './rules.ts'
import { addComment, editComment, redactComment, replyComment, resolveComment } from './mutations.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const sentUp = () => anAnswer('name', 'A', { level: 3, sent: true })
const add = (
  world: World,
  by: ActorName,
  { body = 'Falta detalle', id = 'comment-01', now }: { body?: string; id?: string; now?: string } = {},
): Outcome =>
  addComment.decide(world, { id, unit: 'name', threadId: 'thread-name', body }, aContext({ actor: actors[by], ...(now ? { now } : {}) }))
const reply = (world: World, by: ActorName, updateAnswer = true, threadId = 'thread-name'): Outcome =>
  replyComment.decide(world, { id: 'reply-0001', unit: 'name', threadId, body: 'Lo veo', updateAnswer }, aContext({ actor: actors[by] }))
const resolve = (world: World, by: ActorName): Outcome =>
  resolveComment.decide(world, { unit: 'name', threadId: 'thread-name' }, aContext({ actor: actors[by] }))
const commented = (by: ActorName = 'subdimensionLeader'): World => {
  const world = aWorld({ answers: [sentUp()] })
  apply(world, add(world, by).changes)
  return world
}

describe('opening', () => {
  test('[CM1] only who stands above the responsible in the same branch comments', () => {
    const who = (unit: string) =>
      (['leader', 'delegate', 'dimensionLeader', 'subdimensionLeader', 'professional', 'otherProfessional', 'idle'] as const).filter(
        (name) => canOpenThread(aWorld(), questionNamed(unit), actors[name].id),
      )
    expect(who('name')).toEqual(['leader', 'delegate', 'dimensionLeader', 'subdimensionLeader'])
    expect(who('has')).toEqual(['leader', 'delegate'])
    expect(who('day')).toEqual([])
    expect([who('code'), who('joy')]).toEqual([[], []])
  })

  test('[CM1] what somebody else writes is kept with them', () => {
    const outcome = add(aWorld({ answers: [sentUp()] }), 'otherProfessional')
    expect([said(outcome), outcome.cards[0]?.mine?.text]).toEqual(['lost:comment_not_allowed', 'Falta detalle'])
    expect(['outsider', 'evaluator', 'administrator'].map((name) => said(add(aWorld(), name as ActorName)))).toEqual(
      Array(3).fill('refused:no_role'),
    )
  })

  test('[CM2] a comment sends the answer back to its responsible, unchanged, and tells them', () => {
    const world = aWorld({ answers: [sentUp()] })
    const outcome = add(world, 'subdimensionLeader')
    apply(world, outcome.changes)
    expect(world.answer('name')).toMatchObject({ level: 4, sent: false, changeAnswer: false, value: 'A', rev: 1 })
    expect(world.get('thread', 'name')).toMatchObject({
      state: 'open',
      authorId: 'capacity',
      addresseeId: 'professional',
      formerLevel: 3,
      formerSent: true,
    })
    expect(outcome.history.map((each) => each.action)).toEqual(['Comenta', 'Devuelve'])
    expect(outcome.letters).toMatchObject([{ template: 'commented', to: 'professional', data: { number: '1.1.1' } }])
  })

  test('[CM3] a unit has one open thread: a second comment waits until it is replied to', () => {
    const world = commented()
    const second = add(world, 'leader', { id: 'comment-02' })
    expect([said(second), second.cards.length]).toEqual(['lost:thread_open', 1])
    apply(world, reply(world, 'professional').changes)
    const followUp = add(world, 'subdimensionLeader', { id: 'comment-03' })
    expect(said(followUp)).toBe('applied:ok')
    apply(world, followUp.changes)
    expect(world.get('thread', 'name')).toMatchObject({ threadId: 'thread-name', state: 'open', formerLevel: 3 })
  })

  test('[CM4] an empty comment and one of more than 2000 characters are refused; the same comment twice is one', () => {
    expect(said(add(aWorld(), 'leader', { body: '' }))).toBe('refused:comment_empty')
    expect(said(add(aWorld(), 'leader', { body: 'x'.repeat(2001) }))).toBe('refused:comment_too_long')
    expect(said(add(aWorld(), 'leader', { body: '😀'.repeat(2000) }))).toBe('applied:ok')
    expect(said(add(commented(), 'subdimensionLeader'))).toBe('noop:ok')
  })

  test('[CF15] a comment that arrives when comments are closed is shown as late and asks nothing', () => {
    const world = aWorld({
      participant: { locked: true, lockReason: 'sent' },
      answers: [anAnswer('name', 'A', { level: 0, sent: true, rev: 5 })],
    })
    const outcome = add(world, 'leader')
    expect(said(outcome)).toBe('applied:ok')
    expect(outcome.changes).toMatchObject([{ table: 'comment', row: { late: true, answerRev: 5 } }])
    expect(said(add(aWorld({ answers: [sentUp()] }), 'leader', { now: noonIn('FirstRevision') }))).toBe('applied:ok')
  })
})

test('[CM14] a comment names the revision that its author saw, which may be older than the one that it meets', () => {
  const rev = (world: World, answerRev?: number): unknown => {
    const args = {
      id: 'comment-01',
      unit: 'name',
      threadId: 'thread-name',
      body: 'Falta 2023',
      ...(answerRev === undefined ? {} : { answerRev }),
    }
    const outcome = addComment.decide(world, args, aContext({ actor: actors.leader }))
    expect(said(outcome)).toBe('applied:ok')
    return outcome.changes.flatMap((change) => (change.table === 'comment' ? [change.row.answerRev] : []))[0]
  }
  const second = aWorld({ answers: [anAnswer('name', 'B', { rev: 2, level: 3, sent: true })] })
  expect([rev(second, 1), rev(second, 2)]).toEqual([1, 2])
  // Whoever does not say it counts as having seen what stands, and nobody saw what is still to come.
  expect([rev(second), rev(second, 7), rev(aWorld(), 3)]).toEqual([2, 2, 0])
})

describe('replying and resolving', () => {
  test('[CM5] the responsible replies, with or without a change; nobody else does', () => {
    expect(
      (['professional', 'otherProfessional', 'leader', 'subdimensionLeader'] as const).map((by) => said(reply(commented(), by))),
    ).toEqual(['applied:ok', 'lost:not_assignee', 'lost:not_assignee', 'lost:not_assignee'])
    expect(reply(commented(), 'otherProfessional').cards).toHaveLength(1)
  })

  test('[LE3] who asked is told of the reply, and whether the answer stays; nobody is who replies to themselves, or has left', () => {
    const world = commented('subdimensionLeader')
    const told = (letters: Outcome['letters']) => letters.map(({ template, to, data }) => [template, to, 'keeps' in data && data.keeps])
    expect(told(reply(world, 'professional').letters)).toEqual([['replied', 'capacity', 'no']])
    const kept = reply(world, 'professional', false)
    expect(told(kept.letters)).toEqual([['replied', 'capacity', 'yes']])
    expect(kept.letters[0]?.data).toMatchObject({ who: actors.professional.name, page: expect.stringContaining('question=name') })
    expect(kept.changes.find(({ table }) => table === 'comment')?.row).toMatchObject({ receivedAt: aContext().now })
    const person = world.person('capacity')
    if (!person) throw new Error('nobody asked')
    world.set('person', person.id, { ...person, active: false })
    expect(reply(world, 'professional').letters).toEqual([])
  })

  test('[CM5] after a reassignment the new responsible replies too', () => {
    const world = commented()
    world.set('assignment', 'name', { element: 'name', level: 'Question', userId: 'other', rev: 2 })
    expect(said(reply(world, 'otherProfessional'))).toBe('applied:ok')
  })

  test('[CM6] "no modificar" cannot be undone', () => {
    const world = commented()
    apply(world, reply(world, 'professional', false).changes)
    expect(world.get('thread', 'name')).toMatchObject({ state: 'replied', updateAnswer: false })
    apply(world, add(world, 'subdimensionLeader', { id: 'comment-02' }).changes)
    world.set('comment', 'reply-0001', null)
    apply(world, reply(world, 'professional', true).changes)
    expect(world.get('thread', 'name')?.updateAnswer).toBe(false)
  })

  test('[CM7] a reply to a thread that is gone or resolved is kept', () => {
    expect(said(reply(aWorld(), 'professional'))).toBe('lost:thread_missing')
    expect(said(reply(commented(), 'professional', true, 'thread-otro'))).toBe('lost:thread_missing')
    const world = commented()
    apply(world, resolve(world, 'subdimensionLeader').changes)
    expect(said(reply(world, 'professional'))).toBe('lost:thread_resolved')
  })

  test('[CM8] the author or anybody above resolves; the responsible and a stranger do not', () => {
    expect(
      (['subdimensionLeader', 'dimensionLeader', 'leader', 'professional', 'otherProfessional', 'outsider', 'administrator'] as const).map(
        (by) => said(resolve(commented(), by)),
      ),
    ).toEqual([
      'applied:ok',
      'applied:ok',
      'applied:ok',
      'refused:comment_not_allowed',
      'refused:comment_not_allowed',
      'refused:comment_not_allowed',
      'refused:comment_not_allowed',
    ])
  })

  test('[CM9] resolving an answer that did not change gives it back its level; one that changed is sent again', () => {
    const unchanged = commented()
    apply(unchanged, resolve(unchanged, 'subdimensionLeader').changes)
    expect(unchanged.answer('name')).toMatchObject({ level: 3, sent: true, changeAnswer: true })
    expect(said(resolve(unchanged, 'subdimensionLeader'))).toBe('noop:ok')
    const changed = commented()
    changed.set('answer', 'name', anAnswer('name', 'B', { rev: 2 }))
    apply(changed, resolve(changed, 'subdimensionLeader').changes)
    expect(changed.answer('name')).toMatchObject({ level: 4, sent: false, value: 'B' })
  })
})

describe('a comment about a unit that is closed', () => {
  const team = (...ids: readonly string[]) => anAnswer('team', { rows: [...ids] }, { authorId: 'dimension' })
  /** Ana's row was removed, and what is paid for was closed by a No. */
  const closed = (parts: Partial<Parameters<typeof aWorld>[0]> = {}): World =>
    aWorld({
      assignments: { d1: 'dimension', d2: 'dimension', s12: 'capacity', team: 'professional', has: 'professional' },
      answers: [
        team('r2'),
        anAnswer('person@r1', null, { clearedValue: 'Ana', rev: 2 }),
        anAnswer('age@r1', null, { clearedValue: 40, rev: 2 }),
        anAnswer('does@r2', false),
        anAnswer('has', false),
      ],
      ...parts,
    })
  const about = (world: World, unit: string, body = 'Falta detalle', by: ActorName = 'leader'): Outcome =>
    addComment.decide(world, { id: 'comment-01', unit, threadId: 'thread-new', body }, aContext({ actor: actors[by] }))
  const put = (outcome: Outcome) =>
    outcome.changes.flatMap((change) => (change.table === 'comment' ? [`${change.row.unit}: ${change.row.body ?? ''}`] : []))

  test('[CM12] its words go to the nearest open unit above, with the name of the row or of the question', () => {
    const about40 = about(closed(), 'age@r1')
    expect([said(about40), ...put(about40)]).toEqual(['applied:ok', 'team: Fila «Ana», 2.1.1.3 Pregunta age — Falta detalle'])
    expect(about40.changes.filter(({ table }) => table === 'thread').map(({ id }) => id)).toEqual(['team'])
    expect(about40.letters[0]).toMatchObject({
      to: 'professional',
      data: { number: '2.1.1', page: expect.stringContaining('question=team') },
    })
    expect(about40.history.map(({ unit, text }) => [unit, text])).toEqual([['team', 'Fila «Ana», 2.1.1.3 Pregunta age — Falta detalle']])
    expect(put(about(closed(), 'person@r9'))).toEqual(['team: Fila quitada, 2.1.1.1 Pregunta person — Falta detalle'])
    expect(put(about(closed(), 'task@r2'))).toEqual(['does@r2: 2.1.1.2.1 Pregunta task — Falta detalle'])
    expect(put(about(closed(), 'count'))).toEqual(['has: 1.2.1.1.1 Pregunta count — Falta detalle'])
    expect(put(about(closed(), 'does@r2'))).toEqual(['does@r2: Falta detalle'])
  })

  test('[CM12] a name is bounded, and a comment that carries one is still reworded', () => {
    const world = closed()
    world.set('answer', 'person@r1', anAnswer('person@r1', null, { clearedValue: '😀'.repeat(500) }))
    const outcome = about(world, 'person@r1', 'x'.repeat(2000))
    const body = must(put(outcome)[0]?.slice('team: '.length), 'no comment')
    expect([...body].length).toBeLessThan(2250)
    expect(body.isWellFormed()).toBe(true)
    apply(world, outcome.changes)
    const edited = (text: string) => said(editComment.decide(world, { id: 'comment-01', body: text }, aContext({ actor: actors.leader })))
    expect([edited(body.slice(0, -1)), edited(`${body}x`)]).toEqual(['applied:ok', 'refused:comment_too_long'])
  })

  test('[CM12] where that thread takes none, or nothing is above, the words stay whole with their author', () => {
    const waiting = about(closed({ threads: [aThread('team')] }), 'age@r1')
    expect([said(waiting), waiting.cards[0]?.mine?.text, waiting.cards[0]?.unit]).toEqual(['lost:row_missing', 'Falta detalle', 'age@r1'])
    expect(said(about(closed({ threads: [aThread('has')] }), 'count'))).toBe('lost:dependent_closed')
    expect(said(about(closed(), 'has@r1'))).toBe('lost:dependent_closed')
    expect(said(about(closed(), 'age@r1', 'Falta', 'professional'))).toBe('lost:comment_not_allowed')
  })

  test('[CM12] a follow-up goes to the thread that waits for it, and a late one is shown above', () => {
    const replied = about(closed({ threads: [aThread('age@r1', { state: 'replied' })] }), 'age@r1')
    expect([said(replied), ...put(replied)]).toEqual(['applied:ok', 'age@r1: Falta detalle'])
    const late = about(closed({ participant: { locked: true, lockReason: 'sent' } }), 'age@r1')
    expect(late.changes).toMatchObject([{ table: 'comment', row: { unit: 'team', late: true } }])
  })

  test('[CM12] a screen asks where the words would go before it sends them', () => {
    const places = (world: World, by: ActorName = 'leader', now = noonIn('NormalInput')) =>
      ['age@r1', 'task@r2', 'count', 'has', 'has@r1'].map((unit) => commentPlace(world, actors[by], unit, now) ?? '–')
    expect(places(closed())).toEqual(['team', 'does@r2', 'has', 'has', '–'])
    expect(places(closed({ threads: [aThread('team'), aThread('has')] }))).toEqual(['–', 'does@r2', '–', '–', '–'])
    expect(places(closed(), 'professional')).toEqual(Array(5).fill('–'))
    expect(places(closed(), 'leader', noonIn('FirstRevision'))).toEqual(Array(5).fill('–'))
  })

  test('[CM13] what was cleared while its comment waited returns as it was before the comment, once that is resolved', () => {
    const world = aWorld({ answers: [sentUp()] })
    apply(world, add(world, 'subdimensionLeader').changes)
    const standing = must(world.answer('name'), 'no answer')
    world.set('answer', 'name', { ...standing, value: null, clearedValue: standing.value })
    apply(world, resolve(world, 'subdimensionLeader').changes)
    expect(world.answer('name')).toMatchObject({ value: null, level: 3, sent: true, changeAnswer: true })
  })
})

describe('a comment about an observed answer', () => {
  const observedBy = (mid: string) => ({ ...anEvaluation('name', 'Observed'), mid })
  /** Observed and back with its responsible, who has not touched it. */
  const observed = (overrides: Partial<Answer> = {}): World =>
    aWorld({
      phase: 'CorrectionInput',
      answers: [anAnswer('name', 'A', { changeAnswer: false, ...overrides })],
      evaluations: [observedBy('decided-1')],
    })
  const now = noonIn('CorrectionInput')
  const does = (world: World, outcome: Outcome): void => {
    expect(said(outcome)).toBe('applied:ok')
    apply(world, outcome.changes)
  }

  test('[CM11] it ends no observation: resolved, or taken back, without a change the answer is still to be changed or kept', () => {
    const resolved = observed()
    does(resolved, add(resolved, 'leader', { now }))
    does(resolved, reply(resolved, 'professional', false))
    does(resolved, resolve(resolved, 'leader'))
    expect([resolved.answer('name')?.changeAnswer, pendingReasons(resolved, 'name')]).toEqual([false, ['observed']])
    const redacted = observed()
    does(redacted, add(redacted, 'leader', { now }))
    does(redacted, redactComment.decide(redacted, { id: 'comment-01' }, aContext({ actor: actors.leader })))
    expect(pendingReasons(redacted, 'name')).toEqual(['observed'])
  })

  test('[CM11] an observation that was answered by a change or a reason before the comment is so after it', () => {
    const world = observed({ level: 1, sent: true, changeAnswer: true, justification: 'Consta en el acta' })
    does(world, add(world, 'leader', { now }))
    expect(pendingReasons(world, 'name')).toEqual(['comment', 'observed'])
    does(world, resolve(world, 'leader'))
    expect(world.answer('name')).toMatchObject({ level: 1, sent: true, changeAnswer: true, justification: 'Consta en el acta' })
    expect(pendingReasons(world, 'name')).toEqual([])
  })

  test('[CM11] an observation that came after the comment leaves the answer with its responsible', () => {
    const world = commented()
    does(world, reply(world, 'professional'))
    world.set('evaluation', 'name', observedBy('decided-1'))
    does(world, resolve(world, 'subdimensionLeader'))
    expect(world.answer('name')).toMatchObject({ level: 4, sent: false, changeAnswer: false })
    const before = aWorld({
      answers: [anAnswer('name', 'A', { changeAnswer: false })],
      threads: [aThread('name', { state: 'replied' })],
      evaluations: [observedBy('decided-1')],
    })
    does(before, resolve(before, 'subdimensionLeader'))
    expect(before.answer('name')).toMatchObject({ level: 4, sent: false, changeAnswer: false })
  })

  test('[CM15] once the institution answers no more, ending a conversation moves no answer, whoever ends it and how', () => {
    const ends: readonly ((world: World, context: Partial<Context>) => Outcome)[] = [
      (world, context) =>
        resolveComment.decide(world, { unit: 'name', threadId: 'thread-name' }, aContext({ actor: actors.subdimensionLeader, ...context })),
      (world, context) => redactComment.decide(world, { id: 'comment-01' }, aContext({ actor: actors.subdimensionLeader, ...context })),
    ]
    const { endMs } = boundsOf(must(theStages[0], 'no first stage'))
    const inTime = { now: instantOf(endMs + 3_600_000), occurredAt: instantOf(endMs - 60_000), lease: instantOf(endMs - 3_600_000) }
    const levelAfter = (end: (typeof ends)[number], lockReason: 'sent' | 'stageEnd', context: Partial<Context>): number | undefined => {
      const world = commented()
      world.set('participant', world.institutionId, { ...world.participant, locked: true, lockReason })
      const outcome = end(world, context)
      expect(said(outcome)).toBe('applied:ok')
      apply(world, outcome.changes)
      expect(world.get('thread', 'name')?.state).toBe('resolved')
      return world.answer('name')?.level
    }
    for (const end of ends) {
      expect(levelAfter(end, 'sent', {})).toBe(4)
      expect(levelAfter(end, 'stageEnd', { now: noonIn('FirstRevision') })).toBe(4)
      expect(levelAfter(end, 'sent', inTime)).toBe(4)
      expect(levelAfter(end, 'stageEnd', inTime)).toBe(3)
    }
  })

  test('[CM9] a follow-up to an answer that changed meanwhile gives it back as it was then', () => {
    const world = commented()
    world.set('answer', 'name', anAnswer('name', 'B', { rev: 2 }))
    does(world, reply(world, 'professional'))
    does(world, add(world, 'subdimensionLeader', { id: 'comment-02' }))
    expect(world.answer('name')?.changeAnswer).toBe(false)
    does(world, resolve(world, 'subdimensionLeader'))
    expect(world.answer('name')).toMatchObject({ value: 'B', level: 4, sent: false, changeAnswer: true })
  })
})

describe('rewording and taking back', () => {
  const edit = (world: World, by: ActorName, body = 'Otra cosa', now?: string): Outcome =>
    editComment.decide(world, { id: 'comment-01', body }, aContext({ actor: actors[by], ...(now ? { now } : {}) }))
  const redact = (world: World, by: ActorName, id = 'comment-01'): Outcome =>
    redactComment.decide(world, { id }, aContext({ actor: actors[by] }))

  test('[CM10] its author rewords a comment before the first reply, while comments are open', () => {
    expect(said(edit(commented(), 'subdimensionLeader'))).toBe('applied:ok')
    expect(said(edit(commented(), 'leader'))).toBe('refused:thread_missing')
    expect(said(edit(commented(), 'subdimensionLeader', 'Falta detalle'))).toBe('noop:ok')
    expect(said(edit(commented(), 'subdimensionLeader', ''))).toBe('refused:comment_empty')
    expect(said(edit(commented(), 'subdimensionLeader', 'Otra', noonIn('FirstRevision')))).toBe('lost:comment_not_editable')
  })

  test('[CM10] after a reply, even with a follow-up open, it is not', () => {
    const world = commented()
    apply(world, reply(world, 'professional').changes)
    expect(said(edit(world, 'subdimensionLeader'))).toBe('lost:comment_not_editable')
    apply(world, add(world, 'subdimensionLeader', { id: 'comment-02' }).changes)
    expect(said(edit(world, 'subdimensionLeader'))).toBe('lost:comment_not_editable')
  })

  test('[CF16] an edit is a new wording; a deletion leaves a placeholder, and the replies stay', () => {
    const world = commented()
    apply(world, edit(world, 'subdimensionLeader').changes)
    expect(world.get('comment', 'comment-01')).toMatchObject({ body: 'Otra cosa', edited: true })
    apply(world, reply(world, 'professional').changes)
    apply(world, redact(world, 'subdimensionLeader').changes)
    expect([
      world.get('comment', 'comment-01')?.body,
      world.get('comment', 'reply-0001')?.body,
      world.get('thread', 'name')?.state,
    ]).toEqual([null, 'Lo veo', 'replied'])
    expect(said(redact(world, 'subdimensionLeader'))).toBe('noop:ok')
    expect(said(redact(world, 'professional'))).toBe('refused:thread_missing')
  })

  test('[CF16] taking back the only comment of an open thread resolves it and gives the answer back its level', () => {
    const world = commented()
    apply(world, redact(world, 'subdimensionLeader').changes)
    expect(world.get('thread', 'name')?.state).toBe('resolved')
    expect(world.answer('name')).toMatchObject({ level: 3, sent: true })
    const two = aWorld({
      answers: [sentUp()],
      threads: [aThread('name')],
      comments: [aComment('comment-01', 'name'), aComment('comment-02', 'name')],
    })
    apply(two, redact(two, 'subdimensionLeader').changes)
    expect(two.get('thread', 'name')?.state).toBe('open')
  })
})

test('[CM1] a person’s standing is their highest in the branch: nobody below a dimension leader comments on what they answer themselves', () => {
  const world = aWorld({ assignments: { d1: 'dimension', s11: 'capacity', name: 'dimension' } })
  const who = (['leader', 'dimensionLeader', 'subdimensionLeader'] as const).filter((name) =>
    canOpenThread(world, questionNamed('name'), actors[name].id),
  )
  expect(who).toEqual(['leader'])
})
