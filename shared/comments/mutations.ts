import { typedText } from '../kernel/typed-text.ts'
import { pageAddress } from '../addresses.ts'
import * as v from 'valibot'
import { belongsTo } from '../access/actor.ts'
import { actingRole, entry, levelOver, responsibleLevel, responsibleOf } from '../assignments/rules.ts'
import { unitSchema } from '../answers/model.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { letter } from '../contract/letter.ts'
import { applied, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import type { Question } from '../forms/model.ts'
import type { Unit } from '../kernel/ids.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Change, World } from '../world.ts'
import { commentMaxCharacters, mostCharacters } from './model.ts'
import type { Comment, Thread } from './model.ts'
import { answerChange } from '../answers/changes.ts'
import { closedReason } from '../answers/ladder.ts'
import { closedName } from '../answers/names.ts'
import { isObserved, nearestOpen } from '../answers/rules.ts'
import { may } from '../privileges/rules.ts'
import { graceStage } from '../stages/rules.ts'
import { canOpenThread, unitForWords } from './rules.ts'

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))
const bodySchema = v.pipe(typedText, v.trim(), v.maxLength(commentMaxCharacters * 4))

const commentChange = (world: World, row: Comment): Change => ({
  scope: world.scope,
  part: world.partOf(row.unit),
  table: 'comment',
  id: row.id,
  row,
})
const threadChange = (world: World, row: Thread): Change => ({
  scope: world.scope,
  part: world.partOf(row.unit),
  table: 'thread',
  id: row.unit,
  row,
})

const pageOf = (world: World, unit: Unit): string =>
  pageAddress('filling', { form: world.formId, institution: world.institutionId, question: nearestOpen(world, unit) ?? unit })

const bodyFailure = (body: string, max = commentMaxCharacters): Outcome | undefined => {
  if (body === '') return refused('comment_empty')
  return [...body].length > max ? refused('comment_too_long', { max }) : undefined
}

/** Revision that a comment speaks about: what its author saw, and never one that is still to come (CM14). */
function revSeen(world: World, unit: Unit, saw: number | undefined): number {
  const standing = world.answer(unit)?.rev ?? 0
  return Math.min(saw ?? standing, standing)
}

const newComment = (
  world: World,
  context: Context,
  { saw, ...rest }: Pick<Comment, 'id' | 'unit' | 'threadId' | 'kind' | 'body'> & { late?: boolean; saw?: number | undefined },
): Comment => ({
  ...rest,
  late: rest.late === true,
  authorId: context.actor.id,
  writtenAt: context.occurredAt,
  receivedAt: context.now,
  answerRev: revSeen(world, rest.unit, saw),
  edited: false,
})

/** A comment that cannot enter its thread is kept whole with its author. */
function keptAside(world: World, question: Question, unit: Unit, context: Context, code: string, body: string): Outcome {
  return lost(code, {
    cards: [cardOf({ ownerId: context.actor.id, unit, code, side: 'author', mine: sideOf(context, { text: body }) })],
    history: [entry(world, question, context, { unit, action: 'No aplicado', text: body })],
  })
}

type Former = Pick<Thread, 'formerLevel' | 'formerSent' | 'formerChanged' | 'formerDecision'>

const decisionOn = (world: World, unit: Unit): string | null => world.get('evaluation', unit)?.mid ?? null

/** Where an answer stands before a comment takes it back: what a resolve without change restores (CM9). */
function formerOf(world: World, unit: Unit): Former {
  const answer = world.answer(unit)
  if (!answer) return { formerLevel: null, formerSent: false }
  const { level, sent, changeAnswer } = answer
  return { formerLevel: level, formerSent: sent, formerChanged: changeAnswer, formerDecision: decisionOn(world, unit) }
}

/** Whether the end of a conversation still moves the answer: while comments are open, or when it was ended in time and arrives late (CM15, TM6). */
function movesAnswers(world: World, context: Context): boolean {
  if (may(world, context.actor, 'addComment', context.now)) return true
  const { locked, lockReason } = world.participant
  const wasSent = locked && lockReason === 'sent'
  return !wasSent && graceStage(world.form, context.now, context.occurredAt, context.lease) !== undefined
}

/**
 * Puts an answer back where its thread found it, unless it changed since (CM9) or the institution answers no more (CM15). One that was
 * decided on since stays with its responsible: an observation ends by a change or a reason (CM11).
 */
