import * as v from 'valibot'

/** 1: leader and delegate · 2: area leaders as well · 3: professionals as well. ◆ */
export const recipientOptions = ['1', '2', '3'] as const
export type RecipientOption = (typeof recipientOptions)[number]

/** Templates of what the lab tells institutions; the last is written freely. */
export const notificationTemplates = ['RemainingTimeExtended', 'SatisfactionPoll', 'FinalReportSent', 'NotificationSent'] as const
export type NotificationTemplate = (typeof notificationTemplates)[number]

/** Those that tell of one form, which is chosen. */
export const templatesOfForms = ['SatisfactionPoll', 'FinalReportSent'] as const satisfies readonly NotificationTemplate[]
export type TemplateOfForm = (typeof templatesOfForms)[number]
export const isOfForm = (template: NotificationTemplate): template is TemplateOfForm =>
  (templatesOfForms as readonly NotificationTemplate[]).includes(template)

export const subjectMax = 150
export const bodyMax = 5000
export const institutionsMost = 1000
export const recipientsMost = 10_000

const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/** What the lab tells whom. With a template of its own words subject and body are left out. */
export const notificationSchema = v.object({
  option: v.picklist(recipientOptions),
  template: v.picklist(notificationTemplates),
  subject: v.optional(v.pipe(v.string(), v.maxLength(subjectMax, 'notification_too_long')), ''),
  body: v.optional(v.pipe(v.string(), v.maxLength(bodyMax, 'notification_too_long')), ''),
  /** The form that a template of one tells of; absent or null: the one that is told of next (NT5). */
  formId: v.optional(v.nullable(idSchema), null),
  institutionIds: v.pipe(v.array(idSchema), v.nonEmpty('notification_institutions_missing'), v.maxLength(institutionsMost)),
})
export type Notification = v.InferOutput<typeof notificationSchema>
