import { describe, expect, test } from 'vitest'
import { readOnlyReason } from '../answers/rules.ts'
import type { Attachment } from '../attachments/model.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import {
  actors,
  aContext,
  aWorld,
  anAnswer,
  anAttachment,
  anEvaluation,
  fullAnswers,
  noonIn,
  theStages,
  anAppeal,
} from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import type { Unit } from '../kernel/ids.ts'
import { addDays, epochMs, instantOf } from '../kernel/instant.ts'
import { boundsOf } from '../stages/rules.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import type { Decision, Evaluation, Round } from './model.ts'
import { acceptRemaining, decideAnswer, publishedDecisions, reopenAccepted, sendEvaluation } from './mutations.ts'
import { acceptedBatches, advanceOf, decisionIn, gapsAt, roundCounters, undecidedUnits } from './rules.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const hour = 3_600_000
const locked = { locked: true, lockReason: 'sent' } as const
const inRound = (round: Round | 'CalculateResults', parts: Parameters<typeof aWorld>[0] = {}): World =>
  aWorld({ phase: round, answers: fullAnswers({ level: 0, sent: true }), ...parts, participant: { ...locked, ...parts.participant } })

interface Call {
  readonly by?: ActorName
  readonly comment?: string
  readonly rev?: number
  readonly base?: string | null
  readonly round?: Round
  readonly mid?: string
}
const decide = (
  world: World,
  unit: Unit,
  decision: Decision,
  { by = 'evaluator', comment, rev = 1, round = 'FirstRevision', ...context }: Call = {},
): Outcome =>
  decideAnswer.decide(world, { unit, decision, comment, answerRev: rev }, aContext({ actor: actors[by], now: noonIn(round), ...context }))
const remaining = (world: World, units: Array<[string, number]>, round: Round = 'FirstRevision'): Outcome =>
  acceptRemaining.decide(world, { units }, aContext({ actor: actors.evaluator, now: noonIn(round) }))
const sendRound = (world: World, round: Round = 'FirstRevision', by: ActorName = 'evaluator'): Outcome =>
  sendEvaluation.decide(world, {}, aContext({ actor: actors[by], now: noonIn(round) }))
const everyUnit = (world: World, round: Round): Array<[string, number]> =>
  undecidedUnits(world, round).map((unit) => [unit, world.answer(unit)?.rev ?? 0])

const draftsOf = (outcome: Outcome): Evaluation[] => outcome.changes.flatMap((change) => (change.table === 'draft' ? [change.row] : []))

