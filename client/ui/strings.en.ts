import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading...',
  optional: '(optional)',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  charactersLeft: ({ n }) => (n === 1 ? '1 character left' : `${n} characters left`),
  charactersOver: ({ n }) => (n === 1 ? '1 character too many' : `${n} characters too many`),
  problem: 'There is a problem',
  notifications: 'Notifications',
  noNotifications: 'There are no notifications.',
  dismiss: 'Dismiss',
  choose: 'Choose an option',
  noMatches: 'No matches',
  showOptions: 'Show options',
  increase: 'Increase',
  decrease: 'Decrease',
  windowMissing: 'This window is not on this device yet. Connect once to bring it.',
  skipToContent: 'Skip to content',
  error: 'Error',
  noData: 'There is no data to show',
  done: 'Completed',
  now: 'Current',
  next: 'Next',
} satisfies Translated<typeof es>
