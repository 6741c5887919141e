import * as v from 'valibot'
import { systemActor } from '../access/actor.ts'
import { letter, reminderItemSchema } from '../contract/letter.ts'
import { applied, directoryMutation, noop, refused } from '../contract/mutation.ts'
import { parseScope } from '../protocol/scope.ts'
import { isReminded } from './rules.ts'

const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** People of one institution, and forms that run at one time. */
const peopleMost = 2000
const itemsMost = 100

const toldSchema = v.object({
  to: idSchema,
  items: v.pipe(v.array(reminderItemSchema), v.minLength(1), v.maxLength(itemsMost)),
})

/**
 * Reminds people of an institution, each by one letter, of what they owe in stages that are about to end. Whom and of what, the
 * server says by the rules. Replies {sent}. Fails: administrators_only (whoever is not the platform itself). Source: SPEC RM3.
 */
export const sendReminders = directoryMutation({
  name: 'reminder.send',
  version: 1,
  input: v.object({ reminders: v.pipe(v.array(toldSchema), v.minLength(1), v.maxLength(peopleMost)) }),
  entityOf: () => 'reminder',
  decide(rows, { reminders }, { actor }) {
    if (actor.id !== systemActor.id) return refused('administrators_only')
    if (parseScope(rows.scope)?.kind !== 'org') return refused('not_found')
    // Who was closed since it was looked is told nothing.
    const told = reminders.filter(({ to }) => {
      const person = rows.get('person', to)
      return person !== undefined && isReminded(person)
    })
    if (told.length === 0) return noop({ sent: 0 })
    return applied({
      letters: told.map(({ to, items }) => letter('reminder', to, { end: firstEnd(items), items })),
      history: told.map(({ to, items }) => ({
        unit: null,
        person: to,
        action: 'Recuerda plazo' as const,
        text: items.map(({ form, stage, end, pending }) => `${form} · ${stage} · ${end}: ${pending}`).join('; '),
        role: 'System' as const,
      })),
      reply: { sent: told.length },
    })
  },
})

const firstEnd = (items: readonly { readonly end: string }[]): string =>
  items.reduce((first, { end }) => (first === '' || end < first ? end : first), '')

/** Ends or begins reminders for oneself: in the settings, or by the link of one of them. Fails: not_found (somebody else's). Source: SPEC RM5. */
export const setReminders = directoryMutation({
  name: 'person.reminders',
  version: 1,
  input: v.object({ userId: idSchema, on: v.boolean(), by: v.picklist(['settings', 'letter']) }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId, on, by }, { actor }) {
    const person = rows.get('person', userId)
    if (!person || actor.id !== userId || person.kind !== 'Institutional') return refused('not_found')
    return applied({
      history: [
        {
          unit: null,
          person: userId,
          action: on ? 'Activa recordatorios' : by === 'letter' ? 'Desactiva recordatorios por enlace' : 'Desactiva recordatorios',
          role: 'NoAssigment',
        },
      ],
    })
  },
})
