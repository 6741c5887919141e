import type { Translated } from '#client/i18n/text.ts'
import type { dialogsEs } from './strings.es.ts'

export const dialogsEn = {
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  tableTemplate: 'Download template ({{format}})',
  tableWrong: 'Correct the file and choose it again. Nothing was changed.',
  tableRow: 'Row {{row}}',
  tableCell: 'Row {{row}}, column {{column}}',
  tableMore: ({ n }: { n: number }) => (n === 1 ? 'There is 1 more problem.' : `There are ${n} more problems.`),
  restored: 'This is what you had written and did not save.',
  unkept: 'This device cannot keep what you write: save before you close.',
} satisfies Translated<typeof dialogsEs>
