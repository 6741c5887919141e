import type { Translated } from '#client/i18n/text.ts'
import type { sessionsEs } from './sessions-strings.es.ts'

export const sessionsEn = {
  sessions: 'Where you are signed in',
  sessionsHint: 'If you do not recognise one, end it and change your password. What was written there and not sent stays on that device.',
  sessionHere: 'This session',
  sessionOn: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  sessionUnknown: 'Unknown device',
  sessionUsed: ({ ago }: { ago: string }) => `Last used ${ago}`,
  sessionFrom: ({ address }: { address: string }) => `Network address ${address}`,
  sessionEnds: ({ day }: { day: string }) => `Ends on ${day} unless it is used`,
  endSession: 'End session',
  endSessionLabel: ({ name }: { name: string }) => `End session: ${name}`,
  endOthers: 'End the other sessions',
  endOthersTitle: 'End the other sessions?',
  endOthersBody: 'The other devices will ask to sign in again. What was written there and not sent stays on each of them.',
  sessionsEnded: ({ n }: { n: number }) => (n === 1 ? '1 session ended' : `${n} sessions ended`),
  sessionsNeedNetwork: 'You need a connection to see your sessions.',
  sessionsMissing: 'Your sessions could not be fetched.',
  retry: 'Try again',
  history: 'History of your account',
  historyNone: 'No changes.',
  historyBy: ({ name }: { name: string }) => `by ${name}`,
  historyMissing: 'The history of your account could not be fetched.',
  renamed: 'Name changed',
  joined: 'Invitation accepted',
  created: 'Account created',
} satisfies Translated<typeof sessionsEs>
