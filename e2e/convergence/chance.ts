import { closedDependents, removedRows } from '#shared/answers/closing.ts'
import { isObserved, rowsOf } from '#shared/answers/rules.ts'
import { acceptedBatches, roundAt, seenFiles, undecidedUnits } from '#shared/evaluations/rules.ts'
import { must } from '#shared/kernel/assert.ts'
import { unitOf, type Unit } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { standingSend } from '#shared/answers/standing-send.ts'
import { reviewOf } from '#shared/sends/rules.ts'
import type { Rows, World } from '#shared/world.ts'
import { plainUnits } from '../simulators/ground.ts'
import { oneOf } from './sim-device.ts'
import { valueOf } from './story.ts'

/** What somebody asks for, whether or not it is open to them. */
export type Asked = readonly [name: string, args: unknown]

interface Worker {
  readonly id: string
  /** Words that nobody has written. */
  readonly text: string
  /** The replica runs. */
  readonly appeals: boolean
}

/** Whatever somebody of an institution may do; null for nothing. */
export function work(world: World, { id: userId, text, appeals }: Worker, random: () => number): Asked | null {
  const roll = random()
  // Whoever sees at once what they forgot: nobody has opened it yet.
  const unopened = standingSend(world)
  const { leaderId, delegateId } = world.participant
  const isTheirs = unopened?.openedAt === undefined && [leaderId, delegateId, unopened?.authorId].includes(userId)
  if (unopened && isTheirs && random() < 0.4) return ['answers.recall', { send: unopened.id }]
  if (appeals && random() < 0.45) return appeal(text, random)
  if (random() < 0.12) {
    const kept = reason(world, text, random)
    if (kept) return kept
  }
  if (random() < 0.2) return structure(world, text, random)
  if (roll < 0.1) return ['answer.set', { unit: 'q3', value: random() < 0.6 }]
  if (roll < 0.15) return ['answer.set', { unit: 'q31', value: text }]
  if (roll < 0.55) return answer(world, oneOf(plainUnits, random), text, random)
  if (roll < 0.63) return fill(world, text, random) ?? send(world, userId, random)
  if (roll < 0.68) return ['answer.clear', { unit: oneOf(plainUnits, random) }]
  if (roll < 0.74) return conversation(world, text, random)
  if (roll < 0.8) {
    const element = oneOf(['s1', 's2', 'q1', 'q5', 'q7', 'q8'], random)
    const who = random() < 0.15 ? null : { userId: oneOf(['ana', 'berta', 'carlos'], random) }
    const level = element.startsWith('s') ? 'Subdimension' : 'Question'
    return ['assignment.set', { elements: [{ element, level, seen: world.get('assignment', element)?.rev ?? 0 }], who }]
  }
  if (roll < 0.83) {
    const saw = world.participant.delegateId
    return ['delegate.set', { who: saw ? null : { userId: 'carlos' }, saw }]
  }
  if (roll < 0.88) return ['file', null]
  if (roll < 0.93) return send(world, userId, random)
  const card = [...world.list('conflict')].find((each) => each.state === 'open')
  return card ? ['conflict.resolve', { id: card.id, choice: oneOf(['keep', 'reapply', 'dismiss'], random) }] : null
}

/** Somebody says something about an answer, of a row and of what is closed by now among others, or goes on with what was said. */
function conversation(world: World, text: string, random: () => number): Asked {
  const written = [...world.list('answer')].filter(({ value, clearedValue }) => value !== null || clearedValue !== null)
  const unit = written.length > 0 && random() < 0.4 ? oneOf(written, random).unit : oneOf(plainUnits, random)
  const id = `comment-${text.replaceAll(' ', '-')}`
  const thread = world.get('thread', unit)
  if (thread?.state === 'open') return ['comment.reply', { id, unit, threadId: thread.threadId, body: text, updateAnswer: random() < 0.7 }]
  if (thread?.state === 'replied' && random() < 0.5) return ['comment.resolve', { unit, threadId: thread.threadId }]
  return ['comment.add', { id, unit, threadId: `thread-${id}`, body: text, answerRev: world.answer(unit)?.rev ?? 0 }]
}

/** Somebody keeps an observed answer as it is, whoever else says so at the same time; null where nothing is observed. */
function reason(world: World, text: string, random: () => number): Asked | null {
  const observed = [...world.list('evaluation')].filter(({ unit }) => isObserved(world, unit))
  return observed.length > 0 ? ['answer.keep', { unit: oneOf(observed, random).unit, justification: text }] : null
}

