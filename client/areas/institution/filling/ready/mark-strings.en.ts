import type { Translated } from '#client/i18n/text.ts'
import type { readyMarkEs } from './mark-strings.es.ts'

export const readyMarkEn = {
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
} satisfies Translated<typeof readyMarkEs>
