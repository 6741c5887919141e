import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

const things = (n: number): string => (n === 1 ? '1 contribution' : `${n} contributions`)

export const en = {
  lead: 'Somebody who lost access with work unsent can hand over an encrypted copy. Open it here: what it holds is offered to whoever is responsible for each question today.',
  back: 'Institutions',
  choose: 'Choose a copy',
  chooseOther: 'Choose another copy',
  chooseHint: 'The file is called iip-sin-enviar and the date. Only the server can open it: a connection is needed.',
  opening: 'Opening the copy',
  unread: '“{{name}}” could not be opened',

  whose: 'Copy',
  author: 'Written by',
  account: 'Account',
  accountActive: 'Active: its owner can import the copy too',
  accountInactive: 'Deactivated',
  institution: 'Institution',
  noInstitution: 'No institution',
  made: 'Copy made',
  unreadable: ({ n }) =>
    n === 1 ? '1 part of the copy cannot be read and stays in it.' : `${n} parts of the copy cannot be read and stay in it.`,

  empty: 'The copy holds no work.',
  summaryNew: ({ n }) => `${things(n)} to recover`,
  summaryNone: 'Nothing is left to recover in this copy',
  summaryBody:
    'Nothing that stands changes: each contribution arrives as a suggestion, with the name of who wrote it. It is on record in your name.',
  recover: ({ n }) => `Recover ${things(n)}`,
  recovered: ({ n }) => (n === 1 ? '1 contribution was recovered.' : `${things(n)} were recovered.`),
  fileFailed: 'The file “{{name}}” did not reach the server. Open the copy again to retry.',
  sendFiles: ({ n }) => (n === 1 ? 'Send 1 file of the copy' : `Send ${n} files of the copy`),
  retryFiles: 'There are files whose card exists already and that have not reached the server.',

  kind_answer: 'Answer',
  kind_comment: 'Comment',
  kind_file: 'File',
  kind_decision: 'Evaluation',
  kind_draft: 'Half-written',
  kind_send: 'Send',
  kind_assignment: 'Assignment',
  kind_other: 'Other change',
  decision_Accepted: 'Accepts',
  decision_Rejected: 'Rejects',
  decision_Observed: 'Observes',
  noQuestion: 'No question of the form as it is now',
  fileInCopy: 'The file is in the copy',
  fileAbsent: 'The file is not in the copy: only its name',
  fileArrived: 'The file is on the server',

  state_new: ({ to }) => `Will be offered to ${to}`,
  state_recovered: 'Recovered',
  state_arrived: 'Had reached the server already',
  state_standing: 'Is what stands already',
} satisfies Translated<typeof es>
