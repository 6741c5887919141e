import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  toEvaluation: 'Send to evaluation',
  toReview: ({ name }) => `Send to ${name} for review`,
  toReviewShort: 'Send for review',

  parts: ({ total }) => `Progress of ${total} questions`,
  ofTotal: ({ total }) => `of ${total}`,
  partAnswered: 'Answered',
  partReady: 'Ready to send',
  partOwn: 'Waiting for you',
  partOthers: 'Waiting on other people',

  empty: 'No answer',
  invalid: 'The answer is not what is asked for',
  returned: 'It was returned and has not been changed',
  comment: 'Unresolved comment',
  observed: 'Observation not addressed',
  file: 'Attach the file or say that none is attached',
  appeal: 'The appeal has no justification yet',
  unappealed: 'Sub-dimension opened with nothing appealed: justify an answer or undo the opening',
  below: 'Not sent for review yet',
  unassigned: 'Nobody in charge',
  blob: 'The file has not arrived at the server yet',
  undecided: 'No decision',
  outdated: 'The answer changed after it was evaluated',
  draft: 'It has a draft that is not an answer yet',
  send: 'Send',
  alreadySent: 'You have sent your answers',
  next: 'What happens next',
} satisfies Translated<typeof es>
