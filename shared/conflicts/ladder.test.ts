import { describe, expect, test } from 'vitest'
import { addAttachment, declineAttachment } from '../attachments/mutations.ts'
import { clearAnswer, keepAnswer, setAnswer } from '../answers/mutations.ts'
import { addComment } from '../comments/mutations.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { decideAnswer } from '../evaluations/mutations.ts'
import type { Decision, Round } from '../evaluations/model.ts'
import { isErrorCode } from '../errors.ts'
import { justifyReplica } from '../replica/mutations.ts'
import { actors, aContext, aWorld, anAnswer, anAppeal, anAttachment, anEvaluation, noonIn, theStages } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { instantOf } from '../kernel/instant.ts'
import type { Phase } from '../stages/model.ts'
import { boundsOf } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { noticeCodes } from './model.ts'

/*
 * The ladder as a table: who × who is responsible × stage × lock × evaluation × what stands × mutation, on the unit "proof",
 * which takes a value, a file, a comment and a decision. Each cell is decided once; the snapshot keeps one line per distinct class.
 */
const roles: readonly ActorName[] = [
  'leader',
  'dimensionLeader',
  'subdimensionLeader',
  'professional',
  'otherProfessional',
  'idle',
  'outsider',
  'evaluator',
  'otherEvaluator',
  'administrator',
]
const branch = { d2: 'dimension', s21: 'capacity' }
const responsibles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  professional: { ...branch, proof: 'professional', team: 'other' },
  colleague: { ...branch, proof: 'other', team: 'professional' },
  capacity: { ...branch, team: 'professional' },
  nobody: {},
}
const moments = ['NormalInput', 'grace', 'FirstRevision', 'CorrectionInput', 'SecondRevision', 'ReplicaInput', 'ShowResults'] as const
type Moment = (typeof moments)[number]
const locks = ['open', 'sent', 'stageEnd'] as const
const evaluated = ['undecided', 'Accepted', 'Observed', 'Rejected'] as const
const standings = ['nothing', 'own', 'professional', 'leader', 'capacity'] as const
const kinds = [
  'set same',
  'set other, seen',
  'set other, unseen',
  'clear, seen',
  'clear, unseen',
  'keep',
  'appeal, seen',
  'appeal, unseen',
  'file, seen',
  'file, unseen',
  'no file',
  'comment',
  'decide, seen',
  'decide, unseen',
] as const
type Kind = (typeof kinds)[number]

const { endMs } = boundsOf(must(theStages[0], 'first stage'))
const phaseOf = (moment: Moment): Phase => (moment === 'grace' ? 'FirstRevision' : moment)
const roundIn: Partial<Record<Moment, Round>> = { grace: 'FirstRevision', FirstRevision: 'FirstRevision', SecondRevision: 'SecondRevision' }
const decisionIn: Partial<Record<Moment, Decision>> = { grace: 'Observed', FirstRevision: 'Observed', SecondRevision: 'Rejected' }
const timeOf = (moment: Moment): Pick<Context, 'now' | 'occurredAt' | 'lease'> =>
  moment === 'grace'
    ? { now: instantOf(endMs + 3_600_000), occurredAt: instantOf(endMs - 1000), lease: instantOf(endMs - 60_000) }
    : { now: noonIn(moment), occurredAt: noonIn(moment), lease: null }

interface Cell {
  readonly role: ActorName
  readonly responsible: string
  readonly moment: Moment
  readonly lock: (typeof locks)[number]
  readonly decision: (typeof evaluated)[number]
  readonly standing: (typeof standings)[number]
  readonly kind: Kind
}

function worldOf({ role, responsible, moment, lock, decision, standing }: Cell): World {
  const authorId = standing === 'own' ? actors[role].id : standing
  return aWorld({
    phase: phaseOf(moment),
    assignments: responsibles[responsible],
    participant: { locked: lock !== 'open', lockReason: lock === 'open' ? null : lock, replicaSubDimensionIds: ['s21'] },
    answers:
      standing === 'nothing'
        ? []
        : [
            anAnswer(
              'proof',
              { choice: { value: 'si' } },
              {
                authorId,
                level: lock === 'sent' ? 0 : 4,
                sent: lock === 'sent',
                appeal: anAppeal({ authorId }),
              },
            ),
          ],
    attachments: standing === 'nothing' ? [] : [anAttachment('file-0001', 'proof', { authorId })],
    evaluations: decision === 'undecided' ? [] : [anEvaluation('proof', decision)],
  })
}

