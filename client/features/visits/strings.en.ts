import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

const one = (n: number, single: string, several: string): string => (n === 1 ? single : several)

export const en: Translated<typeof es> = {
  since: 'Since your last visit',
  dismiss: 'Hide what changed',
  dismissed: 'What changed is no longer shown.',
  others: ({ names, n }) => `${names} and ${one(n, 'one other', `${n} others`)}`,
  stageBegun: 'The stage “{{name}}” has begun',
  stageEnded: 'The stage “{{name}}” has ended',
  Observed: ({ n }) => one(n, '1 new observation', `${n} new observations`),
  Rejected: ({ n }) => one(n, '1 answer rejected', `${n} answers rejected`),
  Accepted: ({ n }) => one(n, '1 answer accepted', `${n} answers accepted`),
  comments: ({ n, names }) =>
    one(n, `A comment by ${names} is waiting for your reply`, `${n} comments by ${names} are waiting for your reply`),
  replies: ({ n, names }) => one(n, `${names} replied to your comment`, `${names} replied to ${n} of your comments`),
  assignments: ({ n }) => one(n, 'You have been given something new to look after', `You have been given ${n} new things to look after`),
  sentToEvaluation: ({ names }) => `${names} sent the form for evaluation`,
  sentUp: ({ names, n }) => `${names} sent ${one(n, '1 answer', `${n} answers`)} for review`,
  answers: ({ names, n }) => `${names} wrote ${one(n, '1 answer', `${n} answers`)}`,
  answersIn: ({ names, n, place }) => `${names} wrote ${one(n, '1 answer', `${n} answers`)} in ${place}`,
  daysLeft: ({ days, n }) =>
    `${days === 0 ? 'Time runs out today' : one(days, '1 day left', `${days} days left`)}, ${one(n, '1 thing to do', `${n} things to do`)}`,
  received: '{{name}} sent its answers',
  moreReceived: ({ n }) => one(n, 'One more institution sent its answers', `${n} more institutions sent their answers`),
}