/** Somebody adds a row, writes in one, takes one out, or puts back what was closed. */
function structure(world: World, text: string, random: () => number): Asked {
  const block = must(world.index.question('q8'), 'no block')
  const rows = rowsOf(world, block)
  const roll = random()
  const closed = [
    ...removedRows(world, block).map(({ row }) => ({ unit: 'q8', value: { rows: [...rows, row] } })),
    ...closedDependents(world, 'q3').map(({ value }) => ({ unit: 'q3', value })),
  ]
  if (closed.length > 0 && roll < 0.15) return ['answer.set', { ...oneOf(closed, random), reopens: true }]
  if (rows.length === 0 || (rows.length < 3 && roll < 0.3))
    return ['answer.set', { unit: 'q8', value: { rows: [...rows, `row-${text.replaceAll(/\W/g, '-')}`] } }]
  const row = oneOf(rows, random)
  if (roll < 0.5) return ['answer.set', { unit: 'q8', value: { rows: rows.filter((each) => each !== row) } }]
  const [id, value] = oneOf(
    [['q81', text] as const, ['q82', random() < 0.7] as const, ['q83', text] as const, ['q84', text] as const],
    random,
  )
  return ['answer.set', { unit: unitOf(id, row), value }]
}

/** Somebody opens or undoes whatever comes, or says why an answer is appealed, or takes that back. */
function appeal(text: string, random: () => number): Asked {
  if (random() < 0.4) return ['replica.open', { subDimensionId: oneOf(['s1', 's2'], random), open: random() < 0.7 }]
  const unit = oneOf(['q1', 'q2', 'q3', 'q5', 'q7'], random)
  return ['replica.justify', { unit, justification: random() < 0.1 ? null : text }]
}

/** The next required question without an answer; null when there is none. */
export function fill(world: World, text: string, random: () => number): Asked | null {
  const open = ['q1', 'q2', 'q3', 'q5', 'q6', 'q7'].find((unit) => (world.answer(unit)?.value ?? null) === null)
  if (open === undefined) return null
  return open === 'q3' ? ['answer.set', { unit: 'q3', value: false }] : answer(world, open, text, random)
}

function answer(world: World, unit: Unit, text: string, random: () => number): Asked {
  return ['answer.set', { unit, value: valueOf(world, unit, text, random) }]
}

/** Who leads sends what there is, looked over or not. */
export function send(world: World, userId: string, random: () => number): Asked {
  const standing = standingSend(world)
  // Somebody who sees that it went takes it back, or asks for it once it was opened.
  if (standing && random() < 0.5)
    return standing.openedAt === undefined
      ? ['answers.recall', { send: standing.id }]
      : ['participant.askReopen', { reason: `falta algo, ${userId}` }]
  return ['answers.send', { reviewed: random() < 0.7 ? reviewOf(world, userId) : null }]
}

/** Whatever an evaluator may decide, or note for themselves. */
export function judgement(world: World, text: string, now: Instant, random: () => number): Asked | null {
  const roll = random()
  const standing = standingSend(world)
  if (standing && standing.openedAt === undefined && roll < 0.3) return ['answers.open', { send: standing.id }]
  if (roll >= 0.85) return ['evaluation.send', {}]
  const answered = [...world.list('answer')].filter((each) => each.value !== null)
  if (answered.length === 0) return null
  const chosen: Rows['answer'] = oneOf(answered, random)
  if (roll >= 0.78) return ['evaluation.note', { unit: chosen.unit, text: random() < 0.1 ? '' : text }]
  if (roll >= 0.72) return together(world, now, random)
  const decision = oneOf(['Accepted', 'Observed', 'Rejected'] as const, random)
  const comment = decision === 'Observed' ? `explíquese ${text}` : null
  return [
    'evaluation.decide',
    { unit: chosen.unit, decision, comment, answerRev: chosen.rev, file: world.attachment(chosen.unit)?.id ?? null },
  ]
}

/** An evaluator accepts whatever is left, or takes such an acceptance back. */
function together(world: World, now: Instant, random: () => number): Asked | null {
  const round = roundAt(world, now)?.round
  if (round === undefined) return null
  const [batch] = acceptedBatches(world, round)
  if (batch && random() < 0.4) return ['evaluation.reopenAccepted', { batch: batch.mid }]
  const units = undecidedUnits(world, round)
  const revisions = units.map((unit) => [unit, world.answer(unit)?.rev ?? 0])
  return ['evaluation.acceptRemaining', { units: revisions, files: seenFiles(world, units) }]
}