describe('deciding', () => {
  test('[EV1] a first revision accepts or observes, a second and a replica’s accept or reject', () => {
    const offered = (round: Round): string[] => {
      const world = inRound(round, {
        evaluations: [anEvaluation('has', 'Rejected', { round: 'SecondRevision' })],
        participant: { replicaSubDimensionIds: ['s12'], replicaSentAt: noonIn('ReplicaInput') },
      })
      world.set('answer', 'has', anAnswer('has', true, { appeal: anAppeal() }))
      return (['Accepted', 'Observed', 'Rejected'] as const).filter(
        (decision) => decide(world, 'has', decision, { round, comment: 'porque' }).disposition === 'applied',
      )
    }
    expect([offered('FirstRevision'), offered('SecondRevision'), offered('ReplicaRevision')]).toEqual([
      ['Accepted', 'Observed'],
      ['Accepted', 'Rejected'],
      ['Accepted', 'Rejected'],
    ])
    expect(said(decide(inRound('FirstRevision'), 'has', 'Rejected'))).toBe('lost:decision_not_allowed')
  })

  test('[EV2] only the institution’s evaluator decides, in a revision, on locked answers, before the round is sent', () => {
    expect((['leader', 'administrator'] as const).map((by) => said(decide(inRound('FirstRevision'), 'name', 'Accepted', { by })))).toEqual(
      Array(2).fill('refused:not_assigned_evaluator'),
    )
    expect(said(decide(inRound('FirstRevision', { participant: { locked: false, lockReason: null } }), 'name', 'Accepted'))).toBe(
      'lost:not_locked',
    )
    const outside = decideAnswer.decide(
      inRound('FirstRevision'),
      { unit: 'name', decision: 'Accepted', answerRev: 1 },
      aContext({ actor: actors.evaluator, now: noonIn('CalculateResults') }),
    )
    expect(said(outside)).toBe('lost:stage_closed')
    expect(said(decide(inRound('FirstRevision', { participant: { releasedStageIds: ['stage-FirstRevision'] } }), 'name', 'Accepted'))).toBe(
      'lost:evaluation_sent',
    )
    expect(said(decide(inRound('FirstRevision', { header: { enabled: false } }), 'name', 'Accepted'))).toBe('lost:form_disabled')
  })

  test('[EV3] observing needs an answer and a comment', () => {
    expect(said(decide(inRound('FirstRevision'), 'name', 'Observed'))).toBe('refused:observation_empty')
    expect(said(decide(inRound('FirstRevision', { answers: [] }), 'name', 'Observed', { comment: 'x', rev: 0 }))).toBe(
      'lost:answer_missing',
    )
    expect(said(decide(inRound('FirstRevision'), 'name', 'Observed', { comment: 'Falta' }))).toBe('applied:ok')
  })

  test('[EV4] administrative questions and the survey need no decision', () => {
    expect((['code', 'joy'] as const).map((unit) => said(decide(inRound('FirstRevision'), unit, 'Accepted')))).toEqual(
      Array(2).fill('refused:no_evaluation_needed'),
    )
    expect(said(decide(inRound('FirstRevision'), 'nada', 'Accepted'))).toBe('refused:question_retired')
  })

  test('[EV5] a decision stays in the evaluators’ own scope until the evaluation is sent, and can be changed until then', () => {
    const world = inRound('FirstRevision')
    const outcome = decide(world, 'name', 'Accepted')
    expect(outcome.changes).toMatchObject([
      { scope: 'eval:north:form', table: 'draft', id: 'name', row: { decision: 'Accepted', answerRev: 1, rev: 1 } },
    ])
    apply(world, outcome.changes)
    expect(said(decide(world, 'name', 'Accepted'))).toBe('noop:ok')
    expect(said(decide(world, 'name', 'Observed', { comment: 'Falta', base: 'mid-new' }))).toBe('applied:ok')
  })

  test('[EV6] rejecting a parent rejects every answered unit below it, and remembers what each was', () => {
    const world = inRound('SecondRevision', { drafts: [anEvaluation('which', 'Accepted', { round: 'SecondRevision', comment: 'bien' })] })
    const outcome = decide(world, 'has', 'Rejected', { round: 'SecondRevision', comment: 'No consta' })
    expect(draftsOf(outcome).map((draft) => [draft.unit, draft.decision, draft.former])).toEqual([
      ['has', 'Rejected', null],
      ['which', 'Rejected', { decision: 'Accepted', comment: 'bien' }],
      ['count', 'Rejected', null],
    ])
    const block = decide(inRound('SecondRevision'), 'team', 'Rejected', { round: 'SecondRevision' })
    expect(block.changes.map((change) => change.id)).toEqual(['team', 'person@r1', 'does@r1', 'task@r1', 'age@r1'])
    expect(decide(inRound('SecondRevision'), 'has', 'Accepted', { round: 'SecondRevision' }).changes).toHaveLength(1)
  })

  test('[EV7] a decision on an answer that changed since the last release is flagged as changed', () => {
    const flagOf = (world: World) => draftsOf(decide(world, 'name', 'Accepted', { round: 'SecondRevision' }))[0]?.changeEvaluation
    const changed = inRound('SecondRevision', { evaluations: [anEvaluation('name', 'Observed')] })
    const same = inRound('SecondRevision', {
      answers: [anAnswer('name', 'A', { changeAnswer: false })],
      evaluations: [anEvaluation('name', 'Observed')],
    })
    const late = inRound('SecondRevision', { answers: [anAnswer('name', 'A', { late: true })] })
    expect([flagOf(changed), flagOf(same), flagOf(inRound('SecondRevision')), flagOf(late)]).toEqual([true, false, false, true])
  })
})

