import { describe, expect, test } from 'vitest'
import { readOnlyReason } from '../answers/rules.ts'
import type { Decision } from '../evaluations/model.ts'
import { decideAnswer } from '../evaluations/mutations.ts'
import { releasedFor } from '../evaluations/rules.ts'
import { aContext, actors, anAnswer, anEvaluation, aWorld, noonIn, anAppeal } from '../forms/fixtures.ts'
import { addDays, instantOf, startOfDayMs } from '../kernel/instant.ts'
import type { FormHeader, Stage, StageKind } from '../stages/model.ts'
import { stageKinds } from '../stages/model.ts'
import { columnsOf, may, mayChangeForm, opensAt } from './rules.ts'
import { allows, evaluatorWrites, formPrivileges, institutionWrites, privileges } from './model.ts'
import type { Column, FormPrivilege, Privilege } from './model.ts'

const phases = [
  'Pre',
  'NormalInput',
  'FirstRevision',
  'CorrectionInput',
  'SecondRevision',
  'CalculateResults',
  'ReplicaInput',
  'ReplicaRevision',
  'ShowResults',
  'Closed',
] as const

/** The matrix, cell by cell, apart from the code that holds it: one word per stage, `-` for nobody (PR1). */
const printed: Readonly<Record<Privilege, string>> = {
  assignInstitutionResponsable: 'LA LAX - LAX - - LAX - - -',
  impersonalizate: '- X X X X X X X - -',
  replyQuestion: '- LAPX X X X X X X - -',
  replyAnwerObserved: '- - - LAPX - - - - - -',
  replyAnwerObservedReplica: '- - - - - - LAPX - - -',
  addComment: '- LA - LA - - LA - - -',
  editComment: '- LA - LA - - LA - - -',
  sendAnswersToSupervisor: '- LAPX - LAPX - - LAPX - - -',
  viewObservation: '- - E LAPEX LAPEX LAPEX LAPEX LAPEX LAPEX LAPE',
  observeAnswer: '- - E - - - - - - -',
  acceptAnswer: '- - E - E - - - - -',
  rejectAnswer: '- - - - E - - - - -',
  evaluateReplica: '- - - - - - - E - -',
  sendEvaluations: '- - E - E - - E - -',
  watchAnswers: '- E E E E E E E E E',
  replySurvey: '- - - - L L L L L -',
  createPreinform: '- - - - E E - - - -',
  createInform: '- - - - - E - E E -',
  canSeePremilinaryResults: '- - - - - - L L L L',
  canSeeFinalResults: '- - - - - - - - L L',
}
const columns: readonly Column[] = ['L', 'A', 'P', 'E', 'X']

describe('privilege matrix', () => {
  for (const privilege of privileges) {
    for (const [position, phase] of phases.entries()) {
      const expected = printed[privilege].split(' ')[position] ?? ''
      test(`[PR1] ${privilege} in ${phase} is for ${expected === '-' ? 'nobody' : expected}`, () => {
        const holders = columns.filter((column) => allows(privilege, phase, column)).join('')
        expect(holders).toBe(expected === '-' ? '' : expected)
      })
    }
  }

  test('[PR2] between two stages institution and evaluator hold what they hold after the last, and an administrator nothing', () => {
    for (const privilege of privileges) {
      for (const column of ['L', 'A', 'P', 'E'] as const) expect(allows(privilege, 'Gap', column)).toBe(allows(privilege, 'Closed', column))
      expect(allows(privilege, 'Gap', 'X')).toBe(false)
    }
  })
})

describe('columns', () => {
  test('[PR3] leader and delegate stand in L, area leaders in A, professionals in P, the institution’s evaluator in E, administrators in X', () => {
    const world = aWorld()
    const found = Object.fromEntries(Object.entries(actors).map(([name, actor]) => [name, columnsOf(world, actor).join('')]))
    expect(found).toEqual({
      leader: 'L',
      delegate: 'L',
      dimensionLeader: 'A',
      subdimensionLeader: 'A',
      professional: 'P',
      otherProfessional: 'P',
      idle: '',
      outsider: '',
      evaluator: 'E',
      otherEvaluator: '',
      administrator: 'X',
    })
  })

  test('[PR3] who leads an area and answers elsewhere stands in both columns', () => {
    const world = aWorld({ assignments: { d1: 'dimension', s21: 'capacity', proof: 'dimension' } })
    expect(columnsOf(world, actors.dimensionLeader).toSorted()).toEqual(['A', 'P'])
  })
})

