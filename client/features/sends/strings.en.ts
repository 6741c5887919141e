import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  toEvaluation: 'Send to evaluation',
  toReview: ({ name }) => `Send to ${name} for review`,
  toReviewShort: 'Send for review',
  row: ({ n }) => `row ${n}`,
  checking: 'Checking your answers...',
  problems: ({ n }) => (n === 1 ? 'There is 1 point to solve' : `There are ${n} points to solve`),
  more: ({ n }) => (n === 1 ? 'and 1 more' : `and ${n} more`),
  warnings: 'To bear in mind',
  yours: ({ n }) => (n === 1 ? '1 waits for you:' : `${n} wait for you:`),
  yoursNone: 'None waits for you: the others must act.',
  othersWait: 'Waiting for other people',
  writeTo: 'Write to {{name}}',
  letterSubject: '{{form}}: pending questions',
  letterBody: 'Hello {{name}}, before we can send, the following is missing.',
  copyList: 'Copy the list',
  copyListOf: 'Copy the list of {{name}}',
  listCopied: 'List copied',
  copyFailed: 'The browser did not allow copying.',

  parts: ({ total }) => `Progress of ${total} questions`,
  ofTotal: ({ total }) => `of ${total}`,
  partAnswered: 'Answered',
  partReady: 'Ready to send',
  partOwn: 'Waiting for you',
  partOthers: 'Waiting for other people',

  empty: 'No answer',
  invalid: 'The answer does not meet what is asked',
  returned: 'It was returned and has not been changed',
  comment: 'Comment not resolved',
  observed: 'Observation not attended',
  file: 'Attach the file or say that none is attached',
  appeal: 'The justification of the replica is missing',
  unappealed: 'Sub-dimension open with nothing appealed: justify an answer or undo the opening',
  below: 'Not sent for review yet',
  unassigned: 'Nobody responsible',
  unassignedCount: ({ n }) => (n === 1 ? '1 question has nobody responsible.' : `${n} questions have nobody responsible.`),
  blob: 'The file has not arrived at the server yet',
  undecided: 'No decision',
  outdated: 'The answer changed after it was evaluated',
  draft: 'It has a draft that is not an answer yet',
  unsent: ({ n }) =>
    n === 1
      ? 'There is 1 change of this device that the server has not received.'
      : `There are ${n} changes of this device that the server has not received.`,
  unsentFiles: ({ n }) => (n === 1 ? 'There is 1 file of this device to be sent.' : `There are ${n} files of this device to be sent.`),
  attention: ({ n }) =>
    n === 1 ? '1 change was not applied and waits for your decision.' : `${n} changes were not applied and wait for your decision.`,
  serverUnasked: 'The server could not be asked: there may be changes by others that this device does not know.',

  ready: 'Everything is ready to send',
  readyCount: ({ answers, files }) =>
    `${answers === 1 ? '1 answer' : `${answers} answers`} and ${files === 1 ? '1 file' : `${files} files`}.`,
  afterEvaluation:
    'After sending you cannot edit the answers. The evaluation team will review them and you will receive a receipt by email.',
  afterReview: ({ name }) =>
    name === ''
      ? 'After sending you cannot edit these answers, unless they are returned.'
      : `After sending you cannot edit these answers, unless ${name} returns them.`,
  offline:
    'No connection: it will stay as a request. The receipt comes from the server, which will check that nothing changed since this review.',
  send: 'Send',
  cancel: 'Cancel',
  close: 'Close',
  requested: 'Request to send saved',
  requestedBody: 'The server will check that nothing changed since your review. The receipt will appear here.',
  requestedOffline:
    'It will be sent when the connection is back. You may close this window; the receipt will appear here and in your email.',
  refused: 'The answers were not sent',
  tryAgain: 'Check again',
  alreadySent: 'You have sent your answers',
  alreadySentTo: ({ name }) =>
    name === ''
      ? 'If they are returned, they will appear among your pending questions.'
      : `${name} received them. If they are returned, they will appear among your pending questions.`,
  alreadySentBody: 'If they are returned, they will appear among your pending questions.',
  notAllowed: 'No answers are sent in this stage.',
  nothingHeld: 'You have no answers to send.',

  receipt: 'Receipt',
  receiptDone: 'Answers sent',
  receiptNumber: 'Number',
  receiptTime: 'Date and time',
  receiptBy: 'Sent by',
  receiptTo: 'To',
  receiptInstitution: 'Institution',
  receiptForm: 'Questionnaire',
  receiptAnswers: 'Answers',
  receiptFiles: 'Files',
  receiptDigest: 'Fingerprint (SHA-256)',
  receiptDigestHint: 'Identifies exactly what was sent: each answer and each file.',
  levelEvaluation: 'Evaluation team',
  levelInstitution: 'Higher level of the institution',
  next: 'What happens next',
  nextEvaluation:
    'The evaluation team will review your answers. If there are observations you can adjust them in the next stage; we will let you know by email.',
  nextReview: ({ name }) =>
    `${name === '' ? 'The responsible person' : name} will review your answers. If they are returned with a comment, they will appear among your pending questions.`,
  print: 'Print',
  download: 'Save a copy',
  earlierReceipts: 'Earlier receipts',
  deletedUser: 'Deleted user',
  pageLead: 'Check what is missing and send when everything is ready.',
} satisfies Translated<typeof es>
