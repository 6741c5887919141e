import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en: Translated<typeof es> = {
  label: 'Acting for an institution',
  acting: 'You have been acting for {{name}} since {{since}}. Everything is recorded under your name and the institution’s.',
  ending: ({ n }) => (n === 1 ? 'It ends in 1 minute if you do nothing.' : `It ends in ${n} minutes if you do nothing.`),
  go: 'Go to its form',
  finish: 'Finish',
  finished: 'You stopped acting for {{name}}.',
  watching: 'You are viewing {{name}} as administration. To work on its behalf, say why.',
  closed: 'You are viewing {{name}} as administration. The current stage allows no changes.',
  begin: 'Impersonate',
  beginNamed: 'Impersonate {{name}}',
  title: 'Act for {{name}}',
  body: 'You can answer, attach, assign and send for the institution. Meanwhile you cannot decide, answer the survey or change your account. It ends by itself after an hour without use.',
  form: 'Form',
  chooseForm: 'Choose a form',
  formMissing: 'Choose in which form.',
  nowhere: 'Now it takes part in no enabled form whose stage lets anybody act for it.',
  reason: 'Reason',
  reasonHint: 'It stays in the audit.',
  reasonMissing: 'Say why.',
  confirm: 'Begin',
  accountClosed: 'While you act for {{name}} your account does not change: name, password, verification and sessions. Finish first.',
  needsNetwork: 'You need a connection to begin. What you do afterwards is saved without one too.',
  role: 'Administrator on behalf of {{name}}',
}
