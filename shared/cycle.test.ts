import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemActor } from './access/actor.ts'
import type { Actor } from './access/actor.ts'
import type { AnswerValue } from './answers/model.ts'
import { formCounters, isOpen, openUnits, pendingReasons } from './answers/rules.ts'
import type { Context, Outcome } from './contract/mutation.ts'
import type { Round } from './evaluations/model.ts'
import { isOutdated, needsDecision, undecidedUnits } from './evaluations/rules.ts'
import { actors, aWorld, fullValues, lengthDigest, noonIn, theIndex } from './forms/fixtures.ts'
import { must } from './kernel/assert.ts'
import type { Unit } from './kernel/ids.ts'
import { questionIdOf } from './kernel/ids.ts'
import { participationMutations } from './mutations.ts'
import { replicasAllowed, replicasUsed, unappealed } from './replica/rules.ts'
import { precheck } from './sends/rules.ts'
import type { Phase } from './stages/model.ts'
import { apply } from './world.ts'
import type { World } from './world.ts'
import { assertProperty } from './testing/properties.ts'

/*
 * Whole cycles: people of an institution do anything in any order, the evaluator decides anything, time passes;
 * and whoever is to finish a stage always can.
 */
const staff: readonly Actor[] = [
  actors.professional,
  actors.otherProfessional,
  actors.idle,
  actors.subdimensionLeader,
  actors.dimensionLeader,
  actors.delegate,
  actors.leader,
]

class Play {
  readonly world: World = aWorld({ phase: 'Pre', header: { replica: { points: 2, excludedSubDimensionIds: ['s22'] } } })
  phase: Phase = 'Pre'
  #count = 0

  /** Runs a mutation as the server would: decided on what stands, on the version that stands, and applied. */
  run(name: string, args: unknown, actor: Actor, base: string | null = null): Outcome {
    this.#count += 1
    const now = noonIn(this.phase)
    const context: Context = { actor, base, now, mid: `mid-${this.#count}`, occurredAt: now, lease: now, digest: lengthDigest }
    const outcome = must(participationMutations.get(name), name).decide(this.world, args, context)
    apply(this.world, outcome.changes)
    return outcome
  }

  moveTo(phase: Phase): void {
    this.phase = phase
    this.run('stage.tick', {}, systemActor)
  }

  baseOf(unit: Unit): string | null {
    return this.world.answer(unit)?.mid ?? null
  }

  /** The first of the institution's people who may. */
  byAnybody(name: string, args: unknown, unit: Unit): boolean {
    return staff.some((actor) => ['applied', 'applied_over'].includes(this.run(name, args, actor, this.baseOf(unit)).disposition))
  }

  id(): string {
    return `id-${String(this.#count).padStart(6, '0')}`
  }
}

const validValue = (unit: Unit): AnswerValue => must(fullValues[unit] ?? fullValues[`${questionIdOf(unit)}@r1`], `no value for ${unit}`)

/** Does everything that still pends, by whoever may do it. */
function settle(play: Play): void {
  for (let round = 0; round < 12 && formCounters(play.world).pendent > 0; round += 1) {
    for (const unit of theIndex.subDimensions.flatMap(({ id }) => openUnits(play.world, id))) {
      for (const reason of pendingReasons(play.world, unit)) {
        const thread = play.world.get('thread', unit)
        if (reason === 'comment' && thread) {
          const args = { unit, threadId: thread.threadId }
          if (thread.state === 'open') play.byAnybody('comment.reply', { ...args, id: play.id(), body: 'Visto', updateAnswer: false }, unit)
          else play.byAnybody('comment.resolve', args, unit)
        } else if (reason === 'empty' || reason === 'invalid') play.byAnybody('answer.set', { unit, value: validValue(unit) }, unit)
        else if (reason === 'file')
          play.byAnybody('attachment.decline', { unit, declined: true, saw: play.world.attachment(unit)?.id ?? null }, unit)
        else if (reason === 'appeal') play.byAnybody('replica.justify', { unit, justification: 'Consta en el acta' }, unit)
        else if (reason === 'observed') play.byAnybody('answer.keep', { unit, justification: 'Es correcta' }, unit)
      }
    }
  }
}

/** Everybody sends, from the lowest level up; the leader last. */
function sendAll(play: Play): Outcome {
  for (let round = 0; round < 4; round += 1)
    for (const actor of staff)
      if (actor !== actors.leader) if (!play.world.participant.locked && actor !== actors.delegate) play.run('answers.send', {}, actor)
  return play.run('answers.send', {}, actors.leader)
}

