import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en: Translated<typeof es> = {
  title: 'Search',
  field: 'Search questions, people, pages and actions',
  placeholder: 'A number or words: 2.3.1, budget, send…',
  placeholderLab: 'Institution, number, words or action…',
  results: 'Results',
  count: ({ n }) => (n === 0 ? 'No results' : n === 1 ? '1 result' : `${n} results`),
  nothing: 'Nothing matches those words',
  nothingHint: 'Try fewer words, the number of the question or somebody’s name.',
  more: ({ n }) => (n === 1 ? 'and 1 more: type another word' : `and ${n} more: type another word`),
  labHint: 'Questions are searched within an institution: open it first.',
  recent: 'Recent',
  kind_action: 'Actions',
  kind_page: 'Pages',
  kind_institution: 'Institutions',
  kind_subDimension: 'Sub-dimensions',
  kind_question: 'Questions',
  kind_answer: 'In the answers',
  kind_person: 'People',
  keysMove: 'to move',
  keysOpen: 'to open',
  keysClose: 'to close',
  closeFirst: 'Close the open window first: something is written in it.',
  save: 'Save answers',
  saveWords: 'save keep',
  syncNow: 'Sync now',
  syncNowWords: 'synchronise synchronize upload send pending changes',
  synced: 'Everything is up to date',
  syncedLater: ({ n }) =>
    n === 0
      ? 'There is no connection to the server now. What you do is kept on this device.'
      : n === 1
        ? '1 change is waiting on this device and will be sent by itself.'
        : `${n} changes are waiting on this device and will be sent by themselves.`,
  syncPanel: 'See the state of synchronisation',
  syncPanelWords: 'queue pending rescue copy',
  changeLanguage: 'Change to Spanish (Español)',
  changeLanguageWords: 'language idioma spanish english',
  languageMissing: 'The language could not be loaded. Check your connection and try again.',
  askHelp: 'Ask for help',
  askHelpWords: 'help support chat message lab',
  changeInstitution: 'Change institution',
  install: 'Install the application',
  signOut: 'Sign out',
  signOutWords: 'leave log out logout',
  mapField: 'Search the form',
  mapPlaceholder: 'A number or words',
}
