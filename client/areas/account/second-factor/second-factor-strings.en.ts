import type { Translated } from '#client/i18n/text.ts'
import type { secondFactorEs } from './second-factor-strings.es.ts'

export const secondFactorEn = {
  codeTitle: 'Two-step verification',
  codeLead: 'Enter the 6-digit code that the application on your telephone shows.',
  recoveryLead: 'Enter one of the recovery codes that you kept. Each works once.',
  code: 'Code',
  recoveryCode: 'Recovery code',
  useRecovery: 'I do not have my telephone: use a recovery code',
  useCode: 'Use the code of the application',
  verify: 'Verify',
  back: 'Back to the password',
  noneLeft: 'If you do not have your recovery codes either, ask another administrator to reset your verification.',
  mustTitle: 'Turn on two-step verification',
  mustLead: 'The platform asks your role for it. It takes two minutes and is done once.',
  finish: 'Turn on and enter',
  enter: 'Enter',

  stepApp:
    'On your telephone open an application for codes, such as Google Authenticator, Microsoft Authenticator or Aegis, and add an account.',
  stepScan: 'Point the telephone at this picture.',
  stepType: 'Type this key there.',
  picture: 'QR code with the key',
  stepKey: 'Or type this key:',
  key: 'Key',
  copyKey: 'Copy key',
  copied: 'Copied.',
  copyFailed: 'The browser did not allow copying. Select the text and copy it.',
  openLink: 'If the application is on this same device, open it here',
  stepCode: 'Enter the 6-digit code that the application shows.',

  codesTitle: 'Your recovery codes',
  codesBody: 'Each lets you in once if you lose your telephone. Keep them outside this device: they are not shown again.',
  codesCopy: 'Copy codes',
  codesSave: 'Download codes',
  codesFile: 'Recovery codes of the Public Innovation Index. Each works once.',
  codesKept: 'I have kept my codes',

  title: 'Two-step verification',
  about: 'Signing in asks for a code of your telephone besides the password. Whoever knows your password does not get in with that alone.',
  off: 'Off',
  on: 'On',
  since: ({ day }: { day: string }) => `On since ${day}`,
  codesLeft: ({ n }: { n: number }) =>
    n === 0
      ? 'You have no recovery codes left: make new ones.'
      : n === 1
        ? 'You have 1 recovery code left.'
        : `You have ${n} recovery codes left.`,
  required: 'The platform asks your role for it: you can change telephones, not remove it.',
  turnOn: 'Turn on',
  change: 'Change telephones',
  renew: 'Make new codes',
  remove: 'Remove',
  changeTitle: 'Change telephones',
  renewTitle: 'Make new recovery codes',
  renewBody: 'The ones before will stop working.',
  removeTitle: 'Remove two-step verification',
  removeBody: 'Your password will be enough to get in, and your recovery codes will stop working.',
  password: 'Current password',
  newCode: 'Code of the new key',
  formerCode: 'Code of the telephone before, or a recovery code',
  codeOrRecovery: 'Code of the application, or a recovery code',
  cancel: 'Cancel',
  turnedOn: 'Two-step verification is on',
  turnedOff: 'Two-step verification is off',
  needsNetwork: 'To see your two-step verification you need a connection.',
  missing: 'Your two-step verification could not be fetched.',
  retry: 'Try again',
} as const satisfies Translated<typeof secondFactorEs>
