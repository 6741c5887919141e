import * as v from 'valibot'
import { applied, directoryMutation, refused } from '../contract/mutation.ts'
import { catalogScope } from '../protocol/scope.ts'
import { notificationSchema, recipientsMost } from './model.ts'
import { letterOf } from './rules.ts'

const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const words = v.exactOptional(v.pipe(v.string(), v.maxLength(1000)))
const recipientSchema = v.object({ to: idSchema, form: words, stage: words, end: words, page: words })

/**
 * Tells people of institutions something by letter. Whom, the server says by the rule of recipients. Replies {sent}.
 * Fails: administrators_only, notification_text_missing, notification_nobody. Source: SPEC NT2.
 */
export const sendNotification = directoryMutation({
  name: 'notification.send',
  version: 1,
  input: v.object({ ...notificationSchema.entries, recipients: v.pipe(v.array(recipientSchema), v.maxLength(recipientsMost)) }),
  entityOf: () => 'notification',
  decide(rows, { template, subject, body, recipients }, { actor }) {
    if (actor.kind !== 'Administrator') return refused('administrators_only')
    if (rows.scope !== catalogScope) return refused('not_found')
    if (template === 'NotificationSent' && (subject.trim() === '' || body.trim() === '')) return refused('notification_text_missing')
    if (recipients.length === 0) return refused('notification_nobody')
    return applied({
      letters: recipients.map(({ to, ...about }) => letterOf({ template, subject, body }, to, about)),
      history: [
        {
          unit: null,
          element: 'notification',
          action: 'Envía notificación',
          text: `${template}: ${recipients.length}`,
          role: 'Administrator',
        },
      ],
      reply: { sent: recipients.length },
    })
  },
})

/** Has the letters of a notification carried again that could not be delivered, and no others. Fails: administrators_only. Source: SPEC NT4. */
export const repeatNotification = directoryMutation({
  name: 'notification.repeat',
  version: 1,
  input: v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(300)), count: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  entityOf: ({ id }) => `notification:${id}`,
  decide(_, { id, count }, { actor }) {
    if (actor.kind !== 'Administrator') return refused('administrators_only')
    return applied({
      history: [{ unit: null, element: id, action: 'Reenvía notificación', text: String(count), role: 'Administrator' }],
      reply: { sent: count },
    })
  },
})
