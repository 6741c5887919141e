import * as v from 'valibot'
import { isOpen } from '../answers/rules.ts'
import { entry, responsibleOf, sees } from '../assignments/rules.ts'
import { cardOf, sideOf, sideOfFile } from '../conflicts/rules.ts'
import { applied, appliedOver, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Card, Context, Outcome } from '../contract/mutation.ts'
import type { Question } from '../forms/model.ts'
import type { Change, World } from '../world.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import type { Attachment } from './model.ts'
import { maxFileBytes } from './model.ts'
import { fileInvalidity, safeFileName } from './rules.ts'
import { admit, closedReason, contest, turnedAway } from '../answers/ladder.ts'
import { answerChange, blankAnswer } from '../answers/changes.ts'
import { named } from '../accounts/names.ts'
import { unitSchema } from '../answers/model.ts'

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

const attachmentChange = (world: World, row: Attachment): Change => ({
  scope: world.scope,
  part: world.partOf(row.unit),
  table: 'attachment',
  id: row.id,
  row,
})

/** A file taken out of force: by whom and when stays beside by whom and when it was added. */
const outOfForce = (world: World, row: Attachment, context: Context): Change =>
  attachmentChange(world, { ...row, state: 'removed', removedBy: context.actor.id, removedAt: context.now })

/**
 * Names a file as the evidence of a unit. The bytes follow in their own lane; until then it is `awaiting_blob`.
 * replaces: id of the file that the person saw there; another one by then is a conflict, and both stay.
 * Source: SPEC FI4-FI6, CF22-CF24.
 */
export const addAttachment = mutation({
  name: 'attachment.add',
  version: 1,
  input: v.object({
    id: idSchema,
    unit: unitSchema,
    name: v.pipe(v.string(), v.maxLength(400)),
    sizeBytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxFileBytes * 64)),
    mime: v.pipe(v.string(), v.maxLength(200)),
    sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
    replaces: v.nullish(idSchema),
  }),
  entityOf: ({ unit }) => `file:${unit}`,
  decide(world, { id, unit, name, sizeBytes, mime, sha256, replaces }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    if (!question.allowFile) return refused('file_not_allowed')
    const wrong = fileInvalidity(name, sizeBytes)
    if (wrong) return refused(wrong.code, wrong.params)
    const known = world.get('attachment', id)
    if (known) return known.sha256 === sha256 && known.unit === unit ? noop({ attachmentId: id }) : refused('metadata_mismatch')
    const safeName = safeFileName(name)
    const row: Attachment = {
      id,
      unit,
      name: safeName,
      sizeBytes,
      mime,
      sha256,
      state: 'awaiting_blob',
      applied: true,
      authorId: context.actor.id,
      addedAt: context.now,
      answerRev: world.answer(unit)?.rev ?? 0,
    }
    const kept = attachmentChange(world, { ...row, applied: false })
    const admission = admit(world, question, unit, context)
    if (!admission.admitted) {
      const away = turnedAway(world, question, unit, context, admission.reason, { text: safeName, attachmentId: id })
      return away.disposition === 'lost' ? { ...away, changes: [...away.changes, kept] } : away
    }
    if (!isOpen(world, unit)) {
      const away = turnedAway(world, question, unit, context, closedReason(world, question, unit), { text: safeName, attachmentId: id })
      return { ...away, changes: [...away.changes, kept] }
    }
    const current = world.attachment(unit)
    if (current && isEvidence(world, unit)) {
      const away = inUse(world, question, unit, context, safeName, id)
      return { ...away, changes: [...away.changes, kept] }
    }
    const verdict = current && current.id !== (replaces ?? null) ? contest(world, question, context.actor.id, current.authorId) : 'mine'
    const wanted = { text: safeName, attachmentId: id }
    if (current && (verdict === 'not_assignee' || verdict === 'concurrent'))
      return beaten(world, question, unit, context, verdict, current, wanted, [kept])
    const changes: Change[] = [attachmentChange(world, row)]
    const history = [entry(world, question, context, { unit, action: 'Adjunta', text: safeName })]
    if (current) {
      changes.unshift(outOfForce(world, current, context))
      history.unshift(entry(world, question, context, { unit, action: 'Elimina archivo', text: current.name }))
    }
    const stands = world.answer(unit)
    if (stands && (stands.noAttachment || !stands.changeAnswer || admission.late))
      changes.push(answerChange(world, { ...stands, noAttachment: false, changeAnswer: true, late: stands.late || admission.late }))
    const reply = { attachmentId: id }
    if (verdict !== 'over' || !current) return applied({ changes, history, reply })
    const cards = replacing(world, question, unit, context, current, wanted)
    return appliedOver({ code: 'replaced_other', changes, history, cards, reply })
  },
})

