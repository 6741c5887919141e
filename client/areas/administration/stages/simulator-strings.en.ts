import type { Translated } from '#client/i18n/text.ts'
import { en } from '#client/page/strings.en.ts'
import type { simulatorEs } from './simulator-strings.es.ts'

export const simulatorEn = {
  ...en,
  simulatorLead: 'Ends the stage of a form now and begins the next one. Only where rehearsal is on; it is kept in the history.',
  simulatorForm: 'Form',
  simulatorChoose: 'Choose a form.',
  simulatorClosed: 'Stages cannot be simulated from here: it takes a server for rehearsals, at its own machine or as an administrator.',
  simulatorDone: 'Success.',
} satisfies Translated<typeof simulatorEs>
