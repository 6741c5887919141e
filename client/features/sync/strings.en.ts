import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const changes = (n: number): string => (n === 1 ? '1 change' : `${n} changes`)
export const texts = (n: number): string => (n === 1 ? '1 text' : `${n} texts`)
export const en = {
  chipOffline: ({ n }) => (n === 0 ? 'Offline' : `Offline (${changes(n)})`),
  chipConnecting: ({ n }) => (n === 0 ? 'Connecting' : `Connecting (${changes(n)})`),
  chipSyncing: ({ n }) => `Syncing (${n})`,
  chipAttention: ({ n }) => `Needs attention (${n})`,
  chipStalled: ({ n }) => `Unsent (${changes(n)})`,
  chipHalfWritten: ({ n }) => `Half written (${n})`,
  chipUpToDate: ({ time }) => `Up to date (${time})`,
  chipUpToDateElsewhere: 'Up to date',
  chipNeedsAuth: ({ n }) => (n === 0 ? 'Session ended' : `Session ended (${changes(n)})`),
  chipNeedsUpdate: 'Update needed',
  chipStorage: ({ n }) => (n === 0 ? 'Not being kept' : `Not being kept (${changes(n)})`),
  chipOld: ({ n, days }) => `${changes(n)} unsent for ${days} days`,
  openPanel: ({ state }) => `Sync state: ${state}. Open details`,
  stateOffline: 'This device has no connection. Keep working: everything is kept here.',
  stateStorageLost: 'The browser erased the data that this device kept. It is being kept again.',
  stateStorageSilent:
    'This browser’s storage does not answer: what you write now is not kept on this device. Do not close this page; export a copy.',
  stateStorageFailing:
    'This browser’s storage fails: what you write now is not kept on this device. Do not close this page; export a copy.',
  signInAgain: 'Sign in',

  exportCopy: 'Export a copy',

  fileStopped: ({ name }) => `The file “${name}” cannot be sent.`,
  cardSaysNoFile: ({ name }) => `${name || 'Somebody else'} ticked “I attach no file” without having seen the file, which stays.`,
  understood: 'Understood',
  cardSuggested: ({ name }) => `${name || 'Somebody else'} suggests another answer.`,
  cardSuggestedDecision: ({ name }) => `${name || 'Somebody else'} suggests another decision.`,
  cardDecided: ({ name }) => `${name || 'Somebody else'} already decided on this answer, and that decision stands. Yours was kept.`,
  notSent: 'The answers were not sent.',
  notSentSurvey: 'The survey was not sent.',
  notSentEvaluation: 'The evaluation was not sent.',
  notRecalled: 'The send was not taken back.',
  notAcceptedRest: 'The remaining answers were not accepted.',
  notReopenedAccepted: 'What was accepted was not reopened.',
  cardLeft: ({ n, numbers, more, what }) =>
    `${n === 1 ? '1 answer was' : `${n} answers were`} not accepted. After you looked, the ${what} changed in ${numbers}${more === 0 ? '' : ` and ${more} more`}. Review and decide.`,
  cardRecovered: ({ name }) =>
    `${name || 'Somebody else'} answered this and could not send it. The administration recovered it for you to decide.`,
  cardRecoveredText: ({ name }) => `${name || 'Somebody else'} wrote this and could not send it. The administration recovered it for you.`,
  cardNotAssignee: ({ name }) =>
    `${name || 'Somebody else'} was in charge of this question when your change arrived. Your suggestion was kept.`,
  cardReplaced: ({ name }) => `${name || 'The person in charge'} replaced your answer. Yours stays in the history.`,
  cardReplicaUndone: ({ name, text }) =>
    `${name || 'Somebody else'} undid the appeal of ${text}. What you wrote there is kept and comes back if it is opened again.`,
  cardReplacedOther: ({ name }) => `Your answer replaced that of ${name || 'somebody else'}, which stays in the history.`,
  cardSuggestedClosing: ({ name }) =>
    `${name || 'Somebody else'} suggests a change that would clear what you answered and they had not seen.`,
  cardClosedMeanwhile: ({ name }) =>
    `${name || 'Somebody else'} made a change that cleared what you answered and they had not seen. It is below the question and can be put back from there.`,
  cardClosedOthers: ({ name }) =>
    `Your change cleared what ${name || 'somebody else'} answered and you had not seen. It is below the question and can be put back from there.`,
  cardOwnDevice: 'You also answered in another tab or on another device; the last to arrive stands.',
  cardLate: ({ name }) => `${name || 'Somebody else'} tried to change the answer when it was no longer possible.`,
  cardDelegateMeanwhile: ({ name, by }) =>
    `${by || 'Somebody else'} changed the delegate before your change arrived: ${name ? `it is now ${name}` : 'there is none now'}. Yours was not applied.`,
  cardLeaderMeanwhile: ({ name, by }) =>
    `${by || 'Somebody else'} changed the institutional leader before your change arrived: it is now ${name || 'somebody else'}. Yours was not applied.`,
  cardSurveyChanged: ({ name, numbers }) =>
    `The survey was not sent: ${name || 'somebody else'} changed ${numbers} after you reviewed it. Review it and send it again.`,
  cardAssignedMeanwhile: ({ element, name }) => `${element}: the assignment is already held by ${name || 'somebody else'}.`,

  needsAuth: ({ n }) =>
    n === 0
      ? 'Your session ended. You can keep working; sign in again to sync.'
      : `Sign in again to send ${changes(n)}. You can keep working.`,
  blocked:
    'This browser does not allow keeping data (private window or device policy). Working offline is not possible here: use a normal window or another browser.',
  blockedTitle: 'Data cannot be kept on this device',
  evicted:
    'The browser removed the data that this device kept. What had been sent is safe; what had not been sent may be lost. Install the application or allow storage so that it does not happen again.',
  putBack: ({ n, drafts }) =>
    `The browser erased the data that this device kept while you were working. What was open has been kept again: ${changes(n)} unsent${drafts === 0 ? '' : drafts === 1 ? ' and 1 draft' : ` and ${drafts} drafts`}.`,
  putBackFiles: ({ n }) => (n === 1 ? 'Attach again 1 file that had not been sent.' : `Attach again ${n} files that had not been sent.`),
  silentTitle: 'This browser’s storage does not answer',
  silent:
    'The application keeps your work on this device and could not open it. What was kept is still there. Close the other tabs of this application and try again; if that does not help, close and open the browser.',
  retry: 'Try again',
  readOnly: 'Only read, with a connection',
  readingOnly: 'You are reading without saving: this browser cannot open your data, and what you write now is not kept.',
  newCard: ({ text, place, more }) =>
    [`New notice: ${text}`, place, more === 0 ? '' : `and ${more} more`].filter((part) => part !== '').join(' · '),
  backOnline: 'Connection recovered.',

  othersChanged: ({ name, n, place }) => (n === 1 ? `${name} changed 1 answer in ${place}` : `${name} changed ${n} answers in ${place}`),
  othersMore: ({ n }) => (n === 1 ? 'and changes in 1 more place' : `and changes in ${n} more places`),
  othersSee: 'See',
  install: 'Install the application',

  emptyValue: 'No answer',
  yes: 'Yes',
  no: 'No',
  rows: ({ n }) => (n === 0 ? 'None' : n === 1 ? '1 row' : `${n} rows`),
  noneOption: 'None of the above',
} satisfies Translated<typeof es>