interface Wanted {
  readonly text: string
  readonly attachmentId?: string | undefined
}

/** What somebody wanted did not stand against the file that is there, and is proposed to who answers for it. */
function beaten(
  world: World,
  question: Question,
  unit: Unit,
  context: Context,
  code: 'not_assignee' | 'concurrent',
  current: Attachment,
  wanted: Wanted,
  changes: readonly Change[],
): Outcome {
  const mine = sideOf(context, wanted)
  const theirs = sideOfFile(current)
  const ownerId = sees(world, question, current.authorId)
    ? current.authorId
    : (responsibleOf(world, question) ?? world.participant.leaderId)
  const cards = [
    cardOf({ ownerId: context.actor.id, unit, code, side: 'author', mine, theirs, params: named(world, current.authorId) }),
    cardOf({ ownerId, unit, code: 'suggested', side: 'other', mine: theirs, theirs: mine, params: named(world, context.actor.id) }),
  ]
  return lost(code, { changes, cards, history: [entry(world, question, context, { unit, action: 'No aplicado', text: wanted.text })] })
}

/** Cards of a responsible person's change that stood against somebody's file that they had not seen. */
function replacing(world: World, question: Question, unit: Unit, context: Context, current: Attachment, wanted: Wanted): Card[] {
  const mine = sideOf(context, wanted)
  const theirs = sideOfFile(current)
  const shown = sees(world, question, current.authorId) ? mine : null
  const params = named(world, context.actor.id)
  return [
    cardOf({
      ownerId: context.actor.id,
      unit,
      code: 'replaced_other',
      side: 'notice',
      mine,
      theirs,
      params: named(world, current.authorId),
    }),
    cardOf({ ownerId: current.authorId, unit, code: 'replaced_by_responsible', side: 'author', mine: theirs, theirs: shown, params }),
  ]
}

/** Whether a decision that has not been released yet speaks about the unit's file (CF24). */
function isEvidence(world: World, unit: Unit): boolean {
  const draft = world.get('draft', unit)
  return draft !== undefined && !draft.withdrawn && world.get('evaluation', unit)?.mid !== draft.mid
}

function inUse(world: World, question: Question, unit: Unit, context: Context, text: string, attachmentId: string): Outcome {
  const mine = sideOf(context, { text, attachmentId })
  return lost('evidence_in_use', {
    cards: [cardOf({ ownerId: context.actor.id, unit, code: 'evidence_in_use', side: 'author', mine })],
    history: [entry(world, question, context, { unit, action: 'No aplicado', text })],
  })
}