describe('switch and lock', () => {
  const writers = [actors.leader, actors.dimensionLeader, actors.professional]

  test('[PR4] a disabled form gives nobody anything', () => {
    const world = aWorld({ header: { enabled: false } })
    for (const privilege of privileges) {
      for (const phase of phases) for (const actor of Object.values(actors)) expect(may(world, actor, privilege, noonIn(phase))).toBe(false)
    }
  })

  test('[PR5] a lock takes every privilege by which an institution writes, but not the survey', () => {
    const world = aWorld({ participant: { locked: true, lockReason: 'sent' } })
    for (const privilege of institutionWrites)
      for (const phase of phases) for (const actor of writers) expect(may(world, actor, privilege, noonIn(phase))).toBe(false)
    expect(may(world, actors.leader, 'replySurvey', noonIn('SecondRevision'))).toBe(true)
  })

  test('[PR5] an administrator acting for the institution is not stopped by a lock', () => {
    const world = aWorld({ participant: { locked: true, lockReason: 'sent' } })
    expect(may(world, actors.administrator, 'replyQuestion', noonIn('FirstRevision'))).toBe(true)
  })

  test('[PR6] an evaluator decides only on a locked institution', () => {
    const revisions = { observeAnswer: 'FirstRevision', rejectAnswer: 'SecondRevision', evaluateReplica: 'ReplicaRevision' } as const
    const [open, locked] = [aWorld(), aWorld({ participant: { locked: true } })]
    for (const [privilege, phase] of Object.entries(revisions)) {
      expect(may(open, actors.evaluator, privilege as Privilege, noonIn(phase))).toBe(false)
      expect(may(locked, actors.evaluator, privilege as Privilege, noonIn(phase))).toBe(true)
      expect(may(locked, actors.otherEvaluator, privilege as Privilege, noonIn(phase))).toBe(false)
    }
    expect([...evaluatorWrites].every((privilege) => !may(open, actors.evaluator, privilege, noonIn('FirstRevision')))).toBe(true)
  })

  test('[PR12] texts of a final report wait for the replica, where a form has one', () => {
    const { stages } = aWorld().form
    const without = aWorld({ header: { stages: stages.filter(({ kind }) => kind !== 'ReplicaInput' && kind !== 'ReplicaRevision') } })
    expect(may(aWorld(), actors.evaluator, 'createInform', noonIn('CalculateResults'))).toBe(false)
    expect(may(without, actors.evaluator, 'createInform', noonIn('CalculateResults'))).toBe(true)
    expect(may(aWorld(), actors.evaluator, 'createInform', noonIn('ReplicaRevision'))).toBe(true)
  })

  test('[PR7] in an input stage an evaluator watches the answers only of who has sent them', () => {
    for (const phase of ['NormalInput', 'CorrectionInput', 'ReplicaInput'] as const) {
      expect(may(aWorld(), actors.evaluator, 'watchAnswers', noonIn(phase))).toBe(false)
      expect(may(aWorld({ participant: { locked: true } }), actors.evaluator, 'watchAnswers', noonIn(phase))).toBe(true)
    }
    expect(may(aWorld(), actors.evaluator, 'watchAnswers', noonIn('CalculateResults'))).toBe(true)
  })
})

