import type { About, Content, ContentValue, PageContent, Section } from '#shared/site/model.ts'
import { wordsDigest } from '#shared/site/rules.ts'
import { emptyContent, isOfLanguage } from '#shared/site/sections.ts'
import type { SectionComponent } from '#shared/site/sections.ts'
import { fieldsOf } from './sections/section-parts.ts'
import type { Fields } from './sections/section-parts.ts'

/** What an editor does to a page that is being written. Places of items are `list` and `at`, of fields a path as problems name them. */
export type Act =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'about'; readonly field: keyof About; readonly text: string }
  | { readonly kind: 'insert'; readonly section: Section; readonly at: number }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'move'; readonly id: string; readonly by: -1 | 1 }
  | { readonly kind: 'duplicate'; readonly id: string; readonly newId: string }
  | { readonly kind: 'hide'; readonly id: string; readonly hidden: boolean }
  | { readonly kind: 'write'; readonly id: string; readonly language: 'es' | 'en'; readonly path: string; readonly value: string | boolean }
  | { readonly kind: 'copySpanish'; readonly id: string; readonly path: string | null }
  | { readonly kind: 'upToDate'; readonly id: string }
  | { readonly kind: 'addItem'; readonly id: string; readonly list: string }
  | { readonly kind: 'removeItem'; readonly id: string; readonly list: string; readonly at: number }
  | { readonly kind: 'moveItem'; readonly id: string; readonly list: string; readonly at: number; readonly by: -1 | 1 }
  /** A section as it was: a window was closed without its changes. */
  | { readonly kind: 'put'; readonly section: Section }
  /** Another state of the whole page: a version, or what somebody else wrote. */
  | { readonly kind: 'replace'; readonly content: PageContent }

export const newSection = (component: SectionComponent, id: string): Section => ({
  id,
  component,
  content: emptyContent(component),
  englishContent: emptyContent(component, true),
  hidden: false,
  englishOf: null,
})

/** The page after an act; the same object where it changes nothing. */
export function applied(page: PageContent, act: Act): PageContent {
  switch (act.kind) {
    case 'name':
      return act.name === page.name ? page : { ...page, name: act.name }
    case 'about':
      return page.about[act.field] === act.text ? page : { ...page, about: { ...page.about, [act.field]: act.text } }
    case 'insert':
      // Undone in two ways at once: it is back already.
      if (page.sections.some(({ id }) => id === act.section.id)) return page
      return { ...page, sections: page.sections.toSpliced(act.at, 0, act.section) }
    case 'remove':
      return withSections(page, (sections) => sections.filter(({ id }) => id !== act.id))
    case 'move':
      return withSections(page, (sections) =>
        moved(
          sections,
          sections.findIndex(({ id }) => id === act.id),
          act.by,
        ),
      )
    case 'duplicate':
      return withSections(page, (sections) => {
        const at = sections.findIndex(({ id }) => id === act.id)
        const section = sections[at]
        return section ? sections.toSpliced(at + 1, 0, { ...section, id: act.newId }) : sections
      })
    case 'replace':
      return act.content
    case 'put':
      return withSection(page, act.section.id, () => act.section)
    case 'hide':
      return withSection(page, act.id, (section) => (section.hidden === act.hidden ? section : { ...section, hidden: act.hidden }))
    case 'write':
      return withSection(page, act.id, (section) => written(section, act.language, act.path, act.value))
    case 'copySpanish':
      return withSection(page, act.id, (section) => copied(section, act.path))
    case 'upToDate':
      return withSection(page, act.id, (section) => ({ ...section, englishOf: wordsDigest(section) }))
    case 'addItem':
      return withLists(page, act.id, act.list, (rows, blank) => [...rows, blank])
    case 'removeItem':
      return withLists(page, act.id, act.list, (rows) => rows.toSpliced(act.at, 1))
    case 'moveItem':
      return withLists(page, act.id, act.list, (rows) => moved(rows, act.at, act.by))
  }
}

function withSections(page: PageContent, change: (sections: readonly Section[]) => readonly Section[]): PageContent {
  const sections = change(page.sections)
  const isSame = sections.length === page.sections.length && sections.every((section, at) => section === page.sections[at])
  return isSame ? page : { ...page, sections }
}

