import type { Translated } from '#client/i18n/text.ts'
import type { formerEs } from './former-strings.es.ts'

export const formerEn = {
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
} satisfies Translated<typeof formerEs>
