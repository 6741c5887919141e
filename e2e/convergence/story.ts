import type { Actor } from '#shared/access/actor.ts'
import { awaitedOf, openedKind } from '#shared/answers/rules.ts'
import { canOpenThread } from '#shared/comments/rules.ts'
import type { Round } from '#shared/evaluations/model.ts'
import { seenFiles, undecidedUnits } from '#shared/evaluations/rules.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, type Unit, type UserId } from '#shared/kernel/ids.ts'
import { replicasUsed } from '#shared/replica/rules.ts'
import { precheck, precheckRound, reviewOf } from '#shared/sends/rules.ts'
import type { World } from '#shared/world.ts'
import { oneOf } from './sim-device.ts'

/** What the year's work asks for next, and of whom. */
export interface Move {
  readonly who: UserId
  readonly name: string
  readonly args: unknown
}

/**
 * The next thing that keeps an institution from sending its answers, done by who must do it; with nothing left, the send of who
 * leads. Null when it is somebody else's turn.
 */
export function institutionsMove(world: World, leader: Actor, text: string, random: () => number): Move | null {
  if (world.participant.locked) return null
  if (openedKind(world) === 'ReplicaInput') {
    const opening = openingMove(world, leader, random)
    if (opening) return opening
  }
  const blocking = precheck(world, leader).filter((row) => row.blocking)
  if (blocking.length === 0) {
    const remark = random() < 0.5 ? remarkOf(world, leader, text, random) : null
    return remark ?? { who: leader.id, name: 'answers.send', args: { reviewed: random() < 0.7 ? reviewOf(world, leader.id) : null } }
  }
  const { unit, code, userId } = oneOf(blocking, random)
  const who = userId ?? leader.id
  if (code === 'below') return { who, name: 'answers.send', args: { reviewed: null } }
  if (code === 'blob') return null
  if (code === 'file') return { who, name: 'attachment.decline', args: { unit, declined: true, saw: null } }
  if (code === 'comment') return conversationMove(world, unit, who, text, random)
  if (code === 'unappealed' || code === 'appeal') return { who, name: 'replica.justify', args: { unit, justification: text } }
  if (code === 'observed' && random() < 0.4) return { who, name: 'answer.keep', args: { unit, justification: text } }
  return { who, name: 'answer.set', args: { unit, value: valueOf(world, unit, text, random) } }
}

/** Who leads opens a sub-dimension where none is open, and now and then another in its place. */
function openingMove(world: World, leader: Actor, random: () => number): Move | null {
  const used = replicasUsed(world)
  const opening = (subDimensionId: string, open: boolean): Move => ({
    who: leader.id,
    name: 'replica.open',
    args: { subDimensionId, open },
  })
  if (used.length === 0) return opening(oneOf(['s1', 's2'], random), true)
  return random() < 0.08 ? opening(oneOf(used, random), false) : null
}

/** Who leads takes a question from whoever has it, or gives it to another; null where nobody has one. */
export function takingMove(world: World, leader: Actor, random: () => number): Move | null {
  const held = [...world.list('assignment')].filter(({ level, userId }) => level === 'Question' && userId !== null)
  if (held.length === 0) return null
  const { element, level, rev } = oneOf(held, random)
  const who = random() < 0.6 ? null : { userId: oneOf(['ana', 'berta', 'carlos'], random) }
  return { who: leader.id, name: 'assignment.set', args: { elements: [{ element, level, seen: rev }], who } }
}

/** A comment of who leads on a question that somebody else answers for. */
function remarkOf(world: World, leader: Actor, text: string, random: () => number): Move | null {
  const units = [...world.list('answer')]
    .filter((answer) => answer.value !== null && world.get('thread', answer.unit) === undefined)
    .map((answer) => answer.unit)
    .filter((unit) => canOpenThread(world, questionOf(world, unit), leader.id))
  if (units.length === 0) return null
  const unit = oneOf(units, random)
  return {
    who: leader.id,
    name: 'comment.add',
    args: { id: idFrom(text), unit, threadId: `thread-${idFrom(text)}`, body: text, answerRev: world.answer(unit)?.rev ?? 0 },
  }
}

function conversationMove(world: World, unit: Unit, who: UserId, text: string, random: () => number): Move | null {
  const thread = world.get('thread', unit)
  if (!thread || thread.state === 'resolved') return null
  if (thread.state === 'replied') return { who: thread.authorId, name: 'comment.resolve', args: { unit, threadId: thread.threadId } }
  const awaited = awaitedOf(world, questionOf(world, unit), thread) ?? who
  const args = { id: idFrom(text), unit, threadId: thread.threadId, body: text, updateAnswer: random() < 0.6 }
  return { who: awaited, name: 'comment.reply', args }
}

/** The next decision of a round, or its send when all are given. */
export function evaluatorsMove(world: World, evaluatorId: UserId, round: Round, random: () => number): Move {
  const open = precheckRound(world, round).filter((row) => row.code !== 'blob')
  if (open.length === 0) return { who: evaluatorId, name: 'evaluation.send', args: {} }
  const roll = random()
  if (roll > 0.95) {
    const units = undecidedUnits(world, round)
    const revisions = units.map((each) => [each, must(world.answer(each), `answer ${each} is missing`).rev])
    return { who: evaluatorId, name: 'evaluation.acceptRemaining', args: { units: revisions, files: seenFiles(world, units) } }
  }
  const { unit } = oneOf(open, random)
  // The second revision only accepts or rejects.
  const decision = roll < 0.55 ? 'Accepted' : roll < 0.85 && round === 'FirstRevision' ? 'Observed' : 'Rejected'
  const answerRev = must(world.answer(unit), `answer ${unit} is missing`).rev
  return {
    who: evaluatorId,
    name: 'evaluation.decide',
    args: {
      unit,
      decision,
      comment: decision === 'Observed' ? 'explíquese' : null,
      answerRev,
      file: world.attachment(unit)?.id ?? null,
    },
  }
}

const idFrom = (text: string): string => `comment-${text.replaceAll(/\W/g, '-')}`

const questionOf = (world: World, unit: Unit) => must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)

/** A value that the unit's question takes. */
export function valueOf(world: World, unit: Unit, text: string, random: () => number): string | number | boolean {
  const { kind } = questionOf(world, unit)
  if (kind === 'Boolean') return random() < 0.4
  return kind === 'Number' ? Math.floor(random() * 10_000) : text
}