describe('conflicts of decisions', () => {
  test('[CF8] a decision on an older revision never stands: the evaluator confirms again', () => {
    const world = inRound('FirstRevision', { answers: [anAnswer('name', 'B', { rev: 9 })] })
    const outcome = decide(world, 'name', 'Accepted', { rev: 7 })
    expect(said(outcome)).toBe('lost:evaluated_old_revision')
    expect(outcome.cards).toMatchObject([{ ownerId: 'evaluator', side: 'author', mine: { decision: 'Accepted' }, theirs: { value: 'B' } }])
    expect(outcome.changes).toEqual([])
  })

  test('[CF9] of two evaluators who decide unseen the first stands, and the second keeps theirs', () => {
    const world = inRound('FirstRevision', { drafts: [anEvaluation('name', 'Observed', { authorId: 'evaluator-2' })] })
    const outcome = decide(world, 'name', 'Accepted')
    expect([said(outcome), outcome.cards.length]).toEqual(['lost:already_decided', 1])
    expect(said(decide(world, 'name', 'Accepted', { base: 'e-name' }))).toBe('applied:ok')
    expect(outcome.cards).toMatchObject([
      {
        mine: { decision: 'Accepted' },
        theirs: { mid: 'e-name', authorId: 'evaluator-2', decision: 'Observed' },
        params: { name: 'Elio Evaluador' },
      },
    ])
    expect(outcome.cards[0]?.theirs).not.toHaveProperty('value')
    const own = inRound('FirstRevision', { drafts: [anEvaluation('name', 'Observed')] })
    expect(said(decide(own, 'name', 'Accepted', { base: 'older' }))).toBe('applied_over:own_other_device')
  })

  test('[CF10] a decision of an evaluator who was replaced is kept, and offered to the successor', () => {
    const outcome = decide(inRound('FirstRevision'), 'name', 'Accepted', { by: 'otherEvaluator' })
    expect(said(outcome)).toBe('lost:evaluator_not_assigned')
    expect(outcome.cards.map((card) => `${card.ownerId} ${card.side} ${card.code}`)).toEqual([
      'evaluator-2 author evaluator_not_assigned',
      'evaluator other suggested',
    ])
    expect(outcome.cards[1]?.theirs?.decision).toBe('Accepted')
    expect(outcome.cards[1]?.mine).toHaveProperty('value')
    const drafts = [anEvaluation('name', 'Observed', { comment: 'Falta' })]
    const meets = decide(inRound('FirstRevision', { drafts }), 'name', 'Accepted', { by: 'otherEvaluator' })
    expect(meets.cards[1]?.mine).toMatchObject({ authorId: 'evaluator', decision: 'Observed', text: 'Falta' })
    expect(meets.cards[0]?.theirs).toBeNull()
  })
})

describe('accepting the remaining', () => {
  test('[EV8] only answered units without a decision in the round are accepted; observed and rejected ones are never overwritten', () => {
    const world = inRound('FirstRevision', { drafts: [anEvaluation('name', 'Observed')] })
    const outcome = remaining(world, [...everyUnit(world, 'FirstRevision'), ['name', 1], ['code', 1], ['nada', 1]])
    expect(outcome.changes).toHaveLength(14)
    apply(world, outcome.changes)
    expect(world.get('draft', 'name')?.decision).toBe('Observed')
    expect(undecidedUnits(world, 'FirstRevision')).toEqual([])
    expect(said(remaining(world, everyUnit(world, 'FirstRevision')))).toBe('noop:ok')
  })

  test('[EV8] an answer that moved since is left undecided and told; a unit listed twice is accepted once', () => {
    const world = inRound('FirstRevision', { answers: [anAnswer('name', 'A'), anAnswer('essay', '<p>a b c</p>', { rev: 4 })] })
    const outcome = remaining(world, [
      ['name', 1],
      ['name', 1],
      ['essay', 3],
    ])
    expect([said(outcome), outcome.changes.map((change) => change.id), outcome.reply]).toEqual([
      'applied:ok',
      ['name'],
      { accepted: 1, changed: 1 },
    ])
    expect(outcome.cards[0]).toMatchObject({ code: 'evaluated_old_revision', params: { n: 1 } })
    expect(said(remaining(world, [['essay', 3]]))).toBe('lost:evaluated_old_revision')
  })
})

