import type { Translated } from '#client/i18n/text.ts'
import type { es } from './home-strings.es.ts'

export const en = {
  documentTitle: 'Home',
  standingAll: ({ n, total }) =>
    n === 0
      ? 'Your institution has no pending questions.'
      : n === 1
        ? `Your institution has 1 pending question out of ${total}.`
        : `Your institution has ${n} pending questions out of ${total}.`,
  standingOwn: ({ n, total }) =>
    n === 0
      ? 'You have no pending questions.'
      : n === 1
        ? `You have 1 pending question out of ${total}.`
        : `You have ${n} pending questions out of ${total}.`,
  standingNobody: 'No questions are assigned to you yet. When somebody of your institution assigns you one, it will appear here.',
  standingSent: 'Your institution’s answers were sent and are read-only.',
  standingEnded: 'The input stage has ended; your institution’s answers are read-only.',
  progress: 'Progress',
  done: ({ n, total }) => `${n} of ${total} ready`,
  start: 'Start',
  goOn: 'Continue',
  review: 'Review and send',
  look: 'See the answers',
  configure: 'Assign responsibles',
  pendingAll: 'Progress per dimension',
  pendingOwn: 'Your pending questions',
  pendingNone: 'Nothing is pending',
  pendingNoneBody: 'Every question in your charge is ready.',
  sendOwn: 'When everything is ready, send your answers for review from the form.',
  sendAll: 'When every dimension is complete, send the form to evaluation.',
  complete: 'Complete',
  notStarted: 'Not started',
  pendingCount: ({ n }) => (n === 1 ? '1 pending' : `${n} pending`),
  observedCount: ({ n }) => (n === 1 ? '1 observation' : `${n} observations`),
  commentCount: ({ n }) => (n === 1 ? '1 comment' : `${n} comments`),
  showPending: 'Show pending questions',
  reason_empty: 'No answer',
  reason_invalid: 'Answer to correct',
  reason_returned: 'Returned',
  reason_comment: 'Unresolved comment',
  reason_observed: 'Observation to adjust',
  reason_file: 'Attachment missing',
  awaiting: 'Waiting for you',
  awaitingNone: 'Nothing waits for your reply.',
  toReply: 'Comments to reply to',
  toResolve: 'Replies to your comments',
  toAdjust: 'Observations to adjust',
  more: ({ n }) => `and ${n} more`,
  conflicts: ({ n }) => (n === 1 ? '1 change needs your decision' : `${n} changes need your decision`),
  conflictsBody: 'A change of yours met somebody else’s. Both are kept until you decide.',
  conflictsOpen: 'Review',
  receipts: 'Sent',
  allReceipts: ({ n }) => `See all ${n} sends`,
  receipt: 'Receipt {{number}}',
  receiptDetail: ({ answers, files }) =>
    `${answers === 1 ? '1 answer' : `${answers} answers`}, ${files === 1 ? '1 file' : `${files} files`}`,
  receiptTo_0: 'To evaluation',
  receiptTo_1: 'To the Institutional Leader',
  receiptTo_2: 'To the Area Leader',
  receiptTo_3: 'To the Area Leader',
  receiptTo_4: 'To a professional',
  replicaUsed: ({ n }) => (n === 1 ? '1 sub-dimension open for appeal' : `${n} sub-dimensions open for appeal`),
  replicaBody: 'Open a sub-dimension with rejected answers to present your appeal.',
  preliminaryNote: 'The preliminary report is available to the institutional leader and their delegate.',
  unassigned: ({ n }) => (n === 1 ? '1 question without a responsible' : `${n} questions without a responsible`),
  missing: 'There is no data of your institution on this device yet',
  missingBody: 'It is downloaded the first time with a connection. After that you can work without one.',
} satisfies Translated<typeof es>