function putBack(world: World, { unit, formerLevel, formerSent, formerChanged, formerDecision }: Thread, context: Context): Change[] {
  if (!movesAnswers(world, context)) return []
  const answer = world.answer(unit)
  if (!answer || (answer.value === null && answer.clearedValue === null) || answer.changeAnswer || formerLevel === null) return []
  const isDecidedSince = formerDecision === undefined ? isObserved(world, unit) : formerDecision !== decisionOn(world, unit)
  if (isDecidedSince) return []
  return [answerChange(world, { ...answer, level: formerLevel, sent: formerSent, changeAnswer: formerChanged ?? true })]
}

/**
 * Opens a thread on a unit, or follows up on one that was replied to. The answer goes back to its responsible (CM2).
 * Of a unit that is closed the words go to the nearest open one above, with its name (CM12).
 * Outside the stages that take comments it is shown as late and asks nothing (CF15).
 * answerRev: revision of the answer that the person saw (CM14).
 * Source: SPEC CM1-CM4, CM12, CM14.
 */
export const addComment = mutation({
  name: 'comment.add',
  version: 2,
  input: v.object({
    id: idSchema,
    unit: unitSchema,
    threadId: idSchema,
    body: bodySchema,
    answerRev: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  // The first version did not say which revision the person saw.
  upcast: { 1: (args) => args },
  entityOf: ({ unit }) => `thread:${unit}`,
  decide(world, { id, unit, threadId, body, answerRev }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    const wrong = bodyFailure(body)
    if (wrong) return wrong
    if (world.get('comment', id)) return noop()
    if (context.actor.kind !== 'Institutional' || !belongsTo(context.actor, world.institutionId)) return refused('no_role')
    if (!canOpenThread(world, question, context.actor.id)) return keptAside(world, question, unit, context, 'comment_not_allowed', body)
    const at = unitForWords(world, unit)
    const asked = at === undefined ? undefined : world.index.question(questionIdOf(at))
    if (at === undefined || !asked || !canOpenThread(world, asked, context.actor.id))
      return keptAside(world, question, unit, context, closedReason(world, question, unit), body)
    const words = at === unit ? body : `${closedName(world, unit, at)} — ${body}`
    // What was seen of a closed unit says nothing of the one above.
    const saw = at === unit ? answerRev : undefined
    const history = [entry(world, asked, context, { unit: at, action: 'Comenta', text: words })]
    if (!may(world, context.actor, 'addComment', context.now)) {
      const late = newComment(world, context, { id, unit: at, threadId, kind: 'comment', body: words, late: true, saw })
      return applied({ changes: [commentChange(world, late)], history })
    }
    const thread = world.get('thread', at)
    if (thread?.state === 'open')
      return keptAside(world, question, unit, context, at === unit ? 'thread_open' : closedReason(world, question, unit), body)
    const followsUp = thread?.state === 'replied'
    const answer = world.answer(at)
    const addresseeId = responsibleOf(world, asked)
    const next: Thread = {
      ...(followsUp && !answer?.changeAnswer ? thread : formerOf(world, at)),
      unit: at,
      threadId: followsUp ? thread.threadId : threadId,
      authorId: followsUp ? thread.authorId : context.actor.id,
      addresseeId,
      state: 'open',
      updateAnswer: followsUp ? thread.updateAnswer : true,
    }
    const changes: Change[] = [
      threadChange(world, next),
      commentChange(world, newComment(world, context, { id, unit: at, threadId: next.threadId, kind: 'comment', body: words, saw })),
    ]
    if (answer && answer.value !== null) {
      changes.push(answerChange(world, { ...answer, level: responsibleLevel(world, asked), sent: false, changeAnswer: false }))
      if (!followsUp && answer.sent) history.push(entry(world, asked, context, { unit: at, action: 'Devuelve' }))
    }
    const told = { number: world.index.numberOf(asked.id), question: asked.text, page: pageOf(world, at) }
    const letters = addresseeId === null ? [] : [letter('commented', addresseeId, told)]
    return applied({ changes, history, letters })
  },
})

/**
 * Replies to the open thread of a unit. updateAnswer false says, for good, that the answer stays as it is (CM5, CM6).
 * Fails: thread_missing, thread_resolved, not_assignee (only the addressee replies).
 */
export const replyComment = mutation({
  name: 'comment.reply',
  version: 1,
  input: v.object({ id: idSchema, unit: unitSchema, threadId: idSchema, body: bodySchema, updateAnswer: v.boolean() }),
  entityOf: ({ unit }) => `thread:${unit}`,
  decide(world, { id, unit, threadId, body, updateAnswer }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    const wrong = bodyFailure(body)
    if (wrong) return wrong
    if (world.get('comment', id)) return noop()
    if (context.actor.kind !== 'Institutional' || !belongsTo(context.actor, world.institutionId)) return refused('no_role')
    const thread = world.get('thread', unit)
    if (!thread || thread.threadId !== threadId) return keptAside(world, question, unit, context, 'thread_missing', body)
    if (thread.state === 'resolved') return keptAside(world, question, unit, context, 'thread_resolved', body)
    if (thread.addresseeId !== context.actor.id && responsibleOf(world, question) !== context.actor.id) {
      return keptAside(world, question, unit, context, 'not_assignee', body)
    }
    const reply = newComment(world, context, { id, unit, threadId, kind: 'reply', body, late: world.participant.locked })
    const keeps = thread.updateAnswer && updateAnswer ? ('no' as const) : ('yes' as const)
    const told = {
      number: world.index.numberOf(question.id),
      question: question.text,
      who: context.actor.name,
      keeps,
      page: pageOf(world, unit),
    }
    // Who asked may have left the institution: what is written in it is not theirs to read any more.
    const asks = thread.authorId !== context.actor.id && world.person(thread.authorId)?.active === true
    return applied({
      changes: [
        commentChange(world, reply),
        threadChange(world, { ...thread, state: 'replied', updateAnswer: thread.updateAnswer && updateAnswer }),
      ],
      history: [entry(world, question, context, { unit, action: 'Responde comentario', text: body })],
      letters: asks ? [letter('replied', thread.authorId, told)] : [],
    })
  },
})

/** Closes the thread of a unit: its author, or anybody above. An answer that did not change goes back to its former level (CM8, CM9). */
export const resolveComment = mutation({
  name: 'comment.resolve',
  version: 1,
  input: v.object({ unit: unitSchema, threadId: idSchema }),
  entityOf: ({ unit }) => `thread:${unit}`,
  decide(world, { unit, threadId }, context) {
    const question = world.index.question(questionIdOf(unit))
    const thread = world.get('thread', unit)
    if (!question || !thread || thread.threadId !== threadId) return refused('thread_missing')
    if (thread.state === 'resolved') return noop()
    const over = levelOver(world, question, context.actor.id)
    const above = over !== undefined && over < responsibleLevel(world, question)
    if (!belongsTo(context.actor, world.institutionId) || (thread.authorId !== context.actor.id && !above))
      return refused('comment_not_allowed')
    const changes: Change[] = [threadChange(world, { ...thread, state: 'resolved' }), ...putBack(world, thread, context)]
    return applied({ changes, history: [entry(world, question, context, { unit, action: 'Resuelve' })] })
  },
})

/** Rewords one's own comment before anybody replied; the former wording stays in the history (CM10). */
export const editComment = mutation({
  name: 'comment.edit',
  version: 1,
  input: v.object({ id: idSchema, body: bodySchema }),
  entityOf: ({ id }) => `comment:${id}`,
  decide(world, { id, body }, context) {
    const comment = world.get('comment', id)
    const question = comment && world.index.question(questionIdOf(comment.unit))
    if (!comment || !question || comment.authorId !== context.actor.id) return refused('thread_missing')
    const wrong = bodyFailure(body, mostCharacters(comment))
    if (wrong) return wrong
    if (comment.body === body) return noop()
    const thread = world.get('thread', comment.unit)
    const replied = [...world.list('comment')].some((each) => each.threadId === comment.threadId && each.kind === 'reply')
    const open = thread?.threadId === comment.threadId && thread.state === 'open' && !replied
    if (comment.body === null || !open || !may(world, context.actor, 'editComment', context.now)) {
      return keptAside(world, question, comment.unit, context, 'comment_not_editable', body)
    }
    return applied({
      changes: [commentChange(world, { ...comment, body, edited: true })],
      history: [entry(world, question, context, { unit: comment.unit, action: 'Edita comentario', text: body })],
    })
  },
})

/** Takes one's own comment's words back; its place and the replies stay (CF16). */
export const redactComment = mutation({
  name: 'comment.redact',
  version: 1,
  input: v.object({ id: idSchema }),
  entityOf: ({ id }) => `comment:${id}`,
  decide(world, { id }, context) {
    const comment = world.get('comment', id)
    if (!comment || comment.authorId !== context.actor.id) return refused('thread_missing')
    if (comment.body === null) return noop()
    const role = actingRole(world, context.actor, world.index.question(questionIdOf(comment.unit)))
    const changes: Change[] = [commentChange(world, { ...comment, body: null })]
    const thread = world.get('thread', comment.unit)
    const others = [...world.list('comment')].some((each) => each.threadId === comment.threadId && each.id !== id && each.body !== null)
    if (thread && thread.threadId === comment.threadId && thread.state === 'open' && !others) {
      changes.push(threadChange(world, { ...thread, state: 'resolved' }), ...putBack(world, thread, context))
    }
    return applied({ changes, history: [{ unit: comment.unit, action: 'Elimina comentario', text: comment.body, role }] })
  },
})