describe('the file that was looked at', () => {
  const ofProof = (id: string, overrides: Partial<Attachment> = {}): Attachment => anAttachment(id, 'proof', overrides)
  const decideOn = (world: World, file: string | null | undefined, context: Partial<Context> = {}, decision: Decision = 'Accepted') =>
    decideAnswer.decide(
      world,
      {
        unit: 'proof',
        decision,
        comment: decision === 'Observed' ? 'Falta la firma' : null,
        answerRev: 1,
        ...(file === undefined ? {} : { file }),
      },
      aContext({ actor: actors.evaluator, now: noonIn('FirstRevision'), ...context }),
    )
  const withFile = (...files: Attachment[]): World => inRound('FirstRevision', { attachments: files })

  test('[EV21] a decision on a file that is not the one that stands does not stand, and its words are kept', () => {
    const world = withFile(ofProof('file-late'))
    const outcomes = [decideOn(world, 'file-seen'), decideOn(world, null), decideOn(withFile(), 'file-seen', {}, 'Observed')]
    expect(outcomes.map(said)).toEqual(Array(3).fill('lost:evaluated_old_file'))
    expect(outcomes[2]?.cards).toMatchObject([
      { ownerId: 'evaluator', unit: 'proof', code: 'evaluated_old_file', mine: { decision: 'Observed', text: 'Falta la firma' } },
    ])
    expect([decideOn(world, 'file-late'), decideOn(withFile(), null)].map(said)).toEqual(Array(2).fill('applied:ok'))
    expect(draftsOf(decideOn(world, 'file-late'))).toMatchObject([{ file: 'file-late' }])
  })

  test('[EV21] where the device does not name it, a file that came or went after the decision was made counts as not seen', () => {
    const now = noonIn('FirstRevision')
    const before = instantOf(epochMs(now) - hour)
    const later = instantOf(epochMs(now) - hour / 2)
    const made = { occurredAt: before }
    expect(said(decideOn(withFile(ofProof('f')), undefined, made))).toBe('applied:ok')
    expect(said(decideOn(withFile(ofProof('f', { addedAt: later })), undefined, made))).toBe('lost:evaluated_old_file')
    const gone = ofProof('f', { state: 'removed', removedAt: later })
    expect(said(decideOn(withFile(gone), undefined, made))).toBe('lost:evaluated_old_file')
    expect(said(decideOn(withFile(ofProof('f', { addedAt: later, applied: false })), undefined, made))).toBe('applied:ok')
  })

  test('[EV22] the card of a mass acceptance names what it left undecided, ten at most', () => {
    const units = Object.keys(Object.fromEntries(everyUnit(inRound('FirstRevision'), 'FirstRevision')))
    const seenBefore = (listed: readonly string[]) =>
      remaining(
        inRound('FirstRevision'),
        listed.map((unit) => [unit, 0]),
      ).cards[0]
    const two = seenBefore(['name', 'essay'])
    expect(two?.params).toEqual({ n: 2, numbers: '1.1.1, 1.1.2' })
    expect(two?.others).toMatchObject([
      { unit: 'name', side: { mid: 'm-name', authorId: 'professional' } },
      { unit: 'essay', side: { mid: 'm-essay' } },
    ])
    const many = seenBefore(units)
    expect(units.length).toBeGreaterThan(10)
    expect([many?.params['n'], many?.others?.length]).toEqual([units.length, 10])
  })

  test('[EV21] accepting the remaining leaves what has another file undecided, and tells', () => {
    const world = withFile(ofProof('file-late'))
    const rest = (file: string | null) =>
      acceptRemaining.decide(
        world,
        {
          units: [
            ['name', 1],
            ['proof', 1],
          ],
          files: file === null ? [] : [['proof', file]],
        },
        aContext({ actor: actors.evaluator, now: noonIn('FirstRevision') }),
      )
    for (const outcome of [rest('file-seen'), rest(null)])
      expect([outcome.reply, outcome.cards]).toMatchObject([
        { accepted: 1, changed: 1 },
        [{ code: 'evaluated_old_file', params: { n: 1 } }],
      ])
    expect(draftsOf(rest('file-late')).map(({ unit, file }) => [unit, file])).toEqual([
      ['name', null],
      ['proof', 'file-late'],
    ])
  })

  test('[EV21] a file that comes to a decided answer makes its decision an earlier one: it is given again, and accepts nothing until then', () => {
    const world = withFile()
    apply(world, decideOn(world, null).changes)
    world.set('attachment', 'file-late', ofProof('file-late'))
    expect(gapsAt(world, 'proof', 'FirstRevision')).toEqual(['outdated'])
    expect(publishedDecisions(world, 'FirstRevision', noonIn('FirstRevision'))).toEqual([])
    const again = decideOn(world, 'file-late', { base: 'mid-new', mid: 'again' })
    expect(said(again)).toBe('applied:ok')
    apply(world, again.changes)
    expect([gapsAt(world, 'proof', 'FirstRevision'), said(decideOn(world, 'file-late'))]).toEqual([[], 'noop:ok'])
  })

  test('[EV21] an acceptance of the first revision does not stand in the second on another file', () => {
    const world = inRound('SecondRevision', { evaluations: [{ ...anEvaluation('proof', 'Accepted'), file: 'file-seen' }] })
    expect(decisionIn(world, 'proof', 'SecondRevision')).toBeUndefined()
    world.set('attachment', 'file-seen', ofProof('file-seen'))
    expect(decisionIn(world, 'proof', 'SecondRevision')?.decision).toBe('Accepted')
  })
})

