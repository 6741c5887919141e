import type { Translated } from '#client/i18n/text.ts'
import { en } from './strings.en.ts'
import type { sendEs } from './send-strings.es.ts'

export const sendEn = {
  ...en,
  row: ({ n }) => `row ${n}`,
  commentAbout: ({ about }) => `Unresolved comment on what is no longer asked: ${about}`,
  checking: 'Checking your answers...',
  problems: ({ n }) => (n === 1 ? '1 thing left to do' : `${n} things left to do`),
  more: ({ n }) => (n === 1 ? 'and 1 more' : `and ${n} more`),
  warnings: 'Worth knowing',
  yours: ({ n }) => (n === 1 ? '1 is yours:' : `${n} are yours:`),
  yoursNone: 'None of them is yours: others have to act.',
  othersWait: 'Waiting on other people',
  writeTo: 'Write to {{name}}',
  letterSubject: '{{form}}: what is left to do',
  letterBody: 'Hello {{name}}, this is still missing before we can send.',
  copyList: 'Copy the list',
  copyListOf: 'Copy {{name}}’s list',
  listCopied: 'List copied',
  copyFailed: 'The browser did not allow copying.',
  unassignedCount: ({ n }) => (n === 1 ? '1 question has nobody in charge.' : `${n} questions have nobody in charge.`),
  unsent: ({ n }) =>
    n === 1 ? '1 change on this device has not reached the server.' : `${n} changes on this device have not reached the server.`,
  unsentFiles: ({ n }) => (n === 1 ? '1 file on this device is still to be sent.' : `${n} files on this device are still to be sent.`),
  attention: ({ n }) =>
    n === 1 ? '1 change was not applied and needs your decision.' : `${n} changes were not applied and need your decision.`,
  serverUnasked: 'The server could not be reached: others may have made changes that this device does not know about.',

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
    'You are offline: this is kept as a request. The receipt comes from the server, once it has checked that nothing changed since this review.',
  cancel: 'Cancel',
  close: 'Close',
  requested: 'Request to send saved',
  requestedBody: 'The server will check that nothing changed since your review. The receipt will appear here.',
  requestedOffline:
    'It will be sent when the connection is back. You may close this window; the receipt will appear here and in your email.',
  refused: 'The answers were not sent',
  tryAgain: 'Check again',
  alreadySentTo: ({ name }) =>
    name === ''
      ? 'If any are returned, you will find them among what is left for you to do.'
      : `${name} has them. If any are returned, you will find them among what is left for you to do.`,
  alreadySentBody: 'If any are returned, you will find them among what is left for you to do.',
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
  nextEvaluation:
    'The evaluation team will review your answers. If there are observations you can adjust them in the next stage; we will let you know by email.',
  nextReview: ({ name }) =>
    `${name === '' ? 'The person in charge' : name} will review your answers. If any are returned with a comment, you will find them among what is left for you to do.`,
  print: 'Print',
  download: 'Save a copy',
  earlierReceipts: 'Earlier receipts',
  deletedUser: 'Deleted user',
  pageLead: 'See what is left, and send when everything is ready.',
} satisfies Translated<typeof sendEs>
