import type { Translated } from '#client/i18n/text.ts'
import type { es } from './check-strings.es.ts'

export const en = {
  lead: 'With the number and the code of a receipt you can tell whether it is genuine. You need no account.',
  number: 'Number of the receipt',
  numberHint: 'For example, IIP-2026-NORTE-7F3A2-1.',
  code: 'Code, or the whole fingerprint',
  codeHint: 'The 16 characters of the code, or the 64 of the fingerprint. Spaces do not matter.',
  check: 'Check',
  incomplete: 'Write the number and the code as they stand on the receipt. The code has 16 characters, 0 to 9 and A to F.',
  unknown: 'No receipt has this number and this code. Check both as they are printed.',
  genuine: 'The receipt is genuine',
  recalled: 'The receipt is genuine, but what it is of was taken back',
  recalledBody: ({ at }) =>
    `The institution took it back on ${at}, before anybody opened it. Whatever was sent afterwards has a receipt of its own.`,
  matchWhole: 'The whole fingerprint is that of what was received.',
  matchCode: 'The code is the beginning of the fingerprint of what was received. To check all of it, write the whole fingerprint.',
  institution: 'Institution',
  form: 'Form',
  sentAt: 'Received',
  answers: 'Answers',
  files: 'Files',
  another: 'Check another one',
} satisfies Translated<typeof es>
