import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actors, aComment, anAnswer, anEvaluation, aThread, aWorld, noon, noonIn } from '../forms/fixtures.ts'
import type { Overview } from '../evaluations/model.ts'
import { epochMs, instantOf, type Instant } from '../kernel/instant.ts'
import type { Send } from '../sends/model.ts'
import { assertProperty } from '../testing/properties.ts'
import type { World } from '../world.ts'
import { changesSince, receivedSince, type News } from './changes.ts'
import type { Visit } from './model.ts'
import { together, visitNow } from './rules.ts'

const hours = (n: number, from: Instant = noon): Instant => instantOf(epochMs(from) + n * 3_600_000)

describe('visits', () => {
  test('[VS1] whoever comes back after three hours makes another visit; a short pause and a clock that goes back end none', () => {
    const first = visitNow(null, noon)
    expect(first).toEqual({ at: noon, since: null, seenAt: noon, dismissed: false })
    const dismissed = { ...visitNow(first, hours(2)), dismissed: true }
    expect(dismissed).toEqual({ at: noon, since: null, seenAt: hours(2), dismissed: true })
    expect(visitNow(dismissed, hours(-40))).toEqual(dismissed)
    expect(visitNow(dismissed, hours(4.99)).at).toBe(noon)
    expect(visitNow(dismissed, hours(5))).toEqual({ at: hours(5), since: hours(2), seenAt: hours(5), dismissed: false })
  })

  test('[VS2] a visit on two devices is one, put away on both, and what came before it is the newer of what they know', () => {
    const desk: Visit = { at: hours(0), since: hours(-20), seenAt: hours(1), dismissed: false }
    const phone: Visit = { at: hours(2), since: hours(-90), seenAt: hours(3), dismissed: true }
    expect(together(desk, phone)).toEqual({ at: hours(0), since: hours(-20), seenAt: hours(3), dismissed: true })
    const fresh: Visit = { at: hours(2), since: null, seenAt: hours(2), dismissed: false }
    expect(together(fresh, desk).since).toBe(hours(-20))
    // A device that was used in the middle of the visit does not move its beginning's yesterday into it.
    expect(together(desk, { ...phone, since: hours(0.5) }).since).toBe(hours(-20))
    // The day after, on a device that was away for a week: what it missed was seen on the other.
    const later: Visit = { at: hours(24), since: hours(-160), seenAt: hours(24), dismissed: false }
    expect(together(later, desk)).toEqual({ ...later, since: hours(1) })
  })

  test('[VS2] whichever of two is told first, and however often, the same comes of it', () => {
    const visit: fc.Arbitrary<Visit> = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 10 }), fc.option(fc.integer({ min: 3, max: 40 })), fc.boolean())
      .map(([at, lasts, away, dismissed]) => ({
        at: hours(at),
        since: away === null ? null : hours(at - away),
        seenAt: hours(at + lasts),
        dismissed,
      }))
    assertProperty(
      fc.property(visit, visit, (one, other) => {
        const both = together(one, other)
        expect(together(other, one)).toEqual(both)
        expect(together(both, one)).toEqual(both)
        expect(together(both, both)).toEqual(both)
        expect(both.since === null || both.since < both.at).toBe(true)
        expect(both.at <= both.seenAt).toBe(true)
      }),
      { runs: 300 },
    )
  })
})

