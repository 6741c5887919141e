import type { Translated } from '#client/i18n/text.ts'
import type { ssoEs } from './sso-strings.es.ts'

export const ssoEn = {
  or: 'or',
  signInWith: ({ name }) => `Sign in with ${name}`,
  entering: 'Finishing your sign-in…',

  title: ({ name }) => `Sign-in with ${name}`,
  titlePlain: 'Single sign-on',
  linked: 'Linked',
  notLinked: 'Not linked',
  about: ({ name }) => `Get in with ${name}, without typing your password. Your email and password keep working.`,
  aboutGone: 'The platform no longer offers this sign-in. You can unlink it.',
  rut: 'Rut (national ID)',
  rutHint: 'For example, 12.345.678-5.',
  password: 'Current password',
  code: 'Code from your app, or a recovery code',
  link: ({ name }) => `Link ${name}`,
  linkHint: ({ name }) => `We will take you to ${name} to confirm it is you, and then back here.`,
  linkedNow: 'Sign-in linked.',
  confirming: 'Confirming…',
  since: ({ day }) => `Linked since ${day}.`,
  sinceRut: ({ rut, day }) => `Linked to the rut ${rut} since ${day}.`,
  unlink: 'Unlink',
  unlinkTitle: 'Unlink this sign-in?',
  unlinkBody: 'From now on you will get in with your email and password only. Other sessions you opened with this sign-in will end.',
  unlinkedNow: 'Sign-in unlinked.',
  cancel: 'Cancel',
} as const satisfies Translated<typeof ssoEs>
