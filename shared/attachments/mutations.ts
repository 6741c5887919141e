import * as v from 'valibot'
import {
  admit,
  answerChange,
  blankAnswer,
  closedReason,
  contest,
  entry,
  named,
  sees,
  turnedAway,
  unitSchema,
} from '../answers/mutations.ts'
import { isOpen } from '../answers/rules.ts'
import { responsibleOf } from '../assignments/rules.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { applied, appliedOver, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import type { Question } from '../forms/model.ts'
import type { Change, World } from '../world.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import type { Attachment } from './model.ts'
import { maxFileBytes } from './model.ts'
import { fileInvalidity, safeFileName } from './rules.ts'

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

const attachmentChange = (world: World, row: Attachment): Change => ({
  scope: world.scope,
  part: world.partOf(row.unit),
  table: 'attachment',
  id: row.id,
  row,
})

/**
 * Names a file as the evidence of a unit. The bytes follow in their own lane; until then it is `awaiting_blob`.
 * replaces: id of the file that the person saw there; another one by then is a conflict, and both stay.
 * Source: SPEC AT (institution-area §4, §5; rules L20; sync.md §2.6, rows 22-24).
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
    if (known) return known.sha256 === sha256 && known.unit === unit ? noop() : refused('metadata_mismatch')
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
    if (current) {
      if (verdict === 'not_assignee' || verdict === 'concurrent') {
        const mine = sideOf(context, { text: safeName, attachmentId: id })
        const theirs = { mid: null, authorId: current.authorId, at: current.addedAt, text: current.name, attachmentId: current.id }
        const ownerId = sees(world, question, current.authorId)
          ? current.authorId
          : (responsibleOf(world, question) ?? world.participant.leaderId)
        const cards = [
          cardOf({ ownerId: context.actor.id, unit, code: verdict, side: 'author', mine, theirs, params: named(world, current.authorId) }),
          cardOf({ ownerId, unit, code: 'suggested', side: 'other', mine: theirs, theirs: mine, params: named(world, context.actor.id) }),
        ]
        return lost(verdict, {
          changes: [kept],
          cards,
          history: [entry(world, question, context, { unit, action: 'No aplicado', text: safeName })],
        })
      }
    }
    const changes: Change[] = [attachmentChange(world, row)]
    const history = [entry(world, question, context, { unit, action: 'Adjunta', text: safeName })]
    if (current) {
      changes.unshift(attachmentChange(world, { ...current, state: 'removed' }))
      history.unshift(entry(world, question, context, { unit, action: 'Elimina archivo', text: current.name }))
    }
    const answer = world.answer(unit)
    if (answer && (answer.noAttachment || !answer.changeAnswer || admission.late))
      changes.push(answerChange(world, { ...answer, noAttachment: false, changeAnswer: true, late: answer.late || admission.late }))
    if (verdict !== 'over' || !current) return applied({ changes, history })
    const mine = sideOf(context, { text: safeName, attachmentId: id })
    const theirs = { mid: null, authorId: current.authorId, at: current.addedAt, text: current.name, attachmentId: current.id }
    const cards = [
      cardOf({
        ownerId: context.actor.id,
        unit,
        code: 'replaced_other',
        side: 'notice',
        mine,
        theirs,
        params: named(world, current.authorId),
      }),
      cardOf({
        ownerId: current.authorId,
        unit,
        code: 'replaced_by_responsible',
        side: 'author',
        mine: theirs,
        theirs: sees(world, question, current.authorId) ? mine : null,
        params: named(world, context.actor.id),
      }),
    ]
    return appliedOver({ code: 'replaced_other', changes, history, cards })
  },
})

/** Whether a decision that has not been released yet speaks about the unit's file (sync.md §3, row 24). */
function isEvidence(world: World, unit: Unit): boolean {
  const draft = world.get('draft', unit)
  return draft !== undefined && world.get('evaluation', unit)?.mid !== draft.mid
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
      changes: [attachmentChange(world, { ...attachment, state: 'removed' })],
      history: [entry(world, question, context, { unit, action: 'Elimina archivo', text: attachment.name })],
    })
  },
})

/** Says, or unsays, that a unit has no file ("no adjunto"). Saying so removes a file that is there (institution-area §4). */
export const declineAttachment = mutation({
  name: 'attachment.decline',
  version: 1,
  input: v.object({ unit: unitSchema, declined: v.boolean() }),
  entityOf: ({ unit }) => `file:${unit}`,
  decide(world, { unit, declined }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    if (!question.allowFile) return refused('file_not_allowed')
    const admission = admit(world, question, unit, context)
    if (!admission.admitted) {
      return turnedAway(world, question, unit, context, admission.reason, { text: declined ? 'Marca sin adjunto' : 'Desmarca sin adjunto' })
    }
    const text = declined ? 'Marca sin adjunto' : 'Desmarca sin adjunto'
    if (!isOpen(world, unit)) return turnedAway(world, question, unit, context, closedReason(world, question, unit), { text })
    const answer = world.answer(unit) ?? blankAnswer(world, question, unit, context)
    const current = world.attachment(unit)
    if (answer.noAttachment === declined && !(declined && current)) return noop()
    if (declined && current && isEvidence(world, unit)) return inUse(world, question, unit, context, text, current.id)
    const changes: Change[] = [answerChange(world, { ...answer, noAttachment: declined })]
    const history = [entry(world, question, context, { unit, action: declined ? 'Marca sin adjunto' : 'Desmarca sin adjunto' })]
    if (declined && current) {
      changes.push(attachmentChange(world, { ...current, state: 'removed' }))
      history.push(entry(world, question, context, { unit, action: 'Elimina archivo', text: current.name }))
    }
    return applied({ changes, history })
  },
})

/** The platform's word that every byte of a file arrived and matches its hash. */
export const readyAttachment = mutation({
  name: 'attachment.ready',
  version: 1,
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
