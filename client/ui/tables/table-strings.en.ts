import type { Translated } from '#client/i18n/text.ts'
import type { es } from './table-strings.es.ts'

export const tableEn = {
  rows: ({ n }) => (n === 1 ? '1 row' : `${n} rows`),
  foundOf: ({ n, total }) => `${n} of ${total}`,
  found: ({ n }) => (n === 0 ? 'No results' : n === 1 ? '1 result' : `${n} results`),
  pages: 'Pages of the table',
  perPage: 'Rows per page',
  pageBefore: 'Previous page',
  pageAfter: 'Next page',
  pageIs: 'Page {{page}} of {{pages}}',
  choosePage: ({ n }) => (n === 1 ? 'Select the row of this page' : `Select the ${n} of this page`),
  chooseListed: ({ n }) => `Select the ${n} of the filter`,
  chooseNone: 'Clear the selection',
  chooseRow: 'Select {{name}}',
  chosen: ({ n }) => (n === 1 ? '1 selected' : `${n} selected`),
  chosenHidden: ({ n }) => (n === 1 ? '1 is not in this filter' : `${n} are not in this filter`),
} satisfies Translated<typeof es>