describe('rules ask the matrix', () => {
  const replies = {
    NormalInput: 'replyQuestion',
    CorrectionInput: 'replyAnwerObserved',
    ReplicaInput: 'replyAnwerObservedReplica',
  } as const

  /** `name` as it must be for the phase to have anything to do about it: answered, and asked for again where that is the point. */
  const worldIn = (phase: (typeof phases)[number], locked: boolean) => {
    const replica = phase.startsWith('Replica')
    return aWorld({
      answers: [anAnswer('name', 'Norte', { appeal: anAppeal() })],
      evaluations: [anEvaluation('name', replica ? 'Rejected' : 'Observed')],
      participant: {
        locked,
        lockReason: locked ? 'stageEnd' : null,
        openedStageId: `stage-${phase}`,
        replicaSubDimensionIds: replica ? ['s11'] : [],
        replicaSentAt: replica ? noonIn('ReplicaInput') : null,
      },
    })
  }

  test('[PR8] the institution’s people answer in the stages in which they hold the stage’s reply privilege, and in no other', () => {
    for (const phase of phases) {
      const world = worldIn(phase, false)
      const privilege = Object.entries(replies).find(([kind]) => kind === phase)?.[1]
      for (const actor of [actors.professional, actors.leader, actors.dimensionLeader]) {
        const found = readOnlyReason(world, actor, 'name', noonIn(phase))
        // Those above the professional may be kept from it by its level, which is not the matrix's.
        if (privilege && may(world, actor, privilege, noonIn(phase))) expect([undefined, 'not_assignee']).toContain(found)
        else expect(found, `${actor.id} in ${phase}`).toBe('stage_closed')
      }
      expect(readOnlyReason(world, actors.professional, 'name', noonIn(phase))).toBe(privilege ? undefined : 'stage_closed')
    }
  })

  test('[PR8] an administrator answers where they may act for the institution and hold replyQuestion', () => {
    for (const phase of phases) {
      const world = worldIn(phase, true)
      const both = (['impersonalizate', 'replyQuestion'] as const).every((each) => may(world, actors.administrator, each, noonIn(phase)))
      expect(readOnlyReason(world, actors.administrator, 'name', noonIn(phase)), phase).toBe(both ? undefined : 'stage_closed')
    }
  })

  test('[PR8] the evaluator gives in each revision the decisions whose privilege they hold in it', () => {
    for (const phase of phases) {
      const world = worldIn(phase, true)
      const held = (privilege: Privilege): boolean => may(world, actors.evaluator, privilege, noonIn(phase))
      const expected: Record<Decision, boolean> = {
        Accepted: held('acceptAnswer') || held('evaluateReplica'),
        Rejected: held('rejectAnswer') || held('evaluateReplica'),
        Observed: held('observeAnswer'),
      }
      for (const [decision, allowed] of Object.entries(expected)) {
        const args = { unit: 'name', decision: decision as Decision, comment: 'Falta', answerRev: 1 }
        const outcome = decideAnswer.decide(world, args, aContext({ actor: actors.evaluator, now: noonIn(phase) }))
        expect(outcome.disposition === 'applied', `${decision} in ${phase}: ${outcome.code}`).toBe(allowed)
      }
    }
  })

  test('[PR8] what was released is seen by whom and when viewObservation says, not before the correction by the institution', () => {
    for (const phase of phases) {
      const world = worldIn(phase, true)
      for (const actor of Object.values(actors)) {
        const seen = releasedFor(world, actor, 'name', noonIn(phase)) !== undefined
        expect(seen, `${actor.id} in ${phase}`).toBe(may(world, actor, 'viewObservation', noonIn(phase)))
      }
    }
    expect(releasedFor(worldIn('FirstRevision', true), actors.leader, 'name', noonIn('FirstRevision'))).toBeUndefined()
    expect(releasedFor(worldIn('CorrectionInput', true), actors.leader, 'name', noonIn('CorrectionInput'))).toBeDefined()
  })
})

/** What administrators may change of a form, apart from the code that holds it: `Y` and `n` per stage (PR1). */
const printedForForms: Readonly<Record<FormPrivilege, string>> = {
  changeSurveyStructure: 'Y n n n n n n n n n',
  changeHelpTexts: 'Y Y Y Y Y Y Y Y n n',
  changeStatusForm: 'Y Y n n n n n n Y Y',
  changeAnswerPoints: 'Y Y Y Y Y Y n n n Y',
}

