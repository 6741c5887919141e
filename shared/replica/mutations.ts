import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { belongsTo } from '../access/actor.ts'
import { named } from '../accounts/names.ts'
import { answerChange } from '../answers/changes.ts'
import { admit, contest, noBusiness, turnedAway } from '../answers/ladder.ts'
import { unitSchema } from '../answers/model.ts'
import { heldAfter, isReplicable } from '../answers/rules.ts'
import { sameValue } from '../answers/same-value.ts'
import { actingRole, entry, isResponsible, leads, levelOver, responsibleOf, sees } from '../assignments/rules.ts'
import type { Side } from '../conflicts/model.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { applied, appliedOver, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import type { FailureParams } from '../kernel/failure.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { DimensionId } from '../kernel/ids.ts'
import { participantChange } from '../institutions/changes.ts'
import { may } from '../privileges/rules.ts'
import { graceStage, phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { Appeal } from './model.ts'
import { isTouched, openingProblem, rejectedUnits, replicasAllowed, replicasUsed } from './rules.ts'

/** "1.2 Presupuesto", as people find it in the questionnaire. */
const nameOf = (world: World, subDimensionId: DimensionId): string => world.index.dimension(subDimensionId)?.name ?? subDimensionId

/**
 * Opens a sub-dimension for the replica, which uses one of those that the institution has, or undoes that, until it is sent.
 * What was written in it stays with it, and counts again when it is opened again.
 * Fails: replica_leaders_only, form_sent, stage_closed, replica_used_up, replica_not_configured, replica_excluded,
 * replica_nothing_rejected. Source: SPEC RP3-RP6.
 */
export const openReplica = mutation({
  name: 'replica.open',
  version: 1,
  input: v.object({ subDimensionId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), open: v.boolean() }),
  entityOf: ({ subDimensionId }) => `replica:${subDimensionId}`,
  decide(world, { subDimensionId, open }, context) {
    const { actor, now } = context
    if (actor.kind !== 'Institutional' || !belongsTo(actor, world.institutionId)) return refused('no_role')
    if (!leads(world, actor.id)) return refused('replica_leaders_only')
    if (!world.index.subDimensions.some(({ id }) => id === subDimensionId)) return refused('question_retired')
    const text = nameOf(world, subDimensionId)
    const kept = (code: string, params: FailureParams = {}): Outcome =>
      lost(code, {
        cards: [cardOf({ ownerId: actor.id, unit: null, code, side: 'author', mine: sideOf(context, { text }), params })],
        history: [{ unit: null, action: 'No aplicado', text: `Réplica: ${text}`, role: actingRole(world, actor) }],
      })
    if (!world.form.enabled) return kept('form_disabled')
    // What was opened and not sent counts for nothing, so that an opening has no day of grace.
    if (world.participant.locked) return kept(world.participant.lockReason === 'sent' ? 'form_sent' : 'stage_closed')
    if (!may(world, actor, 'replyAnwerObservedReplica', now)) return kept('stage_closed')
    const used = replicasUsed(world)
    if (used.includes(subDimensionId) === open) return noop()
    const problem = open ? openingProblem(world, subDimensionId) : undefined
    if (problem === 'replica_used_up')
      return kept(problem, { n: replicasAllowed(world), names: used.map((id) => nameOf(world, id)).join(', '), name: text })
    if (problem) return refused(problem)
    const replicaSubDimensionIds = open ? [...used, subDimensionId] : used.filter((id) => id !== subDimensionId)
    return applied({
      changes: [participantChange(world, { replicaSubDimensionIds })],
      history: [{ unit: null, action: open ? 'Abre réplica' : 'Deshace réplica', text, role: actingRole(world, actor) }],
      cards: open
        ? []
        : colleagues(world, subDimensionId, context).map((ownerId) =>
            cardOf({
              ownerId,
              unit: null,
              code: 'replica_undone',
              side: 'notice',
              theirs: sideOf(context, { text }),
              params: { ...named(world, actor.id), text },
            }),
          ),
    })
  },
})

/** Who else wrote something for the replica in a sub-dimension. */
function colleagues(world: World, subDimensionId: DimensionId, { actor }: Context): string[] {
  const authors = rejectedUnits(world, subDimensionId)
    .filter((unit) => isTouched(world, unit))
    .flatMap((unit) => {
      const answer = world.answer(unit)
      return answer ? [answer.appeal?.authorId, answer.rejectedValue === undefined ? undefined : answer.authorId] : []
    })
  return [...new Set(authors)].filter((id) => id !== undefined && id !== actor.id && world.person(id)?.kind === 'Institutional') as string[]
}