const units: readonly Unit[] = [...Object.keys(fullValues), 'person@r2', 'does@r2', 'task@r2']
const anyUnit = fc.constantFrom(...units)
const anyStep: fc.Arbitrary<readonly [string, Readonly<Record<string, unknown>>]> = fc.oneof(
  fc
    .record({
      unit: anyUnit,
      value: fc.constantFrom<AnswerValue[]>(...Object.values(fullValues), false, { rows: ['r1', 'r2'] }, { choice: { value: 'x' } }),
    })
    .map((args) => ['answer.set', args] as const),
  anyUnit.map((unit) => ['answer.set', { unit, value: validValue(unit) }] as const),
  fc.record({ unit: anyUnit }).map((args) => ['answer.clear', args] as const),
  fc
    .record({ unit: fc.constantFrom('proof', 'name'), declined: fc.boolean(), saw: fc.constant(null) })
    .map((args) => ['attachment.decline', args] as const),
  anyUnit.map((unit) => ['comment.add', { unit, threadId: `thread-${unit.replace('@', '-')}`, body: 'Falta' }] as const),
  fc
    .record({ unit: anyUnit, updateAnswer: fc.boolean() })
    .map(
      ({ unit, updateAnswer }) =>
        ['comment.reply', { unit, updateAnswer, threadId: `thread-${unit.replace('@', '-')}`, body: 'Visto' }] as const,
    ),
  anyUnit.map((unit) => ['comment.resolve', { unit, threadId: `thread-${unit.replace('@', '-')}` }] as const),
  fc
    .record({
      element: fc.constantFrom('d1', 'd2', 's11', 's12', 's21', 'name', 'has', 'team', 'proof'),
      userId: fc.constantFrom(null, ...staff.map(({ id }) => id)),
    })
    .map(({ element, userId }) => ['assignment.set', { element, userId }] as const),
  fc.constant(['answers.send', {}] as const),
)
const anySteps = fc.array(fc.record({ step: anyStep, actor: fc.constantFrom(...staff, actors.administrator), stale: fc.boolean() }), {
  maxLength: 40,
})
type Steps = typeof anySteps extends fc.Arbitrary<infer T> ? T : never

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function playSteps(play: Play, steps: Steps): void {
  for (const { step, actor, stale } of steps) {
    const [name, args] = step
    const unit = textOf(args['unit'])
    if (name === 'assignment.set') {
      const element = textOf(args['element'])
      const dimension = theIndex.dimension(element)
      const level = dimension ? (dimension.parentId === null ? 'Dimension' : 'Subdimension') : 'Question'
      const userId = args['userId']
      play.run(
        name,
        { elements: [{ element, level, seen: play.world.get('assignment', element)?.rev ?? 0 }], who: userId === null ? null : { userId } },
        actor,
      )
    } else play.run(name, name.startsWith('comment.') ? { id: play.id(), ...args } : args, actor, stale ? null : play.baseOf(unit))
    expectNoClosedAnswer(play.world)
  }
}

function expectNoClosedAnswer(world: World): void {
  for (const answer of world.list('answer'))
    if (answer.value !== null) expect([answer.unit, isOpen(world, answer.unit)]).toEqual([answer.unit, true])
}

interface Replica {
  readonly steps: ReadonlyArray<{ readonly actor: Actor; readonly step: readonly [name: string, args: Readonly<Record<string, unknown>>] }>
  readonly sends: boolean
}

/** People open and undo, justify and change; never more is open than may be; and who is to send can. */
function appeal(play: Play, { steps, sends }: Replica): void {
  const { world } = play
  for (const { actor, step } of steps) {
    const [name, args] = step
    const unit = textOf(args['unit'])
    play.run(name, args, actor, name === 'replica.justify' ? (world.answer(unit)?.appeal?.mid ?? null) : play.baseOf(unit))
    expect(replicasUsed(world).length).toBeLessThanOrEqual(replicasAllowed(world))
    expectNoClosedAnswer(world)
  }
  if (!sends || replicasUsed(world).length === 0) return
  for (const unit of unappealed(world)) play.byAnybody('replica.justify', { unit, justification: 'Consta en el acta' }, unit)
  finishes(play)
}

interface Script {
  readonly input: Steps
  readonly sendsInput: boolean
  readonly reopens: boolean
  readonly edits: Steps
  readonly observed: readonly Unit[]
  readonly sendsFirst: boolean
  readonly correction: Steps
  readonly sendsCorrection: boolean
  readonly rejected: readonly Unit[]
  readonly replica: Replica
}
const anyScript: fc.Arbitrary<Script> = fc.record({
  input: anySteps,
  sendsInput: fc.boolean(),
  reopens: fc.boolean(),
  edits: anySteps,
  observed: fc.subarray([...units]),
  sendsFirst: fc.boolean(),
  correction: anySteps,
  sendsCorrection: fc.boolean(),
  rejected: fc.subarray([...units]),
  replica: fc.record({
    steps: fc.array(
      fc.record({
        actor: fc.constantFrom(...staff),
        step: fc.oneof(
          fc
            .record({ subDimensionId: fc.constantFrom('s11', 's12', 's21', 's22'), open: fc.boolean() })
            .map((args) => ['replica.open', args] as const),
          fc
            .record({ unit: anyUnit, justification: fc.constantFrom('Consta en el acta', 'Está en el anexo', null) })
            .map((args) => ['replica.justify', args] as const),
          fc
            .record({ unit: anyUnit, value: fc.constantFrom<AnswerValue[]>(...Object.values(fullValues), false, { rows: ['r1', 'r2'] }) })
            .map((args) => ['answer.set', args] as const),
        ),
      }),
      { maxLength: 40 },
    ),
    sends: fc.boolean(),
  }),
})

