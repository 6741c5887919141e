import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  needsNetwork: 'It needs a connection.',
  downloading: '{{what}}: downloading…',
  downloaded: 'Downloaded: {{name}}',
  downloadBegun: 'The download has begun: your browser’s downloads show how far it is.',
  answersCsv: 'Answers (CSV)',
  answersXlsx: 'Answers (spreadsheet)',
  onDevice: 'Without a connection, too.',
  answersPdf: 'Answers to print (PDF)',
  blankPdf: 'Blank questionnaire (PDF)',
  allFiles: 'All files (zip)',
  noFiles: 'There are no attached files yet.',
  filesOnDevice: 'Those that have not reached the server yet are left out.',
  sheet: 'Answers',
} satisfies Translated<typeof es>
