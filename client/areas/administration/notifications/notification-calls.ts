import type { Notification } from '#shared/notifications/model.ts'
import { institutions, notification, preview, repeat, send, sentNotifications } from '#shared/notifications/routes.ts'
import { callRoute } from '#client/data/server/call.ts'

export const readInstitutions = () => callRoute(institutions)
/** `at`: whose letter is shown, by their place among the recipients. */
export const previewNotification = (body: Notification, at = 0) => callRoute(preview, { body: { ...body, at } })
/** `key` stands for this notification: however often it is asked for, it goes once. */
export const sendNotification = (body: Notification & { readonly audience: string }, key: string) => callRoute(send, { body, key })
export const readSent = () => callRoute(sentNotifications)
export const readNotification = (id: string) => callRoute(notification, { params: { notification: id } })
export const repeatNotification = (id: string) => callRoute(repeat, { params: { notification: id } })