describe('taking a mass acceptance back', () => {
  const reopen = (world: World, batch: string, round: Round = 'FirstRevision', by: ActorName = 'evaluator'): Outcome =>
    reopenAccepted.decide(world, { batch }, aContext({ actor: actors[by], now: noonIn(round), mid: 'reopening' }))
  const accepted = (): World => {
    const world = inRound('FirstRevision', { drafts: [anEvaluation('name', 'Observed'), anEvaluation('day', 'Accepted')] })
    apply(world, remaining(world, everyUnit(world, 'FirstRevision')).changes)
    return world
  }

  test('[EV17] exactly what it accepted is undecided again; what was decided before and since stays', () => {
    const world = accepted()
    const [batch] = acceptedBatches(world, 'FirstRevision')
    const { mid, units } = must(batch, 'no batch')
    apply(world, decide(world, 'essay', 'Observed', { comment: 'Falta', base: mid, mid: 'later' }).changes)
    const outcome = reopen(world, mid)
    expect([said(outcome), outcome.reply]).toEqual(['applied:ok', { reopened: units.length - 1 }])
    expect(new Set(outcome.history.map((entry) => entry.action))).toEqual(new Set(['Reabre']))
    apply(world, outcome.changes)
    expect([world.get('draft', 'name')?.decision, decisionIn(world, 'essay', 'FirstRevision')?.decision]).toEqual(['Observed', 'Observed'])
    expect(undecidedUnits(world, 'FirstRevision').toSorted()).toEqual(units.filter((unit) => unit !== 'essay').toSorted())
    expect([acceptedBatches(world, 'FirstRevision'), said(reopen(world, mid))]).toEqual([[], 'noop:ok'])
  })

  test('[EV17] what was taken back is neither published nor in the way of a new decision, and its answer can be edited again', () => {
    const world = accepted()
    const [batch] = acceptedBatches(world, 'FirstRevision')
    apply(world, reopen(world, must(batch, 'no batch').mid).changes)
    expect(
      publishedDecisions(world, 'FirstRevision', noonIn('FirstRevision'))
        .map((change) => change.id)
        .toSorted(),
    ).toEqual(['day', 'day', 'name', 'name'])
    expect(said(sendRound(world))).toBe('lost:evaluation_incomplete')
    expect(said(decide(world, 'essay', 'Observed', { comment: 'Falta', by: 'evaluator' }))).toBe('applied:ok')
    expect(roundCounters(world, 'FirstRevision')).toMatchObject({ accepted: 1, observed: 1 })
  })

  test('[EV17] after the evaluation was sent, and by whom it is not assigned to, nothing is taken back', () => {
    const world = accepted()
    const mid = must(acceptedBatches(world, 'FirstRevision')[0], 'no batch').mid
    expect([said(reopen(world, mid, 'FirstRevision', 'otherEvaluator')), said(reopen(world, mid, 'FirstRevision', 'leader'))]).toEqual([
      'lost:evaluator_not_assigned',
      'refused:not_assigned_evaluator',
    ])
    apply(world, sendRound(world).changes)
    expect(said(reopen(world, mid))).toBe('lost:evaluation_sent')
  })
})