describe('what changed', () => {
  const span = { since: hours(-10), until: hours(0) }
  const inside = { receivedAt: hours(-1) }
  const kinds = (news: readonly News[]): string[] => news.map(({ kind }) => kind)
  const all = (world: World, who: keyof typeof actors = 'leader', at = span): readonly News[] => changesSince(world, actors[who], at)
  /** Without the days that are left, which stand beside whatever else there is. */
  const of = (...given: Parameters<typeof all>): readonly News[] => all(...given).filter(({ kind }) => kind !== 'daysLeft')
  const send = (rest: Partial<Send>): Send => ({
    id: 'send-1',
    number: 'IIP-1',
    authorId: 'professional',
    sentAt: hours(-1),
    toLevel: 3,
    to: ['capacity'],
    answers: 4,
    files: 0,
    digest: '',
    ...rest,
  })

  test('[VS3] nothing is told where nothing changed, nor of what oneself did, what came before and what comes while one looks on', () => {
    expect(all(aWorld())).toEqual([])
    const world = aWorld({
      answers: [
        anAnswer('name', 'A', { ...inside, authorId: 'leader' }),
        anAnswer('essay', 'B', { receivedAt: span.since }),
        anAnswer('has', true, { receivedAt: hours(0.1) }),
        anAnswer('amount', null, inside),
      ],
    })
    expect(all(world)).toEqual([])
  })

  test('[VS3] answers of others are counted by who wrote them and where, when the server had them: what was written long before without a network too', () => {
    const world = aWorld({
      answers: [anAnswer('name', 'A', { ...inside, occurredAt: hours(-90) }), anAnswer('essay', 'B', { ...inside, authorId: 'other' })],
    })
    expect(of(world)).toEqual([{ kind: 'answers', authors: ['professional', 'other'], units: ['name', 'essay'], subDimensionIds: ['s11'] }])
  })

  test('[VS3] comments that wait for the reader, and replies to theirs, are told to them alone, until they are dealt with', () => {
    const thread = aThread('name', { authorId: 'capacity', addresseeId: 'professional', state: 'open' })
    const comment = aComment('c1', 'name', { threadId: thread.threadId, authorId: 'capacity', ...inside, writtenAt: hours(-90) })
    const world = aWorld({ threads: [thread], comments: [comment] })
    expect(of(world, 'professional')).toMatchObject([{ kind: 'comments', authors: ['capacity'], units: ['name'] }])
    for (const who of ['leader', 'subdimensionLeader', 'otherProfessional'] as const) expect(of(world, who), who).toEqual([])
    const reply = aComment('c2', 'name', { threadId: thread.threadId, kind: 'reply', authorId: 'professional', ...inside })
    const replied = aWorld({ threads: [{ ...thread, state: 'replied' }], comments: [comment, reply] })
    expect(of(replied, 'subdimensionLeader')).toMatchObject([{ kind: 'replies', authors: ['professional'], units: ['name'] }])
    expect(of(replied, 'professional')).toEqual([])
    expect(of(aWorld({ threads: [{ ...thread, state: 'resolved' }], comments: [comment, reply] }), 'subdimensionLeader')).toEqual([])
  })

  test('[VS3] decisions are told when the institution was told, and the stage by its beginning and its end, the most urgent first', () => {
    const at = { since: noonIn('FirstRevision'), until: noonIn('CorrectionInput') }
    const world = aWorld({
      phase: 'CorrectionInput',
      evaluations: [
        anEvaluation('name', 'Observed', { publishedAt: hours(-1, at.until), decidedAt: hours(-400, at.until) }),
        anEvaluation('essay', 'Accepted', { publishedAt: hours(-1, at.until) }),
        anEvaluation('has', 'Observed', { publishedAt: hours(-1, at.since) }),
      ],
    })
    expect(of(world, 'leader', at)).toMatchObject([
      { kind: 'stage', begun: true, stage: { kind: 'CorrectionInput' } },
      { kind: 'decisions', decision: 'Observed', units: ['name'] },
      { kind: 'decisions', decision: 'Accepted', units: ['essay'] },
    ])
    const ended = { since: noonIn('NormalInput'), until: noonIn('Gap') }
    expect(of(aWorld(), 'leader', ended)).toMatchObject([{ kind: 'stage', begun: false, stage: { kind: 'NormalInput' } }])
  })

  test('[VS3] what one was given by somebody else and still has is told, with the way to it', () => {
    const world = aWorld()
    const give = (element: string, userId: string | null, by: string) =>
      world.set('assignment', element, { element, level: 'Question', userId, rev: 2, by, at: hours(-1) })
    give('has', 'idle', 'leader')
    expect(of(world, 'idle')).toEqual([{ kind: 'assignments', count: 1, subDimensionId: world.index.question('has')?.dimensionId }])
    give('has', null, 'leader')
    expect(of(world, 'idle')).toEqual([])
    give('has', 'leader', 'leader')
    expect(of(world, 'leader')).toEqual([])
  })

  test('[VS3] what was sent is told to whom it was sent and to who leads, and the send to the evaluation to everybody', () => {
    const world = aWorld()
    world.set('send', 'send-1', send({}))
    expect(of(world, 'subdimensionLeader')).toEqual([{ kind: 'sends', toEvaluation: false, authors: ['professional'], answers: 4 }])
    expect(kinds(of(world, 'leader'))).toEqual(['sends'])
    for (const who of ['otherProfessional', 'professional'] as const) expect(of(world, who), who).toEqual([])
    world.set('send', 'send-2', send({ id: 'send-2', authorId: 'leader', toLevel: 0 }))
    expect(of(world, 'otherProfessional')).toEqual([{ kind: 'sends', toEvaluation: true, authors: ['leader'], answers: 4 }])
  })

  test('[VS3] days left are told to who owes something, beside other things in the last week, and alone once seven, two, one or none are left', () => {
    const stage = aWorld().form.stages[0]
    const on = (day: number, hour = 15): Instant =>
      `${stage?.end.slice(0, 8)}${String(Number(stage?.end.slice(8)) - day).padStart(2, '0')}T${hour}:00:00.000Z`
    const daysAt = (before: number, now: number, who: keyof typeof actors = 'leader') =>
      all(aWorld(), who, { since: on(before, 13), until: on(now) }).flatMap((each) => (each.kind === 'daysLeft' ? [each.days] : []))
    expect([daysAt(9, 8), daysAt(8, 7), daysAt(7, 6), daysAt(3, 2), daysAt(2, 1), daysAt(1, 0), daysAt(0, 0)]).toEqual([
      [],
      [7],
      [],
      [2],
      [1],
      [0],
      [],
    ])
    expect(daysAt(8, 7, 'idle')).toEqual([])
    const busy = aWorld({ answers: [anAnswer('name', 'A', { receivedAt: on(5) })] })
    expect(kinds(all(busy, 'leader', { since: on(6), until: on(5) }))).toEqual(['answers', 'daysLeft'])
  })

  test('[VS4] an evaluator is told what each of their institutions sent, the newest first, and of the stage', () => {
    const { form } = aWorld()
    const row = (institutionId: string, rest: Partial<Overview>): Overview =>
      // Only what is read here.
      ({
        institutionId,
        formId: form.id,
        name: institutionId,
        evaluatorId: 'evaluator',
        locked: true,
        sentAt: hours(-1),
        ...rest,
      }) as Overview
    const rows = [
      row('a', { sentAt: hours(-3) }),
      row('b', {}),
      row('again', { locked: false }),
      row('before', { sentAt: hours(-11) }),
      row('never', { sentAt: null }),
      row('theirs', { evaluatorId: 'evaluator-2' }),
      row('elsewhere', { formId: 'other' }),
    ]
    const told = receivedSince(form, rows, actors.evaluator, span)
    expect(told.map((each) => (each.kind === 'received' ? each.institutionId : each.kind))).toEqual(['b', 'a'])
    expect(kinds(receivedSince(form, [], actors.evaluator, { since: noonIn('Gap'), until: noonIn('FirstRevision') }))).toEqual(['stage'])
  })
})