describe('changes of forms', () => {
  /** All stages in order, five days each with two days between. Not enabled: so that the cells of the matrix are seen alone. */
  const stageOf = (kind: StageKind, position: number): Stage => {
    const start = addDays('2025-03-03', position * 7)
    return { id: `of-${kind}`, kind, name: kind, start, end: addDays(start, 4) }
  }
  const form = (rest: Partial<FormHeader> = {}): FormHeader => ({
    id: 'form',
    name: 'Índice',
    description: '',
    versionId: 'v1',
    enabled: false,
    stages: stageKinds.map(stageOf),
    ...rest,
  })
  const dayIn = (phase: (typeof phases)[number]): string => {
    if (phase === 'Pre') return '2025-03-01'
    return phase === 'Closed' ? '2025-05-01' : addDays('2025-03-04', stageKinds.indexOf(phase) * 7)
  }
  const noonOf = (day: string): string => `${day}T16:00:00.000Z`

  for (const privilege of formPrivileges) {
    for (const [position, phase] of phases.entries()) {
      const expected = printedForForms[privilege].split(' ')[position] === 'Y'
      test(`[PR1] ${privilege} in ${phase} is ${expected ? 'open' : 'closed'} to administrators`, () => {
        expect(mayChangeForm(form(), privilege, noonOf(dayIn(phase)))).toBe(expected)
      })
    }
  }

  test('[PR9] between two stages administrators may change what both of them open, whatever order they are kept in', () => {
    for (const stages of [form().stages, form().stages.toReversed()]) {
      for (const privilege of formPrivileges) {
        for (const [position, kind] of stageKinds.slice(0, -1).entries()) {
          const between = noonOf(addDays('2025-03-09', position * 7))
          const cells = printedForForms[privilege].split(' ')
          const both = cells[position + 1] === 'Y' && cells[position + 2] === 'Y'
          expect(mayChangeForm(form({ stages }), privilege, between), `${privilege} after ${kind}`).toBe(both)
        }
      }
    }
  })

  test('[PR9] a form without stages is before them, and everything of it is open', () => {
    for (const privilege of formPrivileges) {
      expect(mayChangeForm(form({ stages: [], enabled: true }), privilege, noonOf('2025-03-04'))).toBe(true)
      expect(opensAt(form({ stages: [] }), privilege, noonOf('2025-03-04'))).toBeNull()
    }
  })

  test('[PR10] the structure of a form that has begun is frozen, also when its stages are moved away or it is disabled', () => {
    const begun = form({ initialized: true, stages: [] })
    expect(mayChangeForm(begun, 'changeSurveyStructure', noonOf('2025-03-01'))).toBe(false)
    expect(mayChangeForm(form({ initialized: true }), 'changeSurveyStructure', noonOf('2025-03-01'))).toBe(false)
    expect(opensAt(begun, 'changeSurveyStructure', noonOf('2025-03-01'))).toBeNull()
    for (const privilege of formPrivileges.slice(1)) expect(mayChangeForm(begun, privilege, noonOf('2025-03-01'))).toBe(true)
    expect(mayChangeForm(form({ enabled: true }), 'changeSurveyStructure', instantOf(startOfDayMs('2025-03-03') - 1))).toBe(true)
    expect(mayChangeForm(form({ enabled: true }), 'changeSurveyStructure', instantOf(startOfDayMs('2025-03-03')))).toBe(false)
  })

  test('[PR11] the switch opens again with the delivery of results, the points after the last stage, helps and structure never', () => {
    const at = noonOf(dayIn('ReplicaInput'))
    const results = stageOf('ShowResults', 7)
    expect(opensAt(form(), 'changeStatusForm', at)).toEqual({ stage: results, day: results.start })
    expect(opensAt(form(), 'changeAnswerPoints', at)).toEqual({ stage: null, day: addDays(results.end, 1) })
    expect(opensAt(form(), 'changeHelpTexts', noonOf(dayIn('ShowResults')))).toBeNull()
    expect(opensAt(form(), 'changeSurveyStructure', at)).toBeNull()
  })

  test('[PR11] the day that is said is the one on which it opens, and on none between', () => {
    const whole = form()
    const lastDay = addDays(stageOf('ShowResults', 7).end, 3)
    for (const privilege of formPrivileges) {
      for (let day = '2025-03-01'; day < lastDay; day = addDays(day, 1)) {
        const now = noonOf(day)
        if (mayChangeForm(whole, privilege, now)) continue
        const said = opensAt(whole, privilege, now)
        const until = said?.day ?? lastDay
        for (let closed = day; closed < until; closed = addDays(closed, 1))
          expect(mayChangeForm(whole, privilege, noonOf(closed)), `${privilege} on ${closed}`).toBe(false)
        if (said) expect(mayChangeForm(whole, privilege, instantOf(startOfDayMs(said.day)))).toBe(true)
      }
    }
  })

  test('[PR11] where one stage begins as the other ends it is the stage that opens', () => {
    const stages = [
      { ...stageOf('ReplicaRevision', 0), end: '2025-03-09' },
      { ...stageOf('ShowResults', 1), start: '2025-03-10' },
    ]
    expect(opensAt(form({ stages }), 'changeStatusForm', noonOf('2025-03-05'))?.stage?.kind).toBe('ShowResults')
  })
})