/** In the replica stage, or from it and received within its day of grace (TM6). */
const isInReplica = ({ form }: World, { now, occurredAt, lease }: Context): boolean =>
  phaseAt(form, now) === 'ReplicaInput' || graceStage(form, now, occurredAt, lease)?.kind === 'ReplicaInput'

const sideOfAppeal = ({ mid, authorId, at, text }: Appeal): Side => ({ mid, authorId, at, text })

/**
 * Says why a rejected answer of an opened sub-dimension is appealed, as it stands or changed; null takes that back.
 * Outcomes: the ladder, on the justification that the person saw. Fails: replica_closed, not_observed, justification_missing,
 * concurrent, not_assignee. Source: SPEC RP7, RP9.
 */
export const justifyReplica = mutation({
  name: 'replica.justify',
  version: 1,
  input: v.object({ unit: unitSchema, justification: v.nullable(v.pipe(typedText, v.trim(), v.maxLength(2000))) }),
  entityOf: ({ unit }) => `appeal:${unit}`,
  coalesces: true,
  baseOf: (world, { unit }) => world.answer(unit)?.appeal?.mid ?? null,
  decide(world, { unit, justification: text }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    if (text === '') return refused('justification_missing')
    const answer = world.answer(unit)
    const standing = answer?.appeal ?? undefined
    const stale = standing !== undefined && standing.mid !== context.base
    const responsible = isResponsible(world, question, context.actor.id)
    const admission = admit(world, question, unit, context, {
      overtaken: stale && responsible && !isResponsible(world, question, standing.authorId),
    })
    if (!admission.admitted && noBusiness.has(admission.reason)) return refused(admission.reason)
    const wanted = { text: text ?? '' }
    if (!admission.admitted) return turnedAway(world, question, unit, context, admission.reason, wanted)
    if (!isInReplica(world, context)) return turnedAway(world, question, unit, context, 'stage_closed', wanted)
    if (!answer || answer.value === null) return turnedAway(world, question, unit, context, 'dependent_closed', wanted)
    if (!isReplicable(world, question, unit)) return turnedAway(world, question, unit, context, 'not_observed', wanted)
    if ((standing?.text ?? null) === text) return noop()
    const verdict = stale ? contest(world, question, context.actor.id, standing.authorId) : 'mine'
    const mine = sideOf(context, wanted)
    if (stale && (verdict === 'not_assignee' || verdict === 'concurrent')) {
      const theirs = sideOfAppeal(standing)
      const other = sees(world, question, standing.authorId)
        ? standing.authorId
        : (responsibleOf(world, question) ?? world.participant.leaderId)
      return lost(verdict, {
        cards: [
          cardOf({ ownerId: context.actor.id, unit, code: verdict, side: 'author', mine, theirs, params: named(world, standing.authorId) }),
          cardOf({
            ownerId: other,
            unit,
            code: 'suggested',
            side: 'other',
            mine: theirs,
            theirs: mine,
            params: named(world, context.actor.id),
          }),
        ],
        history: [entry(world, question, context, { unit, action: 'No aplicado', text: wanted.text })],
      })
    }
    const appeal = text === null ? null : { text, mid: context.mid, authorId: context.actor.id, at: context.occurredAt }
    // Nothing said and as it was rejected: nothing is appealed.
    const changeAnswer = text !== null || !sameValue(answer.rejectedValue ?? answer.value, answer.value)
    const level = heldAfter(answer, levelOver(world, question, context.actor.id))
    const changes = [answerChange(world, { ...answer, level, changeAnswer, appeal, late: answer.late || admission.late })]
    const history = [
      entry(world, question, context, { unit, action: text === null ? 'Retira réplica' : 'Réplica', value: answer.value, text }),
    ]
    if (!stale) return applied({ changes, history })
    if (verdict === 'mine') return appliedOver({ code: 'own_other_device', changes, history })
    const theirs = sideOfAppeal(standing)
    return appliedOver({
      code: 'replaced_other',
      changes,
      history,
      cards: [
        cardOf({
          ownerId: context.actor.id,
          unit,
          code: 'replaced_other',
          side: 'notice',
          mine,
          theirs,
          params: named(world, standing.authorId),
        }),
        cardOf({
          ownerId: standing.authorId,
          unit,
          code: 'replaced_by_responsible',
          side: 'author',
          mine: theirs,
          theirs: sees(world, question, standing.authorId) ? mine : null,
          params: named(world, context.actor.id),
        }),
      ],
    })
  },
  overlay(world, { unit, justification: text }, context) {
    const answer = world.answer(unit)
    if (!answer || !world.index.question(questionIdOf(unit))) return []
    const appeal = text === null ? null : { text, mid: context.mid, authorId: context.actor.id, at: context.occurredAt }
    return [answerChange(world, { ...answer, appeal })]
  },
})
