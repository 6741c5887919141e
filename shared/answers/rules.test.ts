import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  actors,
  aThread,
  aWorld,
  anAnswer,
  anAttachment,
  anEvaluation,
  fullAnswers,
  fullValues,
  noon,
  noonIn,
  questionNamed,
  theIndex,
} from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import type { Unit } from '../kernel/ids.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import type { Answer, AnswerValue } from './model.ts'
import {
  answeredBelow,
  closedBy,
  closedThreads,
  countersOf,
  formCounters,
  holderOf,
  isOpen,
  openUnits,
  pendingReasons,
  readOnlyReason,
} from './rules.ts'
import { assertProperty } from '../testing/properties.ts'

const worldOf = (values: Readonly<Record<Unit, AnswerValue>>, overrides: Partial<Answer> = {}): World =>
  aWorld({ answers: Object.entries(values).map(([unit, value]) => anAnswer(unit, value, overrides)) })
const choice = (value: string): AnswerValue => ({ choice: { value } })
const many = (...values: string[]): AnswerValue => ({ choices: values.map((value) => ({ value })) })

describe('dependents', () => {
  test('[DP2] a dependent is open while every answer above it opens the next', () => {
    const world = worldOf({ has: true, which: { choice: { value: 'y', extra: 'z' } } })
    expect(['has', 'which', 'count'].map((unit) => isOpen(world, unit))).toEqual([true, true, true])
    world.set('answer', 'has', anAnswer('has', false))
    expect(['has', 'which', 'count'].map((unit) => isOpen(world, unit))).toEqual([true, false, false])
  })

  test('[DP3] changing a parent names every answered unit that it closes, descendants included', () => {
    const world = worldOf(fullValues)
    expect(closedBy(world, 'has', false)).toEqual(['which', 'count'])
    expect(closedBy(world, 'has', null)).toEqual(['which', 'count'])
    expect(closedBy(world, 'which', choice('x'))).toEqual(['count'])
    expect(closedBy(world, 'has', true)).toEqual([])
    expect(closedBy(world, 'many', many('a', 'b'))).toEqual(['reason'])
    expect(closedBy(world, 'many', many('c'))).toEqual([])
    expect(closedBy(world, 'does@r1', false)).toEqual(['task@r1'])
  })

  test('[DP4] inner questions are open in the rows that the block has, and in no others', () => {
    const world = worldOf({ team: { rows: ['r1', 'r2'] }, 'does@r2': true })
    expect(['person@r1', 'person@r2', 'person@r3', 'person', 'name@r1'].map((unit) => isOpen(world, unit))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect([isOpen(world, 'task@r1'), isOpen(world, 'task@r2')]).toEqual([false, true])
  })

  test('[DP5] a smaller block closes the answers of the rows that it drops, and no others', () => {
    const world = worldOf({ team: { rows: ['r1', 'r2'] }, 'person@r1': 'Ana', 'person@r2': 'Eva', 'does@r2': true, 'task@r2': 'Guía' })
    expect(closedBy(world, 'team', { rows: ['r1'] })).toEqual(['person@r2', 'does@r2', 'task@r2'])
    expect(closedBy(world, 'team', { rows: ['r2', 'r1'] })).toEqual([])
    expect(closedBy(world, 'team', { rows: [] })).toHaveLength(4)
  })

  test('[DP6] what hangs below a unit is listed whole', () => {
    expect(answeredBelow(worldOf(fullValues), 'team')).toEqual(['person@r1', 'does@r1', 'task@r1', 'age@r1'])
    expect(answeredBelow(worldOf(fullValues), 'name')).toEqual([])
  })

  test('[DP7] open units come in reading order, rows one after the other', () => {
    const world = worldOf({ team: { rows: ['r1', 'r2'] }, 'does@r1': true, has: true })
    expect(openUnits(world, 's21')).toEqual([
      'team',
      'person@r1',
      'does@r1',
      'task@r1',
      'age@r1',
      'person@r2',
      'does@r2',
      'age@r2',
      'proof',
    ])
    expect(openUnits(world, 's12')).toEqual(['has', 'which', 'code'])
    expect(openUnits(world, 'survey')).toEqual(['joy', 'say'])
  })
})

const oneOf = (...values: readonly AnswerValue[]) => fc.constantFrom(...values)
/** Worlds with any part of the questionnaire answered in any of a few ways. */
const anyAnswers = fc
  .record(
    {
      name: oneOf('corto', 'x'.repeat(30), ''),
      many: oneOf(many('a'), many('a', 'c'), many('c'), { choices: [], none: true }),
      reason: oneOf('porque'),
      has: oneOf(true, false),
      which: oneOf(choice('x'), { choice: { value: 'y', extra: 'z' } }),
      count: oneOf(1, 9),
      team: oneOf({ rows: [] }, { rows: ['r1'] }, { rows: ['r2', 'r1'] }),
      'person@r1': oneOf('Ana'),
      'does@r1': oneOf(true, false),
      'task@r1': oneOf('Guía'),
      'does@r2': oneOf(true, false),
      'task@r2': oneOf('Guía'),
      proof: oneOf(choice('si')),
    },
    { requiredKeys: [] },
  )
  .map((values) => Object.entries(values))
const anyWorld = fc
  .tuple(anyAnswers, fc.boolean(), fc.constantFrom<1 | 2 | 3 | 4>(1, 2, 3, 4))
  .map(([answers, changeAnswer, level]) =>
    aWorld({ answers: answers.map(([unit, value]) => anAnswer(unit, value, { changeAnswer, level })) }),
  )

describe('properties', () => {
  test('[DP2] an open unit’s parent, block and row are open too, and openUnits lists exactly the open ones', () => {
    assertProperty(
      fc.property(anyWorld, (world) => {
        const listed = [...theIndex.subDimensions.map(({ id }) => id), 'survey'].flatMap((id) => openUnits(world, id))
        const rows = ['r1', 'r2', 'r3']
        const all = [...theIndex.definition.questions].flatMap(({ id, blockId }) =>
          blockId === null ? [id] : rows.map((row) => `${id}@${row}`),
        )
        expect(listed.toSorted()).toEqual(all.filter((unit) => isOpen(world, unit)).toSorted())
        for (const unit of listed) {
          const { parentId, blockId } = questionNamed(questionIdOf(unit))
          if (blockId !== null) expect(listed).toContain(blockId)
          if (parentId !== null) expect(listed).toContain(unit.replace(questionIdOf(unit), parentId))
        }
      }),
    )
  })

  test('[DP3] after clearing what a change closes, no answer stands without being open', () => {
    assertProperty(
      fc.property(anyWorld, fc.constantFrom('has', 'which', 'many', 'team', 'does@r1'), fc.boolean(), (world, unit, emptied) => {
        for (const answer of world.list('answer')) if (!isOpen(world, answer.unit)) world.set('answer', answer.unit, null)
        const to: Readonly<Record<string, AnswerValue>> = {
          has: false,
          which: choice('x'),
          many: many('b'),
          team: { rows: ['r2'] },
          'does@r1': false,
        }
        const value = emptied ? null : (to[unit] ?? null)
        if (!isOpen(world, unit)) return
        const closed = closedBy(world, unit, value)
        world.set('answer', unit, anAnswer(unit, value))
        for (const each of closed) world.set('answer', each, anAnswer(each, null))
        for (const answer of world.list('answer'))
          if (answer.value !== null) expect([answer.unit, isOpen(world, answer.unit)]).toEqual([answer.unit, true])
      }),
    )
  })

  test('[PE7] pending and in-question-level never exceed the total, for anybody', () => {
    assertProperty(
      fc.property(anyWorld, fc.constantFrom(undefined, ...Object.values(actors).map(({ id }) => id)), (world, viewer) => {
        const { total, pendent } = formCounters(world, viewer)
        expect(pendent).toBeLessThanOrEqual(total)
        expect(pendent).toBeGreaterThanOrEqual(0)
        expect(total).toBeLessThanOrEqual(formCounters(world).total)
      }),
    )
  })
})

describe('pending', () => {
  const reasons = (world: World, unit: Unit, viewer?: ActorName): string =>
    pendingReasons(world, unit, viewer && actors[viewer].id).join(' ')

  test('[PE1] a required unit with no value is pending; one that is not required is not', () => {
    expect([reasons(aWorld(), 'name'), reasons(aWorld(), 'amount')]).toEqual(['empty', ''])
    expect(reasons(aWorld({ answers: [anAnswer('name', null)] }), 'name')).toBe('empty')
  })

  test('[PE1] a block with no rows is answered', () => {
    expect(reasons(aWorld({ answers: [anAnswer('team', { rows: [] })] }), 'team')).toBe('')
  })

  test('[PE2] an answer that does not fit its question is pending', () => {
    expect(reasons(aWorld({ answers: [anAnswer('name', 'x'.repeat(21))] }), 'name')).toBe('invalid')
  })

  test('[PE3] an answer back at the question level is pending until it changes', () => {
    expect(reasons(aWorld({ answers: [anAnswer('name', 'a', { changeAnswer: false })] }), 'name')).toBe('returned')
    expect(reasons(aWorld({ answers: [anAnswer('name', 'a')] }), 'name')).toBe('')
    expect(reasons(aWorld({ answers: [anAnswer('name', 'a', { changeAnswer: false, level: 3 })] }), 'name')).toBe('')
  })

  test('[PE4] an open comment is pending for the responsible, a replied one for its author', () => {
    const open = aWorld({ answers: [anAnswer('name', 'a')], threads: [aThread('name')] })
    const replied = aWorld({ answers: [anAnswer('name', 'a', { changeAnswer: false })], threads: [aThread('name', { state: 'replied' })] })
    const names: readonly ActorName[] = ['professional', 'subdimensionLeader', 'leader']
    expect(names.map((name) => reasons(open, 'name', name))).toEqual(['comment', '', ''])
    expect(names.map((name) => reasons(replied, 'name', name))).toEqual(['', 'comment', ''])
    expect(reasons(open, 'name')).toBe('comment')
    expect(reasons(aWorld({ answers: [anAnswer('name', 'a')], threads: [aThread('name', { state: 'resolved' })] }), 'name')).toBe('')
  })

  test('[CM13] a comment on a closed unit is pending at the nearest open one above, until a person resolves it or it opens again', () => {
    const world = aWorld({
      assignments: { d1: 'dimension', has: 'professional', team: 'professional' },
      answers: [anAnswer('has', true), anAnswer('which', choice('x')), anAnswer('team', { rows: ['r1'] }), anAnswer('does@r1', false)],
      threads: [aThread('count'), aThread('task@r1'), aThread('person@r2', { state: 'replied', authorId: 'leader' })],
    })
    const where = (viewer?: ActorName) =>
      ['has', 'which', 'count', 'team', 'person@r1', 'does@r1'].filter((unit) => reasons(world, unit, viewer).includes('comment'))
    expect(where()).toEqual(['which', 'count', 'team', 'does@r1'])
    expect([where('professional'), where('leader')]).toEqual([['which', 'count', 'does@r1'], ['team']])
    expect(closedThreads(world, 'team').map(({ unit }) => unit)).toEqual(['person@r2'])
    world.set('answer', 'has', anAnswer('has', false))
    world.set('answer', 'team', anAnswer('team', { rows: ['r2'] }))
    expect([closedThreads(world, 'has').map(({ unit }) => unit), closedThreads(world, 'which')]).toEqual([['count'], []])
    expect(closedThreads(world, 'team').map(({ unit }) => unit)).toEqual(['task@r1'])
    expect(reasons(world, 'person@r2')).toContain('comment')
  })

  test('[PE4] after a reassignment an open comment waits for the new responsible', () => {
    const world = aWorld({
      answers: [anAnswer('name', 'a')],
      threads: [aThread('name')],
      assignments: { d1: 'dimension', s11: 'capacity', name: 'other' },
    })
    expect([reasons(world, 'name', 'professional'), reasons(world, 'name', 'otherProfessional')]).toEqual(['', 'comment'])
    expect(readOnlyReason(world, actors.otherProfessional, 'name', noon)).toBeUndefined()
  })

  test('[PE5] an observed answer is pending until it changes', () => {
    const world = (changeAnswer: boolean): World =>
      aWorld({
        phase: 'CorrectionInput',
        answers: [anAnswer('name', 'a', { changeAnswer })],
        evaluations: [anEvaluation('name', 'Observed')],
      })
    expect([reasons(world(false), 'name'), reasons(world(true), 'name')]).toEqual(['observed', ''])
  })

  test('[PE6] a question that takes a file is pending until there is one or it is said that there is none', () => {
    const answer = anAnswer('proof', choice('si'))
    expect(reasons(aWorld({ answers: [answer] }), 'proof')).toBe('file')
    expect(reasons(aWorld({ answers: [answer], attachments: [anAttachment('file-0001', 'proof')] }), 'proof')).toBe('')
    expect(reasons(aWorld({ answers: [answer], attachments: [anAttachment('file-0001', 'proof', { state: 'removed' })] }), 'proof')).toBe(
      'file',
    )
    expect(reasons(aWorld({ answers: [answer], attachments: [anAttachment('file-0001', 'proof', { applied: false })] }), 'proof')).toBe(
      'file',
    )
    expect(reasons(aWorld({ answers: [{ ...answer, noAttachment: true }] }), 'proof')).toBe('')
  })

  test('[PE8] administrative questions never pend', () => {
    expect([reasons(aWorld(), 'code'), reasons(aWorld(), 'nada')]).toEqual(['', ''])
  })

  test('[PE9] what the running stage does not let anybody change does not pend, so that a correction and a replica can be sent', () => {
    const fileless = anAnswer('proof', choice('si'), { changeAnswer: false })
    const accepted = aWorld({ phase: 'CorrectionInput', answers: [fileless], evaluations: [anEvaluation('proof', 'Accepted')] })
    const undecided = aWorld({ phase: 'CorrectionInput', answers: [fileless] })
    const empty = aWorld({ phase: 'ReplicaInput' })
    expect([reasons(accepted, 'proof'), reasons(undecided, 'proof'), reasons(empty, 'name')]).toEqual(['', '', ''])
    expect(reasons(aWorld({ phase: 'CorrectionInput' }), 'name')).toBe('empty')
  })

  test('[PE7] counters of an empty, a half and a full questionnaire', () => {
    expect(formCounters(aWorld())).toEqual({ total: 7, pendent: 7, inQuestionLevel: 0 })
    expect(formCounters(aWorld({ answers: fullAnswers() }))).toEqual({ total: 13, pendent: 0, inQuestionLevel: 15 })
    expect(countersOf(aWorld({ answers: [anAnswer('has', true)] }), 's12')).toEqual({ total: 2, pendent: 1, inQuestionLevel: 1 })
  })

  test('[PE7] each row of a block counts its required inner questions', () => {
    const team = (rows: string[]) => countersOf(aWorld({ answers: [anAnswer('team', { rows })] }), 's21')
    expect([team([]).total, team(['r1']).total, team(['r1', 'r2']).total]).toEqual([2, 4, 6])
    expect(team([]).pendent).toBe(1)
  })

  test('[PE10] counters are those of the viewer’s own elements: all for leaders, a branch for area leaders, questions for professionals', () => {
    const total = (name: ActorName): number => formCounters(aWorld(), actors[name].id).total
    expect([
      total('leader'),
      total('delegate'),
      total('dimensionLeader'),
      total('subdimensionLeader'),
      total('professional'),
      total('idle'),
    ]).toEqual([7, 7, 4, 3, 2, 0])
  })
})

describe('who may edit', () => {
  const reason = (world: World, name: ActorName, unit: Unit = 'name', now = noon): string =>
    readOnlyReason(world, actors[name], unit, now) ?? 'may'

  test('[LV1] the responsible and everybody above in the branch edit; who is beside or outside does not', () => {
    const world = aWorld()
    const found = Object.fromEntries((Object.keys(actors) as ActorName[]).map((name) => [name, reason(world, name)]))
    expect(found).toEqual({
      leader: 'may',
      delegate: 'may',
      dimensionLeader: 'may',
      subdimensionLeader: 'may',
      professional: 'may',
      otherProfessional: 'not_assignee',
      idle: 'not_assignee',
      outsider: 'no_role',
      evaluator: 'no_role',
      otherEvaluator: 'no_role',
      administrator: 'may',
    })
  })

  test('[IM1] an administrator who only looks is told to begin to act, where the stage lets them, and never that they have no role', () => {
    const looking = (world: World, now = noon): string =>
      readOnlyReason(world, { ...actors.administrator, watching: true }, 'name', now) ?? 'may'
    expect(looking(aWorld())).toBe('impersonation_missing')
    expect(looking(aWorld({ phase: 'ShowResults' }), noonIn('ShowResults'))).toBe('stage_closed')
  })

  test.each<[0 | 1 | 2 | 3 | 4, string]>([
    [4, 'professional subdimensionLeader dimensionLeader leader'],
    [3, 'subdimensionLeader dimensionLeader leader'],
    [2, 'dimensionLeader leader'],
    [1, 'leader'],
    [0, ''],
  ])('[LV2] an answer sent to level %d is edited by: %s', (level, expected) => {
    const world = aWorld({ answers: [anAnswer('name', 'a', { level, sent: true })] })
    const names: readonly ActorName[] = ['professional', 'subdimensionLeader', 'dimensionLeader', 'leader']
    expect(names.filter((name) => reason(world, name) === 'may').join(' ')).toBe(expected)
    expect(names.filter((name) => reason(world, name) !== 'may').every((name) => reason(world, name) === 'sent_upward')).toBe(true)
  })

  test('[LV3] while a comment waits, only who must reply edits', () => {
    const world = aWorld({ answers: [anAnswer('name', 'a')], threads: [aThread('name')] })
    expect([reason(world, 'professional'), reason(world, 'subdimensionLeader'), reason(world, 'leader')]).toEqual([
      'may',
      'comment_pending',
      'comment_pending',
    ])
  })

  test('[LV4] an administrative question is the administrator’s', () => {
    expect([reason(aWorld(), 'leader', 'code'), reason(aWorld(), 'administrator', 'code')]).toEqual(['administrators_only', 'may'])
  })

  test('[LV5] a lock closes: after a send as sent, after a stage’s end as closed', () => {
    expect(reason(aWorld({ participant: { locked: true, lockReason: 'sent' } }), 'leader')).toBe('form_sent')
    expect(reason(aWorld({ participant: { locked: true, lockReason: 'stageEnd' } }), 'leader')).toBe('stage_closed')
    expect(reason(aWorld({ header: { enabled: false } }), 'leader')).toBe('form_disabled')
  })

  test('[LV5] outside the input stages an institution writes nothing, and an administrator while the matrix says so', () => {
    const phases = [
      'Pre',
      'Gap',
      'FirstRevision',
      'SecondRevision',
      'CalculateResults',
      'ReplicaRevision',
      'ShowResults',
      'Closed',
    ] as const
    expect(phases.map((phase) => reason(aWorld({ phase }), 'leader', 'name', noonIn(phase)))).toEqual(phases.map(() => 'stage_closed'))
    expect(phases.filter((phase) => reason(aWorld({ phase }), 'administrator', 'name', noonIn(phase)) === 'may')).toEqual([
      'FirstRevision',
      'SecondRevision',
      'CalculateResults',
      'ReplicaRevision',
    ])
  })

  test('[LV6] a correction takes observed answers, what they enable, and required ones left empty; nothing else', () => {
    const world = aWorld({
      phase: 'CorrectionInput',
      answers: [
        anAnswer('has', true),
        anAnswer('many', many('a')),
        anAnswer('essay', '<p>uno dos tres</p>'),
        anAnswer('team', { rows: ['r1'] }),
      ],
      evaluations: [anEvaluation('has', 'Observed'), anEvaluation('many', 'Accepted'), anEvaluation('team', 'Observed')],
    })
    const at = (unit: Unit): string => reason(world, 'leader', unit, noonIn('CorrectionInput'))
    expect(['has', 'which', 'team', 'person@r1', 'name', 'many', 'essay', 'amount'].map(at)).toEqual([
      'may',
      'may',
      'may',
      'may',
      'may',
      'answer_already_accepted',
      'not_observed',
      'not_observed',
    ])
  })

  test('[LV6] an acceptance that was not released closes the revision that it saw, and no later one', () => {
    const world = (answerRev: number): World =>
      aWorld({ answers: [anAnswer('name', 'a', { rev: 2 })], drafts: [anEvaluation('name', 'Accepted', { answerRev })] })
    expect([reason(world(2), 'leader'), reason(world(1), 'leader')]).toEqual(['answer_already_accepted', 'may'])
  })

  test('[LV7] a replica takes rejected answers of the sub-dimensions that the leader opened', () => {
    const world = aWorld({
      phase: 'ReplicaInput',
      participant: { replicaSubDimensionIds: ['s12'] },
      answers: [anAnswer('has', true), anAnswer('name', 'a')],
      evaluations: [anEvaluation('has', 'Rejected'), anEvaluation('name', 'Rejected')],
    })
    const at = (unit: Unit): string => reason(world, 'leader', unit, noonIn('ReplicaInput'))
    expect([at('has'), at('name'), at('essay')]).toEqual(['may', 'replica_closed', 'not_observed'])
  })

  test('[SV1] the survey is answered by leader or delegate in its stages until it is sent', () => {
    const now = noonIn('SecondRevision')
    const world = aWorld({ phase: 'SecondRevision', participant: { locked: true, lockReason: 'sent' } })
    expect(
      (['leader', 'delegate', 'dimensionLeader', 'administrator', 'evaluator'] as const).map((name) => reason(world, name, 'joy', now)),
    ).toEqual(['may', 'may', 'survey_leaders_only', 'survey_leaders_only', 'survey_leaders_only'])
    expect(reason(aWorld(), 'leader', 'joy')).toBe('stage_closed')
    expect(reason(aWorld({ participant: { surveySentAt: noon } }), 'leader', 'joy', now)).toBe('survey_sent')
  })
})

test('[LV8] an answer is held by the responsible of its level, or the next one above', () => {
  const holder = (unit: Unit, level: 0 | 1 | 2 | 3 | 4): string | null =>
    holderOf(aWorld(), questionNamed(questionIdOf(unit)), anAnswer(unit, 'a', { level }))
  expect(([4, 3, 2, 1, 0] as const).map((level) => holder('name', level))).toEqual([
    'professional',
    'capacity',
    'dimension',
    'leader',
    'evaluator',
  ])
  expect([holder('has', 4), holder('has', 3), holder('day', 4), holder('day', 2)]).toEqual(['dimension', 'dimension', 'leader', 'leader'])
})
