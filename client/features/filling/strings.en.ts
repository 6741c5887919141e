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

  readyOffer: ({ name }) =>
    name === ''
      ? 'Your part of this section is complete. You can say that it is ready, even with optional questions left blank.'
      : `Your part of this section is complete. You can tell ${name} that it is ready, even with optional questions left blank.`,
  readyMark: 'Mark section as ready',
  readyDone: 'Section ready',
  readyToldDone: ({ name }) =>
    name === '' ? 'You marked your part as ready.' : `You marked your part as ready, and ${name} has been told.`,
  readyWaits: ({ name }) =>
    name === ''
      ? 'You marked your part as ready. Word goes out once there is a connection.'
      : `You marked your part as ready. ${name} will be told once there is a connection.`,
  readyTakeBack: 'Take the mark away',
  readyFell: 'The mark fell by itself: you were asked for more here afterwards.',
  readyBy: ({ names }) => `Ready, says ${names}`,
  readyOwn: 'You marked it as ready',
  readyShort: 'Ready',

  bring: ({ form }) => `Bring the answer of ${form}`,
  bringRows: ({ n, form }) => (n === 1 ? `Bring 1 row of ${form}` : `Bring ${n} rows of ${form}`),
  formerTitle: ({ form }) => `Answer of ${form}`,
  formerSame: ({ form }) => `Same as in ${form}`,
  formerWording: ({ form }) => `In ${form} the question was:`,
  formerGone: ({ names }) => `No longer offered: ${names}. It is left out.`,
  formerKind: 'The question is answered in another way now: that answer cannot be brought. You can read it and answer anew.',
  formerFile: ({ name, form }) => `In ${form} “${name}” was attached. Files are not brought: attach it if it still applies.`,
  formerAccepted: 'It was accepted',
  formerRejected: 'It was rejected',
  formerObserved: 'It was left observed',
  formerRows: ({ n }) => (n === 1 ? '1 row:' : `${n} rows:`),
  formerNoRoom: ({ n }) =>
    n === 1 ? 'There is room for 1 more row: the other is left out.' : `There is room for ${n} more rows: the others are left out.`,
  formerFull: 'There is no room for more rows.',
  broughtNow: ({ form }) => `You brought the answer of ${form}.`,
  broughtUndo: 'Undo',
  broughtUndone: 'Undone: the answer is as it was.',
  replaceTitle: ({ form }) => `Replace what is written with the answer of ${form}?`,
  replaceBody: 'What is there now stays in the history if it was the answer already. You can undo this afterwards.',
  replaceNow: 'Now it says',
  replaceThen: ({ form }) => `In ${form} it said`,
  replaceConfirm: 'Replace',
} satisfies Translated<typeof es>
