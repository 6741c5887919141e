import type { Translated } from '#client/i18n/text.ts'
import type { passkeysEs } from './passkeys-strings.es.ts'

export const passkeysEn = {
  title: 'Passkeys',
  about:
    'Sign in with your fingerprint, your face or the PIN of your device instead of the password. A passkey works on this platform only, so a fake site cannot ask you for it.',
  shared: 'Do not add a passkey on a computer that other people use.',
  list: 'Your passkeys',
  added: ({ day }: { day: string }) => `Added on ${day}`,
  used: ({ ago }: { ago: string }) => `Last used ${ago}`,
  neverUsed: 'Not used yet',
  synced: 'On your other devices too',
  rename: 'Rename',
  renameLabel: ({ name }: { name: string }) => `Rename: ${name}`,
  remove: 'Remove',
  removeLabel: ({ name }: { name: string }) => `Remove: ${name}`,
  add: 'Add a passkey',
  addTitle: 'Add a passkey',
  addLead: 'Your browser will ask where to keep it: on this device, on your phone or on a security key.',
  name: 'Name of the passkey',
  nameHint: 'So that you recognise it later. For example: office laptop.',
  password: 'Current password',
  code: 'Code from your app, or a recovery code',
  create: 'Create passkey',
  byPasskey: 'Confirm with a passkey',
  byPasskeyLead: 'Your role asks for more than the password: confirm with one of your passkeys.',
  removeTitle: ({ name }: { name: string }) => `Remove “${name}”`,
  removeBody: 'It will stop opening your account at once. Sessions that are already open go on: you can end them further down.',
  save: 'Save',
  cancel: 'Cancel',
  addedNow: 'Passkey added',
  removedNow: 'Passkey removed',
  renamedNow: 'Name changed',
  notUsed: 'No passkey was used. You can try again.',
  recovery:
    'Your password still works. If you recover it by e-mail, your passkeys are removed for safety and you can add them again; they stay if your sign-in asks for two-step verification.',
  unavailable:
    'Passkeys cannot be used at this address: browsers allow them only where the platform has a name of its own and a secure connection (https).',
  elsewhere: ({ origin }: { origin: string }) => `Passkeys work at ${origin}. Open the platform there to add one.`,
  unsupported: 'This browser cannot add passkeys.',
  needsNetwork: 'To see your passkeys you need a connection.',
  missing: 'Your passkeys could not be fetched.',
} as const satisfies Translated<typeof passkeysEs>
