import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en: Translated<typeof es> = {
  notices: 'Notices for you',
  session: 'In this session',
  readAll: 'Mark all as read',
  read: 'Mark as read',
  open: 'Open',
  unread: 'Unread',
  none: 'There are no notices.',
}
