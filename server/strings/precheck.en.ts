import type { precheckEs } from './precheck.es.ts'

export const precheckEn = {
  empty: 'The question has no answer.',
  invalid: 'The answer is outside what is allowed.',
  returned: 'The answer was returned and has not changed.',
  comment: 'There is an unresolved comment.',
  observed: 'The observation has not been addressed.',
  appeal: 'The answer changed and its justification is missing.',
  unappealed: 'The sub-dimension is open for appeal and no answer in it is appealed.',
  file: 'The attached file is missing, or the mark that there is none.',
  below: 'The answer has not been sent for review yet.',
  unassigned: 'Nobody is in charge of the question.',
  blob: 'The file has not finished uploading.',
  undecided: 'The answer has no decision.',
  outdated: 'The answer changed after the decision.',
  commentAbout: 'There is an unresolved comment on what is no longer asked: {about}.',
  ready: 'Everything is ready to send.',
  row: 'row {n}',
  found: 'There are {n} points to solve.',
  sent: 'Sent.',
  surveySent: 'Survey sent.',
} as const satisfies Record<keyof typeof precheckEs, string>