/** What stands in the way, so that a failure tells why nobody could send. */
const finishes = (play: Play): void => {
  settle(play)
  const outcome = sendAll(play)
  const blocking = precheck(play.world, actors.leader).filter((row) => row.blocking)
  expect([
    outcome.disposition,
    outcome.code,
    play.world.participant.locked ? [] : blocking.map((row) => `${row.unit} ${row.code}`),
  ]).toEqual(['applied', 'ok', []])
  expect(play.world.participant.locked).toBe(true)
}

/** The evaluator decides, an administrator edits meanwhile, and the evaluator finishes on what stands then. */
function revise(play: Play, round: Round, against: readonly Unit[], edits: Steps): void {
  const { world } = play
  const decision = round === 'FirstRevision' ? 'Observed' : 'Rejected'
  const decide = (unit: Unit): Outcome =>
    play.run(
      'evaluation.decide',
      { unit, decision, comment: 'Falta', answerRev: world.answer(unit)?.rev ?? 0 },
      actors.evaluator,
      world.get('draft', unit)?.mid,
    )
  for (const unit of against) decide(unit)
  playSteps(
    play,
    edits.map((edit) => ({ ...edit, actor: actors.administrator })),
  )
  for (const draft of world.list('draft'))
    if (draft.round === round && needsDecision(world, draft.unit, round) && isOutdated(world, draft)) decide(draft.unit)
  const rest = undecidedUnits(world, round).map((unit) => [unit, world.answer(unit)?.rev ?? 0])
  play.run('evaluation.acceptRemaining', { units: rest }, actors.evaluator)
  expect([round, play.run('evaluation.send', {}, actors.evaluator).code]).toEqual([round, 'ok'])
}

/** An administrator opens what was sent again; people go on, and finish again. */
function reopened(play: Play, steps: Steps): void {
  if (!play.world.participant.locked) return
  expect(play.run('participant.reopen', { reason: 'Faltó un anexo' }, actors.administrator).code).toBe('ok')
  playSteps(play, steps)
  if (!play.world.participant.locked) finishes(play)
}

describe('whole cycles', () => {
  test('[DE11] whatever people did, the institution can finish and send, the evaluator can decide and send, and nothing stands where it is closed', () =>
    assertProperty(
      fc.property(
        anyScript,
        ({ input, sendsInput, reopens, edits, observed, sendsFirst, correction, sendsCorrection, rejected, replica }) => {
          const play = new Play()
          play.moveTo('NormalInput')
          playSteps(play, input)
          if (sendsInput && !play.world.participant.locked) finishes(play)
          if (reopens) reopened(play, correction)
          play.moveTo('FirstRevision')
          expect(play.world.participant.locked).toBe(true)
          if (sendsFirst) revise(play, 'FirstRevision', observed, edits)
          play.moveTo('CorrectionInput')
          if (!play.world.participant.locked) {
            playSteps(play, correction)
            if (sendsCorrection && !play.world.participant.locked) finishes(play)
            if (reopens) reopened(play, input)
          }
          play.moveTo('SecondRevision')
          expect(play.world.participant.locked).toBe(true)
          revise(play, 'SecondRevision', rejected, edits)
          play.moveTo('CalculateResults')
          play.moveTo('ReplicaInput')
          const reached = [...play.world.list('evaluation')]
            .filter((each) => each.decision === 'Accepted' && play.world.answer(each.unit)?.value !== null)
            .map((each) => each.unit)
          if (!play.world.participant.locked) appeal(play, replica)
          play.moveTo('ReplicaRevision')
          revise(play, 'ReplicaRevision', rejected, [])
          play.moveTo('ShowResults')
          expectNoClosedAnswer(play.world)
          for (const unit of reached) {
            expect([unit, play.world.get('evaluation', unit)?.decision]).toEqual([unit, 'Accepted'])
            expect([unit, play.world.answer(unit)?.value === null]).toEqual([unit, false])
          }
        },
      ),
      { runs: 200 },
    ))
})