function outcomeOf(world: World, { role, moment, kind }: Cell): Outcome {
  const unit = 'proof'
  const base = kind.endsWith('unseen') ? 'older' : (world.answer(unit)?.mid ?? null)
  const context = aContext({ actor: actors[role], base, ...timeOf(moment) })
  const value = { choice: { value: kind === 'set same' ? 'si' : 'no' } }
  switch (kind) {
    case 'set same':
    case 'set other, seen':
    case 'set other, unseen':
      return setAnswer.decide(world, { unit, value }, context)
    case 'clear, seen':
    case 'clear, unseen':
      return clearAnswer.decide(world, { unit }, context)
    case 'keep':
      return keepAnswer.decide(world, { unit, justification: 'Es correcta' }, context)
    case 'appeal, seen':
    case 'appeal, unseen':
      return justifyReplica.decide(
        world,
        { unit, justification: 'Está en el anexo' },
        { ...context, base: kind === 'appeal, seen' ? (world.answer(unit)?.appeal?.mid ?? null) : null },
      )
    case 'file, seen':
    case 'file, unseen': {
      const replaces = kind === 'file, seen' ? world.attachment(unit)?.id : undefined
      return addAttachment.decide(
        world,
        { id: 'file-0002', unit, name: 'acta.pdf', sizeBytes: 1, mime: '', sha256: 'b'.repeat(64), replaces },
        context,
      )
    }
    case 'no file':
      return declineAttachment.decide(world, { unit, declined: true, saw: world.attachment(unit)?.id ?? null }, context)
    case 'comment':
      return addComment.decide(world, { id: 'comment-01', unit, threadId: 'thread-01', body: 'Falta' }, context)
    case 'decide, seen':
    case 'decide, unseen':
      return decideAnswer.decide(
        world,
        { unit, decision: decisionIn[moment] ?? 'Accepted', comment: 'Falta', answerRev: kind === 'decide, seen' ? 1 : 0 },
        context,
      )
  }
}

function* cells(): Generator<Cell> {
  for (const role of roles)
    for (const responsible of Object.keys(responsibles))
      for (const moment of moments)
        for (const lock of locks)
          for (const decision of evaluated)
            for (const standing of standings) for (const kind of kinds) yield { role, responsible, moment, lock, decision, standing, kind }
}

/** One world for all the cells that ask for the same one: decide never changes it ([DE2]). */
const worlds = new Map<string, World>()
function sharedWorld(cell: Cell): World {
  const key = [cell.responsible, cell.moment, cell.lock, cell.decision, cell.standing, cell.standing === 'own' ? cell.role : ''].join('|')
  const world = worlds.get(key) ?? worldOf(cell)
  worlds.set(key, world)
  return world
}
const table = [...cells()].map((cell) => ({ cell, outcome: outcomeOf(sharedWorld(cell), cell) }))
const classOf = (outcome: Outcome): string => {
  const cards = outcome.cards.map((card) => `${card.side}:${card.code}`).toSorted()
  return `${outcome.disposition} ${outcome.code}${cards.length > 0 ? ` → ${cards.join(' + ')}` : ''}`
}
const isEvaluators = (kind: Kind): boolean => kind.startsWith('decide')
const stands = (outcome: Outcome): boolean => outcome.disposition === 'applied' || outcome.disposition === 'applied_over'
const keyOf = (cell: Cell): string => Object.values(cell).join('|')