describe('rounds', () => {
  test('[EV9] what a first revision accepted stands in the second unless the answer changed', () => {
    const world = inRound('SecondRevision', {
      evaluations: [anEvaluation('name', 'Accepted'), anEvaluation('essay', 'Accepted'), anEvaluation('day', 'Observed')],
    })
    world.set('answer', 'essay', anAnswer('essay', '<p>otra cosa más</p>', { rev: 2 }))
    expect([
      decisionIn(world, 'name', 'SecondRevision')?.decision,
      decisionIn(world, 'essay', 'SecondRevision'),
      decisionIn(world, 'day', 'SecondRevision'),
    ]).toEqual(['Accepted', undefined, undefined])
  })

  test('[EV9] pending counts answered units without a decision; a replica’s only what was appealed', () => {
    const first = inRound('FirstRevision', { drafts: [anEvaluation('name', 'Observed'), anEvaluation('essay', 'Accepted')] })
    expect(roundCounters(first, 'FirstRevision')).toEqual({ total: 15, pendent: 13, accepted: 1, rejected: 0, observed: 1 })
    const replica = inRound('ReplicaRevision', {
      participant: { replicaSubDimensionIds: ['s12'], replicaSentAt: noonIn('ReplicaInput') },
      evaluations: [
        anEvaluation('has', 'Rejected'),
        anEvaluation('name', 'Rejected'),
        anEvaluation('which', 'Accepted'),
        anEvaluation('count', 'Rejected'),
      ],
    })
    for (const unit of ['has', 'name', 'which']) {
      const answer = must(replica.answer(unit), `no ${unit}`)
      replica.set('answer', unit, { ...answer, appeal: anAppeal() })
    }
    expect(roundCounters(replica, 'ReplicaRevision')).toMatchObject({ total: 1, pendent: 1 })
    expect(said(decide(replica, 'name', 'Accepted', { round: 'ReplicaRevision' }))).toBe('lost:answer_missing')
  })

  test('[EV10] advance is the share that is decided, a whole number from 0 to 100, and 0 of nothing', () => {
    expect([
      advanceOf({ total: 0, pendent: 0 }),
      advanceOf({ total: 3, pendent: 1 }),
      advanceOf({ total: 5, pendent: 0 }),
      advanceOf({ total: 5, pendent: 5 }),
    ]).toEqual([0, 67, 100, 0])
  })
})

describe('sending the evaluation', () => {
  const decidedAll = (round: Round, parts: Parameters<typeof inRound>[1] = {}): World => {
    const world = inRound(round, parts)
    apply(world, remaining(world, everyUnit(world, round), round).changes)
    return world
  }

  test('[EV11] every answered question needs its decision, on its present revision, and every file must have arrived', () => {
    const missing = sendRound(inRound('FirstRevision'))
    expect([said(missing), missing.cards[0]?.params['n'], missing.cards[0]?.mine?.text]).toEqual([
      'lost:evaluation_incomplete',
      15,
      'Envía',
    ])
    const moved = decidedAll('FirstRevision')
    moved.set('answer', 'name', anAnswer('name', 'B', { rev: 2 }))
    expect(said(sendRound(moved))).toBe('lost:evaluation_incomplete')
    expect(
      said(sendRound(decidedAll('FirstRevision', { attachments: [anAttachment('file-0001', 'proof', { state: 'awaiting_blob' })] }))),
    ).toBe('lost:blobs_pending')
  })

  test('[EV11] a decision on an answer that was emptied since holds nothing up', () => {
    const world = decidedAll('FirstRevision')
    world.set('answer', 'amount', anAnswer('amount', null, { rev: 2 }))
    expect(said(sendRound(world))).toBe('applied:ok')
    apply(world, sendRound(world).changes)
    expect(world.get('evaluation', 'amount')).toBeUndefined()
  })

  test('[EV12] a first revision’s decisions become the institution’s, and its answers start to count changes anew', () => {
    const world = decidedAll('FirstRevision', { drafts: [anEvaluation('name', 'Observed')] })
    const outcome = sendRound(world)
    expect(outcome.letters).toMatchObject([
      { template: 'evaluationReceived', to: 'leader' },
      { template: 'evaluationReceived', to: 'delegate' },
    ])
    apply(world, outcome.changes)
    expect([world.get('evaluation', 'name')?.decision, world.answer('name')?.changeAnswer, [...world.list('evaluation')].length]).toEqual([
      'Observed',
      false,
      15,
    ])
    expect(world.participant.releasedStageIds).toEqual(['stage-FirstRevision'])
    expect(said(sendRound(world))).toBe('noop:ok')
  })

  test('[EV12] a second revision’s go to the administration: the institution sees nothing yet', () => {
    const world = decidedAll('SecondRevision')
    const outcome = sendRound(world, 'SecondRevision')
    expect(outcome.changes.map((change) => change.table)).toEqual(['participant'])
    expect(outcome.letters).toEqual([])
  })

  test('[EV12] sending is the assigned evaluator’s', () => {
    expect(said(sendRound(inRound('FirstRevision'), 'FirstRevision', 'leader'))).toBe('refused:not_assigned_evaluator')
    expect(said(sendRound(inRound('FirstRevision'), 'FirstRevision', 'otherEvaluator'))).toBe('lost:evaluator_not_assigned')
  })

  test('[CF8] releasing never publishes an acceptance of what was not seen', () => {
    const world = inRound('FirstRevision', {
      answers: [anAnswer('name', 'B', { rev: 2 }), anAnswer('essay', 'B', { rev: 2 })],
      drafts: [anEvaluation('name', 'Accepted'), anEvaluation('essay', 'Observed')],
    })
    expect(publishedDecisions(world, 'FirstRevision', noonIn('FirstRevision')).map((change) => [change.table, change.id])).toEqual([
      ['evaluation', 'essay'],
    ])
    expect(must(theStages[1], 'second stage').kind).toBe('FirstRevision')
  })
})

