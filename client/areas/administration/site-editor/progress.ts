import { withoutTags } from '#shared/kernel/cut.ts'
import type { About, PageContent, Section } from '#shared/site/model.ts'
import { decorative, hasEnglish, wordsDigest } from '#shared/site/rules.ts'
import { fieldsOf, wordsIn } from './sections/section-parts.ts'
import type { Words } from './sections/section-parts.ts'

/** How much of the Spanish is said in English. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** The Spanish was changed since the English was written. */
  readonly old: boolean
}

export const sectionWords = ({ component, content, englishContent }: Section): readonly Words[] =>
  wordsIn(fieldsOf(component), content, englishContent)

const aboutWords = ({ title, englishTitle, description, englishDescription }: About): readonly Words[] => [
  { path: 'about.title', kind: 'line', es: title, en: englishTitle },
  { path: 'about.description', kind: 'text', es: description, en: englishDescription },
]

/** Counts what is said in Spanish, and how much of that in English. */
const counted = (words: readonly Words[]): Omit<Progress, 'old'> => {
  const said = words.filter(({ es }) => es.trim() !== '' && es !== decorative)
  return { total: said.length, done: said.filter(({ en }) => en.trim() !== '').length }
}

/** Whether the Spanish words were changed since the English ones were written (WE5). */
export const isOld = (section: Section): boolean =>
  section.englishOf !== null && hasEnglish(section) && section.englishOf !== wordsDigest(section)

export const sectionProgress = (section: Section): Progress => ({ ...counted(sectionWords(section)), old: isOld(section) })

/** Of a whole page: what it is called and its sections; what is hidden is shown to nobody and counts for nothing. */
export function pageProgress({ about, sections }: PageContent): Progress {
  const shown = sections.filter(({ hidden }) => !hidden)
  return { ...counted([...aboutWords(about), ...shown.flatMap(sectionWords)]), old: shown.some(isOld) }
}

/** The words by which a list tells a section from the next one: its first line, without marks. */
export const excerptOf = (section: Section): string => {
  const first = sectionWords(section).find(({ es, kind }) => es.trim() !== '' && kind !== 'alt')
  return withoutTags(first?.es ?? '', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 90)
}