describe('the ladder, cell by cell', () => {
  test('[CF30] every cell has an outcome with a known code', () => {
    expect(table.length).toBe(10 * 4 * 7 * 3 * 4 * 5 * 14)
    const notices: readonly string[] = noticeCodes
    expect(table.filter(({ outcome: { code } }) => code !== 'ok' && !isErrorCode(code) && !notices.includes(code))).toEqual([])
  })

  test('[CF31] no cell is silent', () => {
    const silent = table.filter(
      ({ cell, outcome }) =>
        (outcome.disposition === 'lost' &&
          !outcome.cards.some((card) => card.ownerId === actors[cell.role].id && card.side === 'author')) ||
        (outcome.disposition === 'applied_over' && outcome.cards.length === 0 && outcome.code !== 'own_other_device') ||
        (outcome.disposition === 'refused' && outcome.code === 'ok'),
    )
    expect(silent.map(({ cell, outcome }) => `${keyOf(cell)} ${classOf(outcome)}`)).toEqual([])
  })

  test('[CF32] a lock never opens to an institution what is closed to it without one', () => {
    const open = new Map(table.filter(({ cell }) => cell.lock === 'open').map(({ cell, outcome }) => [keyOf(cell), outcome]))
    const wrong = table.filter(({ cell, outcome }) => {
      if (cell.lock === 'open' || isEvaluators(cell.kind) || cell.kind === 'comment' || !stands(outcome)) return false
      return !stands(must(open.get(keyOf({ ...cell, lock: 'open' })), 'the open cell'))
    })
    expect(wrong.map(({ cell }) => keyOf(cell))).toEqual([])
  })

  test('[CF32] a decision stands only on a locked institution, in a revision, by its own evaluator', () => {
    const standing = table.filter(({ cell, outcome }) => isEvaluators(cell.kind) && stands(outcome))
    expect(standing.length).toBeGreaterThan(0)
    for (const { cell } of standing) {
      expect([cell.role, cell.lock === 'open', roundIn[cell.moment] === undefined, cell.kind]).toEqual([
        'evaluator',
        false,
        false,
        'decide, seen',
      ])
    }
  })

  test('[CF33] the higher rung decides first: lifecycle before evaluation, evaluation before responsibility, responsibility before the base', () => {
    const rungs = ['refused no_role', 'lost form_sent', 'lost answer_already_accepted', 'lost not_assignee', 'lost concurrent']
    const rungOf = (role: ActorName, lock: Cell['lock'], decision: Cell['decision'], responsible: string): number => {
      const cell: Cell = { role, responsible, moment: 'CorrectionInput', lock, decision, standing: 'leader', kind: 'set other, unseen' }
      return rungs.indexOf(classOf(outcomeOf(worldOf(cell), cell)).split(' → ')[0] ?? '')
    }
    expect([
      rungOf('outsider', 'sent', 'Accepted', 'colleague'),
      rungOf('professional', 'sent', 'Accepted', 'colleague'),
      rungOf('professional', 'open', 'Accepted', 'colleague'),
      rungOf('professional', 'open', 'Observed', 'colleague'),
      rungOf('subdimensionLeader', 'open', 'Observed', 'colleague'),
    ]).toEqual([0, 1, 2, 3, 4])
  })

  test('[CF34] in no cell does a value that was accepted or sent change but by an administrator', () => {
    const moved = table.filter(({ cell, outcome }) => {
      if (cell.standing === 'nothing' || cell.role === 'administrator' || (cell.lock !== 'sent' && cell.decision !== 'Accepted'))
        return false
      return outcome.changes.some((change) => change.table === 'answer' && change.row.rev !== 1)
    })
    expect(moved.map(({ cell }) => keyOf(cell))).toEqual([])
  })

  test('[CF35] the classes of outcome, for review', () => {
    const classes = new Map<string, number>()
    for (const { cell, outcome } of table) {
      const line = `${cell.kind.padEnd(18)} ${classOf(outcome)}`
      classes.set(line, (classes.get(line) ?? 0) + 1)
    }
    expect(
      [...classes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([line, count]) => `${String(count).padStart(5)}  ${line}`),
    ).toMatchSnapshot()
  })

  test('[CF36] who may do what, by stage and lock, for review', () => {
    const holders = new Map<string, Set<ActorName>>()
    for (const { cell, outcome } of table) {
      if (!stands(outcome)) continue
      const key = `${cell.moment}|${cell.lock}|${cell.kind}`
      holders.set(key, (holders.get(key) ?? new Set()).add(cell.role))
    }
    const lines = new Map<string, string[]>()
    for (const [key, found] of holders) {
      const [moment = '', lock = '', kind = ''] = key.split('|')
      const line = `${moment.padEnd(15)} ${lock.padEnd(8)} ${roles.filter((role) => found.has(role)).join(' ')}`
      lines.set(line, [...(lines.get(line) ?? []), kind])
    }
    expect([...lines].map(([line, found]) => `${line}: ${found.join(' · ')}`).toSorted()).toMatchSnapshot()
  })
})