describe('the day of grace of a revision', () => {
  const first = must(theStages[1], 'the first revision')
  const overMs = boundsOf(first).endMs
  const correction = { ...must(theStages[2], 'the correction'), start: addDays(first.end, 1) }
  const header = { stages: theStages.map((stage) => (stage.id === correction.id ? correction : stage)) }
  const inTime = (over: Partial<Context> = {}): Context =>
    aContext({
      actor: actors.evaluator,
      now: instantOf(overMs + 2 * hour),
      occurredAt: instantOf(overMs - hour),
      lease: instantOf(overMs - 5 * hour),
      ...over,
    })
  /** The correction runs, opened for an observation on `has`. */
  const inCorrection = (parts: Parameters<typeof aWorld>[0] = {}): World =>
    aWorld({
      phase: 'CorrectionInput',
      header,
      answers: fullAnswers({ level: 0, sent: true }),
      evaluations: [anEvaluation('has', 'Observed')],
      drafts: [anEvaluation('has', 'Observed')],
      ...parts,
    })
  const observe = (world: World, context = inTime(), rev = 1): Outcome =>
    decideAnswer.decide(world, { unit: 'name', decision: 'Observed', comment: 'Falta la fecha', answerRev: rev }, context)

  test('[TM14] a decision made in time stands, is marked late and released; what it observes can be corrected', () => {
    const world = inCorrection()
    const outcome = observe(world)
    expect(said(outcome)).toBe('applied:ok')
    apply(world, outcome.changes)
    expect([world.get('draft', 'name')?.late, world.get('evaluation', 'name')]).toMatchObject([
      true,
      { decision: 'Observed', comment: 'Falta la fecha', late: true },
    ])
    expect(world.answer('name')).toMatchObject({ level: 4, sent: false, changeAnswer: false })
    expect(readOnlyReason(world, actors.professional, 'name', noonIn('CorrectionInput'))).toBeUndefined()
    expect(world.answer('essay')?.level).toBe(0)
  })

  test('[TM14] it opens the correction of an institution that had nothing to correct', () => {
    const world = inCorrection({ evaluations: [], drafts: [], participant: locked })
    apply(world, observe(world).changes)
    expect(world.participant).toMatchObject({ locked: false, lockReason: null })
    const accepted = inCorrection({ evaluations: [], drafts: [], participant: locked })
    apply(accepted, decideAnswer.decide(accepted, { unit: 'name', decision: 'Accepted', answerRev: 1 }, inTime()).changes)
    expect([accepted.participant.locked, accepted.get('evaluation', 'name')?.decision]).toEqual([true, 'Accepted'])
  })

  test('[LE6] a late observation that opens an institution sends what a stage’s beginning sends, once to each who has work by it', () => {
    const world = inCorrection({ evaluations: [], drafts: [], participant: locked })
    const outcome = observe(world)
    expect(outcome.letters.map(({ template, to }) => [template, to])).toEqual(
      expect.arrayContaining([
        ['stageOpened', 'leader'],
        ['stageOpened', 'delegate'],
        ['stageOpened', 'professional'],
      ]),
    )
    const readers = outcome.letters.map(({ to }) => to)
    expect([new Set(readers).size, readers.includes('idle'), outcome.notices]).toEqual([readers.length, false, []])
    const accepted = inCorrection({ evaluations: [], drafts: [], participant: locked })
    expect(decideAnswer.decide(accepted, { unit: 'name', decision: 'Accepted', answerRev: 1 }, inTime()).letters).toEqual([])
  })

  test('[LE6] where the institution is at work already, who had nothing to do is told by letter and whoever else gets an answer back behind the bell', () => {
    const world = inCorrection()
    world.set('answer', 'has', anAnswer('has', true, { level: 2 }))
    const first = observe(world)
    expect(first.letters.map(({ template, to }) => [template, to])).toEqual([
      ['stageOpened', 'capacity'],
      ['stageOpened', 'professional'],
    ])
    expect(first.notices).toEqual([])
    apply(world, first.changes)
    const second = decideAnswer.decide(
      world,
      { unit: 'many', decision: 'Observed', comment: 'Corto', answerRev: 1 },
      inTime({ mid: 'second' }),
    )
    expect(second.letters).toEqual([])
    expect((second.notices ?? []).map(({ template, to, data }) => [template, to, 'count' in data && data.count])).toEqual([
      ['observed', 'professional', 1],
    ])
  })

  test('[TM14] an answer that moved meanwhile keeps the decision in a card, and so does an observation of what was sent again', () => {
    const moved = inCorrection()
    moved.set('answer', 'name', anAnswer('name', 'Corregida', { rev: 2 }))
    const outcome = observe(moved)
    expect([said(outcome), outcome.cards.map((card) => [card.ownerId, card.mine?.text])]).toEqual([
      'lost:evaluated_old_revision',
      [['evaluator', 'Falta la fecha']],
    ])
    const sentAgain = inCorrection({ participant: { ...locked, sentAt: instantOf(overMs + hour) } })
    expect(said(observe(sentAgain))).toBe('lost:form_sent')
  })

  test('[TM14] accepting the remaining has the same day; sending has none', () => {
    const world = inCorrection()
    const rest = acceptRemaining.decide(
      world,
      {
        units: [
          ['essay', 1],
          ['many', 1],
        ],
      },
      inTime(),
    )
    expect([said(rest), rest.reply]).toEqual(['applied:ok', { accepted: 2, changed: 0 }])
    apply(world, rest.changes)
    expect([world.get('evaluation', 'essay')?.decision, world.get('evaluation', 'many')?.late]).toEqual(['Accepted', true])
    const late = inRound('FirstRevision', { header })
    expect(said(sendEvaluation.decide(late, {}, inTime({ now: instantOf(overMs + hour) })))).toBe('lost:stage_closed')
  })

  test('[TM14] after the day, without having heard from the server in the revision, or after its send, it is kept in a card', () => {
    expect(said(observe(inCorrection(), inTime({ now: instantOf(overMs + 25 * hour) })))).toBe('lost:stage_closed')
    expect(said(observe(inCorrection(), inTime({ lease: null })))).toBe('lost:stage_closed')
    const released = inCorrection({ participant: { releasedStageIds: ['stage-FirstRevision'] } })
    expect(said(observe(released))).toBe('lost:evaluation_sent')
  })

  test('[TM14] before the end has been applied it only joins what the end releases; a second revision’s is released by nothing but its send', () => {
    const waiting = inRound('FirstRevision', { header })
    expect(observe(waiting).changes.map((change) => change.table)).toEqual(['draft'])
    const second = must(theStages[3], 'the second revision')
    const endMs = boundsOf(second).endMs
    const world = inRound('CalculateResults')
    const outcome = decideAnswer.decide(
      world,
      { unit: 'name', decision: 'Rejected', comment: 'No consta', answerRev: 1 },
      inTime({ now: instantOf(endMs + hour), occurredAt: instantOf(endMs - hour), lease: instantOf(endMs - 2 * hour) }),
    )
    expect([said(outcome), draftsOf(outcome)]).toMatchObject(['applied:ok', [{ round: 'SecondRevision', late: true }]])
    expect(outcome.changes).toHaveLength(1)
  })
})
