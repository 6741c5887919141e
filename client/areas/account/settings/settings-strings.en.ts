import type { Translated } from '#client/i18n/text.ts'
import { en } from '#client/features/accounts/strings.en.ts'
import type { settingsEs } from './settings-strings.es.ts'

export const settingsEn = {
  ...en,
  profileUpdated: 'User updated successfully',
  currentPassword: 'Current password',
  repeatPassword: 'Repeat new password',
  passwordChanged: 'Password updated',
  slashKey: 'The / key leads to the search of the table',
  nextKey: 'The P key leads to the next thing to do in the form',
  slashKeyHint: 'Only while you are not typing. It holds for this device.',
} satisfies Translated<typeof settingsEs>
