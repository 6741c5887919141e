import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  next: ({ n }) => `Next to do (${n})`,
  reviewAndSend: 'Review and send',
  nextSaid: ({ number, why }) => `${number}: ${why}`,
  nothingLeft: 'Nothing is left for you to do. You can review and send.',
  nothingLeftHere: 'Nothing is left to do in this institution.',
  nextKeys: 'Keys for “Next to do”',
  or: 'or',
  partDone: ({ name }) => `${name}: nothing is left for you to do.`,
  ownDone: 'Nothing left for you to do',
} satisfies Translated<typeof es>
