import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  lead: 'Create questionnaires, prepare them and follow them through the year.',
  caption: 'Forms',
  search: 'Search for a form',
  filter: 'Show',
  filterAll: 'All',
  filterRunning: 'Running',
  filterComing: 'To come',
  filterOver: 'Over',
  name: 'Name',
  period: 'Period',
  periodOf: '{{from}} to {{to}}',
  noPeriod: 'No stages',
  stages: 'Stages',
  institutions: 'Institutions',
  state: 'Status',
  actions: 'Actions',
  actionsOf: 'Actions of {{name}}',
  progress: 'Progress',
  none: 'There are no forms yet',
  noneBody: 'Once there is a form, it will appear here.',
  notFound: 'There is no data to show',
  notFoundBody: 'No form matches the search.',
} satisfies Translated<typeof es>
