import * as v from 'valibot'
import { actingRole, heldBy } from '../assignments/rules.ts'
import { sameValue } from '../answers/same-value.ts'
import { invalidity, plainText } from '../forms/kinds.ts'
import type { Attachment } from '../attachments/model.ts'
import { briefly, cardOf, sideOfAnswer } from '../conflicts/rules.ts'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context } from '../contract/mutation.ts'
import type { Question } from '../forms/model.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { UserId } from '../kernel/ids.ts'
import { momentWithin } from '../kernel/instant.ts'
import type { Change, World } from '../world.ts'
import { halfWrittenName, originOf, recoveredFrom } from './rules.ts'
import type { Recovered } from './rules.ts'
import { may } from '../privileges/rules.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/**
 * Takes in one piece of work that its author could not send any more, out of a copy that the server has opened or out of its own
 * ledger: it becomes a card of whoever is responsible now, as a late value does (CF3, CF20, UW1). Nothing that stands
 * changes. An administrator does it in their own name; the card, and what is kept of it, say whose work it was and of when.
 * Fails: administrators_only, stage_closed, form_disabled, no_role (the author had no part in it), nothing_to_recover,
 * question_retired, no_recipient, and what is wrong with a value.
 */
export const adoptUnsent = mutation({
  name: 'unsent.adopt',
  version: 1,
  serverOnly: true,
  input: v.object({
    /** The mutation as its author's device named it. */
    mid: id,
    authorId: id,
    n: id,
    v: v.pipe(v.number(), v.integer(), v.minValue(1)),
    a: v.unknown(),
    /** When it was written, by the author's device. */
    at: v.pipe(v.string(), v.isoTimestamp()),
  }),
  entityOf: ({ mid }) => `unsent:${mid}`,
  decide(world, { mid, authorId, n, a, at }, context) {
    const { actor, now } = context
    if (actor.kind !== 'Administrator' || actor.id === 'system') return refused('administrators_only')
    if (!may(world, actor, 'impersonalizate', now)) return refused(world.form.enabled ? 'stage_closed' : 'form_disabled')
    const author = world.person(authorId)
    if (!author || (author.kind === 'Institutional' && author.institutionId !== world.institutionId)) return refused('no_role')
    const found = recoveredFrom(world, n, a)
    if (found === 'malformed') return refused('malformed')
    if (found === 'nothing') return refused('nothing_to_recover')
    const { unit, decision, file } = found
    if (found.forEvaluator !== (author.kind === 'Evaluator')) return refused('no_role')
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    // Answers to these are the lab's own: no person of an institution is to be told of one (VI5).
    if (question.administrative) return refused('administrators_only')
    const wrong = found.value === undefined || found.value === null ? undefined : invalidity(question, found.value)
    // What was half written need not be an answer yet: its words are told as words.
    if (wrong && n !== halfWrittenName) return refused(wrong.code, wrong.params)
    const { value, text } = wrong ? { value: undefined, text: wordsOf(question, found.value) } : found
    const answer = world.answer(unit)
    if (value !== undefined && sameValue(answer?.value ?? null, value)) return noop()
    if (file && (!question.allowFile || world.get('attachment', file.id))) return question.allowFile ? noop() : refused('file_not_allowed')
    const ownerId = recipientOf(world, question, found, authorId)
    if (ownerId === null) return refused('no_recipient')
    const name = `${author.name} ${author.surname}`
    const writtenAt = momentWithin(at, null, now)
    const card = cardOf({
      ownerId,
      unit,
      code: value === undefined ? 'recovered_text' : 'recovered',
      side: 'other',
      // An evaluator sees what was answered where it is answered, once it was sent.
      mine: answer && answer.value !== null && !found.forEvaluator ? sideOfAnswer(answer) : null,
      theirs: { mid, authorId, at: writtenAt, value, decision, text: text ?? null, attachmentId: file?.id },
      params: { name },
    })
    const record = { unit, action: 'Recupera', value, role: actingRole(world, actor, question) } as const
    const origin = originOf(name, writtenAt)
    return applied({
      changes: file ? [keptFile(world, unit, file, authorId, context)] : [],
      cards: [card],
      // What an evaluator has not released is no business of the institution's: the ledger alone keeps it.
      history: found.forEvaluator ? [] : [{ ...record, text: text ? `${origin}: ${text}` : origin }],
    })
  },
})

const wordsOf = (question: Question, value: Recovered['value']): string =>
  typeof value === 'string' ? plainText(question, value) : briefly(value)

/**
 * Who decides on it now: who is responsible for the question, or the next above who can, up to leader and delegate; of a decision, the
 * institution's evaluator. Never its author, who may not come back, and has the copy if they do.
 */
function recipientOf(world: World, question: Question, { forEvaluator }: Recovered, authorId: UserId): UserId | null {
  const { evaluatorId, leaderId, delegateId } = world.participant
  const parent = world.index.dimension(question.dimensionId)?.parentId
  const chain = question.survey ? [] : [world.index.rootOf(question).id, question.dimensionId, ...(parent ? [parent] : [])]
  const candidates = forEvaluator ? [evaluatorId] : [...chain.map((element) => heldBy(world, element)), leaderId, delegateId]
  return candidates.find((id) => id !== null && id !== authorId && world.person(id)?.active === true) ?? null
}

/** The file that a card speaks of: kept beside the question and out of force, its bytes to come. */
function keptFile(world: World, unit: string, file: NonNullable<Recovered['file']>, authorId: string, context: Context): Change {
  const { sourceId: _sourceId, ...kept } = file
  const row: Attachment = {
    ...kept,
    unit,
    state: 'awaiting_blob',
    applied: false,
    authorId,
    addedAt: context.now,
    answerRev: world.answer(unit)?.rev ?? 0,
  }
  return { scope: world.scope, part: world.partOf(unit), table: 'attachment', id: file.id, row }
}
