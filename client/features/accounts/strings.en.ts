import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  signInLead: 'Use your institutional email.',
  email: 'Email',
  institutionalEmail: 'Institutional email',
  password: 'Password',
  signIn: 'Sign in',
  passkeySignIn: 'Sign in with a passkey',
  forgot: 'Forgot your password?',
  shared: 'This is a shared computer',
  sharedHint: 'After 30 minutes without use it asks to sign in again, with a connection. Signing out removes everything from this device.',
  sharedOffline: 'Needs a connection to enter.',
  locked: '{{name}}, your session was closed. What you did is still kept on this device: sign in to go on.',
  offlineTitle: 'No connection',
  offlineBody: 'Go on with your name: what you do stays on this device and is sent when the connection is back.',
  offlineShared: 'This computer is shared: a connection is needed to enter. What you did is still kept here.',
  offlineNobody: 'Nobody has signed in on this device. Connect to sign in for the first time.',
  onThisDevice: 'On this device',
  onThisDeviceHint: 'These people have data kept here.',
  continueAs: 'Continue',
  useAccount: 'Use this account',
  continueAsLabel: ({ name }) => `Continue as ${name}`,
  unsent: ({ n }) => (n === 0 ? 'Everything sent' : n === 1 ? '1 unsent change' : `${n} unsent changes`),
  sealedTitle: ({ name, n, texts }) =>
    `Not sent, by ${name}: ${[
      ...(n > 0 ? [n === 1 ? '1 change' : `${n} changes`] : []),
      ...(texts > 0 ? [texts === 1 ? '1 half-written text' : `${texts} half-written texts`] : []),
    ].join(' and ')}`,
  sealedBody:
    'This account was deactivated. What could not be sent stays on this device until {{deadline}}, and is sent if the account is active again and its owner signs in here.',
  sealedTake: 'Download a copy',
  sealedTaken:
    'Copy downloaded, encrypted: nobody can read it on this device. Give it to the administration of the platform, which can recover it.',
  sealedTakenPlain:
    'Copy downloaded without encryption, because this device never received the key of the server: whoever opens the file can read it. Keep it in a safe place.',
  sealedShared: 'This computer is shared: the copy was offered to who wrote it.',
  sealedGone: 'The browser removed this data and it is no longer on this device.',
  sealedFailed: 'What is kept could not be read. Try again.',
  sessionEnded: 'Your session ended. Sign in again to send your changes; nothing was lost.',

  recoverLead: 'We will send you a link to create a new password.',
  send: 'Send',
  recoverSentTitle: 'Check your email',
  recoverSentBody:
    'If the email belongs to an account, you will receive a link to create a new password. If you cannot find it, check the junk folder.',
  backToLogin: 'Back to sign in',

  inviteLead: 'Create a password to begin.',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  passwordHint: 'The password needs at least 5 characters; more may be asked for accounts of the lab. A long phrase is safer.',
  save: 'Save',
  create: 'Create password',
  resetDone: 'Password updated. You can sign in now.',

  profile: 'Personal details',
  name: 'Name',
  surname: 'Surname',
  changePassword: 'Change password',
  keys: 'Keyboard',
} satisfies Translated<typeof es>
