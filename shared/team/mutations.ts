import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { pageAddress } from '../addresses.ts'
import { fullName } from '../accounts/model.ts'
import { actingRole } from '../assignments/rules.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { belongsTo } from '../access/actor.ts'
import { letter } from '../contract/letter.ts'
import { applied, lost, mutation, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { questionOf } from '../evaluations/rules.ts'
import { participantChange } from '../institutions/changes.ts'
import type { Unit } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import { isAtWork, workOf } from '../sends/standing.ts'
import { stageAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { messageEveryMs, messageMaxCharacters } from './model.ts'
import { leadsTeam, writableOf, writtenTo } from './rules.ts'

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/** What was written goes back to its author, with the reason. */
function keptWith(code: string, context: Context, text: string, params = {}): Outcome {
  return lost(code, {
    cards: [cardOf({ ownerId: context.actor.id, unit: null, code, side: 'author', mine: sideOf(context, { text }), params })],
  })
}

/** The first question that waits for who is written to. */
const pageOf = (world: World, unit: Unit): string =>
  pageAddress('filling', {
    form: world.formId,
    institution: world.institutionId,
    subDimension: questionOf(world, unit).dimensionId,
    question: unit,
  })

/**
 * Writes to one person of the institution, in the author's words, about what waits for them: a letter and a notice, once within a day
 * for each person and form. What does not go out is kept with its author. Fails: write_not_allowed (whoever leads nothing), message_empty,
 * message_too_long, stage_closed, form_sent, person_unknown, person_not_joined, nothing_owed, written_today {name, at}.
 * Source: SPEC BO4, BO5.
 */
export const writeToMember = mutation({
  name: 'team.write',
  version: 1,
  input: v.object({ userId: idSchema, text: v.pipe(typedText, v.trim(), v.maxLength(10 * messageMaxCharacters)) }),
  entityOf: ({ userId }) => `team:${userId}`,
  decide(world: World, { userId, text }, context) {
    const { actor, now } = context
    if (actor.kind !== 'Institutional' || !belongsTo(actor, world.institutionId) || !leadsTeam(world, actor.id))
      return refused('write_not_allowed')
    if (text === '') return refused('message_empty')
    if (text.length > messageMaxCharacters) return refused('message_too_long', { max: messageMaxCharacters })
    const stage = stageAt(world.form, now)
    if (!stage || !isAtWork(world, now))
      return keptWith(world.participant.lockReason === 'sent' ? 'form_sent' : 'stage_closed', context, text)
    const person = world.person(userId)
    if (!person || !person.active || person.institutionId !== world.institutionId) return refused('person_unknown')
    if (!person.joined) return keptWith('person_not_joined', context, text, { name: fullName(person) })
    const before = writtenTo(world, userId, now)
    if (before) {
      const by = world.person(before.by)
      return keptWith('written_today', context, text, { name: fullName(person), by: by ? fullName(by) : '', at: before.at })
    }
    const owed = writableOf(world, actor.id, userId, workOf(world, actor, now))
    const [first] = owed
    if (!first) return keptWith('nothing_owed', context, text, { name: fullName(person) })
    const kept = Object.entries(world.participant.written ?? {}).filter(([, { at }]) => epochMs(now) - epochMs(at) < messageEveryMs)
    return applied({
      changes: [participantChange(world, { written: { ...Object.fromEntries(kept), [userId]: { by: actor.id, at: now } } })],
      history: [{ unit: null, action: 'Escribe a responsable', text: fullName(person), role: actingRole(world, actor) }],
      letters: [
        letter('leaderWrote', userId, {
          who: actor.name,
          email: world.person(actor.id)?.email ?? '',
          form: world.form.name,
          stage: stage.name,
          end: stage.end,
          pending: owed.length,
          text,
          page: pageOf(world, first.unit),
        }),
      ],
    })
  },
})