/** Takes a file out of force. It stays in the file history and its bytes are kept. Fails: evidence_in_use once a decision speaks of it. */
export const removeAttachment = mutation({
  name: 'attachment.remove',
  version: 1,
  input: v.object({ id: idSchema }),
  entityOf: ({ id }) => `attachment:${id}`,
  decide(world, { id }, context) {
    const attachment = world.get('attachment', id)
    const question = attachment && world.index.question(questionIdOf(attachment.unit))
    if (!attachment || !question) return refused('attachment_missing')
    if (attachment.state === 'removed') return noop()
    const { unit } = attachment
    const admission = admit(world, question, unit, context)
    if (!admission.admitted)
      return turnedAway(world, question, unit, context, admission.reason, { text: attachment.name, attachmentId: id })
    if (isEvidence(world, unit)) return inUse(world, question, unit, context, attachment.name, id)
    return applied({
      changes: [outOfForce(world, attachment, context)],
      history: [entry(world, question, context, { unit, action: 'Elimina archivo', text: attachment.name })],
    })
  },
})

/** Arguments of the first version: it did not say which file the person saw, so that it counts as having seen none. */
const declinedBefore = v.object({ unit: unitSchema, declined: v.boolean() })

/**
 * Says, or unsays, that a unit has no file ("no adjunto"). Saying so removes the file that the person saw there
 * (FI7, FI10). saw: its id, null for none; against another one the ladder decides as it does between two files.
 */
export const declineAttachment = mutation({
  name: 'attachment.decline',
  version: 2,
  input: v.object({ unit: unitSchema, declined: v.boolean(), saw: v.nullable(idSchema) }),
  upcast: { 1: (args) => ({ ...v.parse(declinedBefore, args), saw: null }) },
  entityOf: ({ unit }) => `file:${unit}`,
  decide(world, { unit, declined, saw }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    if (!question.allowFile) return refused('file_not_allowed')
    const action = declined ? 'Marca sin adjunto' : 'Desmarca sin adjunto'
    const admission = admit(world, question, unit, context)
    if (!admission.admitted) return turnedAway(world, question, unit, context, admission.reason, { text: action })
    if (!isOpen(world, unit)) return turnedAway(world, question, unit, context, closedReason(world, question, unit), { text: action })
    const answer = world.answer(unit) ?? blankAnswer(world, question, unit, context)
    const current = declined ? world.attachment(unit) : undefined
    if (answer.noAttachment === declined && !current) return noop()
    if (current && isEvidence(world, unit)) return inUse(world, question, unit, context, action, current.id)
    const unseen = current && current.id !== saw ? current : undefined
    const verdict = unseen ? contest(world, question, context.actor.id, unseen.authorId) : 'mine'
    if (unseen && (verdict === 'not_assignee' || verdict === 'concurrent'))
      return beaten(world, question, unit, context, verdict, unseen, { text: action }, [])
    const changes: Change[] = [answerChange(world, { ...answer, noAttachment: declined })]
    const history = [entry(world, question, context, { unit, action })]
    if (current) {
      changes.push(outOfForce(world, current, context))
      history.push(entry(world, question, context, { unit, action: 'Elimina archivo', text: current.name }))
    }
    if (!unseen) return applied({ changes, history })
    if (verdict === 'mine') return appliedOver({ code: 'own_other_device', changes, history })
    const cards = replacing(world, question, unit, context, unseen, { text: action })
    return appliedOver({ code: 'replaced_other', changes, history, cards })
  },
})

/** The platform's word that every byte of a file arrived and matches its hash. */
export const readyAttachment = mutation({
  name: 'attachment.ready',
  version: 1,
  besideClosing: true,
  input: v.object({ id: idSchema, sha256: v.string(), sizeBytes: v.number() }),
  entityOf: ({ id }) => `attachment:${id}`,
  decide(world, { id, sha256, sizeBytes }, context) {
    if (context.actor.id !== 'system') return refused('administrators_only')
    const attachment = world.get('attachment', id)
    if (!attachment) return refused('attachment_missing')
    if (attachment.sha256 !== sha256 || attachment.sizeBytes !== sizeBytes) return refused('metadata_mismatch')
    if (attachment.state !== 'awaiting_blob') return noop()
    return applied({ changes: [attachmentChange(world, { ...attachment, state: 'ready' })] })
  },
})
