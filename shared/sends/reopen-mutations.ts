import { standingSend } from '../answers/standing-send.ts'
import * as v from 'valibot'
import { pageAddress } from '../addresses.ts'
import { belongsTo } from '../access/actor.ts'
import { actingRole, leads } from '../assignments/rules.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { letter } from '../contract/letter.ts'
import { applied, lost, mutation, refused } from '../contract/mutation.ts'
import { participantChange } from '../institutions/changes.ts'
import { reopenReason } from '../institutions/mutations.ts'
import { openRequest } from '../institutions/reopen.ts'
import type { Instant } from '../kernel/instant.ts'
import { phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { recallStanding } from './recall.ts'
import type { Actor } from '../access/actor.ts'

/**
 * Whether somebody can ask the lab to open their institution again, and else why not (RC6).
 * recall: nobody has opened what was sent, so that it can be taken back · asked: a request waits · open: there is nothing to ask for ·
 * closed: the form's cycle is over · none: they do not lead it.
 */
export function askingStanding(world: World, actor: Actor, now: Instant): 'may' | 'recall' | 'asked' | 'open' | 'closed' | 'none' {
  if (actor.kind !== 'Institutional' || !belongsTo(actor, world.institutionId) || !leads(world, actor.id)) return 'none'
  if (!world.participant.locked) return 'open'
  const phase = phaseAt(world.form, now)
  if (!world.form.enabled || phase === 'Pre' || phase === 'Closed') return 'closed'
  if (openRequest(world)) return 'asked'
  const send = standingSend(world)
  return send && recallStanding(world, actor, send, now) === 'may' ? 'recall' : 'may'
}

const codes = { recall: 'reopen_recall', asked: 'reopen_asked', open: 'reopen_needless', closed: 'stage_closed' } as const

/**
 * Asks the lab to open the institution again, with a reason: administrators are told, and answer it. One request waits at a time.
 * Fails: no_role, justification_missing, reopen_recall, reopen_asked, reopen_needless, stage_closed. Source: SPEC RC6.
 */
export const askReopen = mutation({
  name: 'participant.askReopen',
  version: 1,
  input: v.object({ reason: reopenReason }),
  entityOf: () => 'reopen',
  decide(world, { reason }, context) {
    const standing = askingStanding(world, context.actor, context.now)
    if (standing === 'none') return refused('no_role')
    if (reason === '') return refused('justification_missing')
    if (standing !== 'may') {
      // What was written stays with who wrote it.
      const mine = sideOf(context, { text: reason })
      const code = codes[standing]
      return lost(code, {
        cards: [cardOf({ ownerId: context.actor.id, unit: null, code, side: 'author', mine })],
        history: [{ unit: null, action: 'No aplicado', text: reason, role: actingRole(world, context.actor) }],
      })
    }
    const told = {
      institution: world.institution.name,
      form: world.form.name,
      by: context.actor.name,
      reason,
      page: pageAddress('questionnaire', { form: world.formId }),
    }
    // Nobody of the lab is asked for what a rehearsal invented.
    const administrators =
      world.institution.rehearsal === undefined
        ? [...world.list('person')].filter(({ kind, active, joined }) => kind === 'Administrator' && active && joined)
        : []
    return applied({
      changes: [
        participantChange(world, {
          reopenRequest: { id: context.mid, by: context.actor.id, at: context.now, reason, state: 'open' },
        }),
      ],
      history: [{ unit: null, action: 'Pide reapertura', text: reason, role: actingRole(world, context.actor) }],
      letters: administrators.map(({ id }) => letter('reopenAsked', id, told)),
    })
  },
})
