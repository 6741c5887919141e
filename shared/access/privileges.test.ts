import { describe, expect, test } from 'vitest'
import { columnsOf, may } from '../answers/rules.ts'
import { actors, aWorld, noonIn } from '../forms/fixtures.ts'
import { allows, evaluatorWrites, institutionWrites, privileges } from './privileges.ts'
import type { Column, Privilege } from './privileges.ts'

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

/** The page of the rules, cell by cell, as it is printed there: one word per stage, `-` for nobody (rules section 3). */
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

  test('[PR7] in an input stage an evaluator watches the answers only of who has sent them', () => {
    for (const phase of ['NormalInput', 'CorrectionInput', 'ReplicaInput'] as const) {
      expect(may(aWorld(), actors.evaluator, 'watchAnswers', noonIn(phase))).toBe(false)
      expect(may(aWorld({ participant: { locked: true } }), actors.evaluator, 'watchAnswers', noonIn(phase))).toBe(true)
    }
    expect(may(aWorld(), actors.evaluator, 'watchAnswers', noonIn('CalculateResults'))).toBe(true)
  })
})
