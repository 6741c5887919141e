import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { notificationSchema, notificationTemplates, recipientOptions } from './model.ts'
import { leftWhys, reasons } from './rules.ts'

const fails = ['notification_text_missing', 'notification_too_long', 'notification_institutions_missing'] as const

const formSchema = v.object({ _id: is.formId, name: v.string() })
export type TellableForms = v.InferOutput<NonNullable<typeof institutions.reply>>['forms']

export const institutions = route({
  name: 'notifications.institutions',
  method: 'GET',
  path: 'notifications/institutions',
  summary: {
    es: 'Las instituciones a las que se puede notificar, con su categoría y cuánto les queda pendiente.',
    en: 'Institutions that can be notified, with their category and how much is pending in them.',
  },
  access: 'administrator',
  reply: v.object({
    institutions: is.list(v.object({ _id: is.institutionId, name: v.string(), categoryName: v.string(), pending: v.number() })),
    /** Forms that a template of a form can tell of, the one that is told of unless another is chosen first (NT5). */
    forms: v.object({ SatisfactionPoll: is.list(formSchema), FinalReportSent: is.list(formSchema) }),
  }),
  fails: [],
})

const letterSchema = v.object({ subject: v.string(), text: v.string() })
const previewSchema = v.object({
  recipients: is.list(
    v.object({ _id: is.userId, name: v.string(), email: v.string(), institution: v.string(), reason: v.picklist(reasons) }),
  ),
  /** Stands for these recipients: sent with it, a notification goes to them or to nobody. */
  audience: v.string(),
  /** Chosen institutions that get nothing, by name, and why. */
  left: is.list(v.object({ _id: is.institutionId, name: v.string(), why: v.picklist(leftWhys) })),
  /** As the one at `at` of them would read it; null when nobody would. */
  letter: v.nullable(v.object({ es: letterSchema, en: letterSchema })),
})
export type NotificationPreview = Readonly<v.InferOutput<typeof previewSchema>>

export const preview = route({
  name: 'notifications.preview',
  method: 'POST',
  path: 'notifications/preview',
  summary: {
    es: 'A quién llegaría una notificación y por qué, y la carta tal como se enviaría, en ambos idiomas. No envía nada.',
    en: 'Who would get a notification and why, and the letter as it would be sent, in both languages. Sends nothing.',
  },
  access: 'administrator',
  /** `at`: whose letter is shown, by their place among the recipients. */
  body: v.object({ ...notificationSchema.entries, at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0) }),
  reply: previewSchema,
  fails,
})

export const send = route({
  name: 'notifications.send',
  method: 'POST',
  path: 'notifications',
  summary: {
    es: 'Envía una notificación a las personas de las instituciones elegidas, una vez por dirección.',
    en: 'Sends a notification to the people of the chosen institutions, once for each address.',
  },
  access: 'administrator',
  body: v.object({ ...notificationSchema.entries, audience: v.exactOptional(v.pipe(v.string(), v.maxLength(64))) }),
  reply: v.object({ msg: v.string(), sent: v.number() }),
  fails: [...fails, 'notification_nobody', 'notification_readers_changed', 'key_reused'],
})

const sentSchema = v.object({
  _id: v.string(),
  at: is.instant,
  by: v.string(),
  option: v.picklist(recipientOptions),
  template: v.picklist(notificationTemplates),
  subject: v.string(),
  body: v.string(),
  institutions: v.number(),
  waiting: v.number(),
  sent: v.number(),
  failed: v.number(),
})
export type SentNotification = v.InferOutput<typeof sentSchema>

export const sentNotifications = route({
  name: 'notifications.sent',
  method: 'GET',
  path: 'notifications',
  summary: {
    es: 'Las notificaciones más recientes: quién las envió, cuándo, y cuántas cartas esperan, salieron o no se pudieron entregar.',
    en: 'The newest notifications: who sent them, when, and how many letters wait, went or could not be delivered.',
  },
  access: 'administrator',
  reply: v.object({ notifications: is.list(sentSchema) }),
  fails: [],
})

const notifiedSchema = v.object({
  _id: is.userId,
  name: v.string(),
  email: v.string(),
  state: v.picklist(['waiting', 'sent', 'failed']),
  attempts: v.number(),
  /** It will be tried again; the mail server takes it never; it was tried for days; the account is closed or has no address. */
  why: v.nullable(v.picklist(['later', 'refused', 'gaveUp', 'nobody'])),
  /** What the mail server said, in its words. */
  error: v.nullable(v.string()),
  /** When it is tried again. */
  next: v.nullable(is.instant),
  at: v.nullable(is.instant),
})
export type NotifiedLetter = v.InferOutput<typeof notifiedSchema>

const params = v.object({ notification: v.pipe(v.string(), v.minLength(1), v.maxLength(300)) })

export const notification = route({
  name: 'notifications.one',
  method: 'GET',
  path: 'notifications/:notification',
  summary: {
    es: 'Una notificación, con el estado de cada carta y por qué no se pudo entregar.',
    en: 'A notification, with the state of each letter and why it could not be delivered.',
  },
  access: 'administrator',
  params,
  reply: v.object({
    ...sentSchema.entries,
    recipients: is.list(notifiedSchema),
  }),
  fails: ['not_found'],
})

export const repeat = route({
  name: 'notifications.repeat',
  method: 'POST',
  path: 'notifications/:notification/repeat',
  summary: {
    es: 'Vuelve a enviar las cartas que no se pudieron entregar, y ninguna otra.',
    en: 'Sends again the letters that could not be delivered, and no others.',
  },
  access: 'administrator',
  params,
  reply: v.object({ msg: v.string(), sent: v.number() }),
  fails: ['not_found', 'notification_nobody', 'key_reused'],
})