const withSection = (page: PageContent, id: string, change: (section: Section) => Section): PageContent =>
  withSections(page, (sections) => sections.map((section) => (section.id === id ? change(section) : section)))

/** One place up or down; what stands at an end stays. */
function moved<T>(rows: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const row = rows[at]
  const to = at + by
  return row === undefined || to < 0 || to >= rows.length ? rows : rows.toSpliced(at, 1).toSpliced(to, 0, row)
}

const rowsOf = (value: ContentValue | undefined): readonly Content[] => (Array.isArray(value) ? value : [])

/** The value at a path: `title`, `listData.0.title`. */
export function valueAt(content: Content, path: string): ContentValue | undefined {
  const [key = '', at, inner] = path.split('.')
  return at === undefined || inner === undefined ? content[key] : rowsOf(content[key])[Number(at)]?.[inner]
}

/** Words, an address or a file of a section; '' where it has none. */
export function textAt({ content, englishContent }: Section, path: string, language: 'es' | 'en' = 'es'): string {
  const value = valueAt(language === 'es' ? content : englishContent, path)
  return typeof value === 'string' ? value : ''
}

/** As many rows as stand in the other language, and one more where a later one is written. */
const padded = (rows: readonly Content[], length: number): readonly Content[] =>
  Array.from({ length: Math.max(rows.length, length) }, (_, at) => rows[at] ?? {})

function put(content: Content, path: string, value: ContentValue): Content {
  const [key = '', place, inner] = path.split('.')
  if (place === undefined || inner === undefined) return content[key] === value ? content : { ...content, [key]: value }
  const at = Number(place)
  const rows = padded(rowsOf(content[key]), at + 1)
  return rows[at]?.[inner] === value ? content : { ...content, [key]: rows.with(at, { ...rows[at], [inner]: value }) }
}

/** English that is written is of the Spanish that stands beside it now (WE5). */
function written(section: Section, language: 'es' | 'en', path: string, value: string | boolean): Section {
  if (language === 'es') {
    const content = put(section.content, path, value)
    return content === section.content ? section : { ...section, content }
  }
  const englishContent = put(section.englishContent, path, value)
  return englishContent === section.englishContent ? section : { ...section, englishContent, englishOf: wordsDigest(section) }
}

/** The Spanish words in the place of the English ones: of one field, or of each that has no English yet. */
function copied(section: Section, path: string | null): Section {
  const paths = path === null ? languagePaths(fieldsOf(section.component), section.content) : [path]
  const isEmpty = (at: string): boolean => (valueAt(section.englishContent, at) ?? '') === ''
  return paths
    .filter((at) => path !== null || isEmpty(at))
    .reduce<Section>((now, at) => {
      const words = valueAt(section.content, at)
      return typeof words === 'string' && words !== '' ? written(now, 'en', at, words) : now
    }, section)
}

function languagePaths(fields: Fields, content: Content, before = ''): readonly string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind === 'items') return rowsOf(content[key]).flatMap((row, at) => languagePaths(field.fields, row, `${before}${key}.${at}.`))
    return isOfLanguage(field.kind) ? [`${before}${key}`] : []
  })
}

/** Both languages have their items in one order: what is done to the list of one is done to the other's. */
function withLists(
  page: PageContent,
  id: string,
  list: string,
  change: (rows: readonly Content[], blank: Content) => readonly Content[],
): PageContent {
  return withSection(page, id, (section) => {
    const field = fieldsOf(section.component)[list]
    if (field?.kind !== 'items') return section
    const spanish = rowsOf(section.content[list])
    const english = padded(rowsOf(section.englishContent[list]), spanish.length).slice(0, spanish.length)
    const rows = change(spanish, blankOf(field.fields, false))
    if (rows === spanish || rows.length > field.most) return section
    return {
      ...section,
      content: { ...section.content, [list]: rows },
      englishContent: { ...section.englishContent, [list]: change(english, blankOf(field.fields, true)) },
    }
  })
}

const blankOf = (fields: Fields, english: boolean): Content =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { kind }]): [string, ContentValue][] =>
      kind === 'flag' ? (english ? [] : [[key, false]]) : english && kind !== 'items' && !isOfLanguage(kind) ? [] : [[key, '']],
    ),
  )
