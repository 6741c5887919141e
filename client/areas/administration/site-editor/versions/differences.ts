import type { PageContent, Section, SiteLanguage } from '#shared/site/model.ts'
import { valueAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldsOf } from '#client/areas/administration/site-editor/sections/section-parts.ts'
import type { Fields } from '#client/areas/administration/site-editor/sections/section-parts.ts'

/** One value that two states of a page do not share; '' for none. */
export interface ValueDifference {
  readonly path: string
  /** Null for what is the same in both languages: a file, an address. */
  readonly language: SiteLanguage | null
  readonly left: string
  readonly right: string
}

/** A section of two states of a page: in one of them only, or in both with what differs. */
export interface SectionDifference {
  readonly section: Section
  readonly kind: 'added' | 'removed' | 'changed'
  /** It stands at another place among those that both have. */
  readonly moved: boolean
  readonly hidden: boolean | null
  readonly values: readonly ValueDifference[]
}

export interface Differences {
  readonly page: readonly ValueDifference[]
  readonly sections: readonly SectionDifference[]
}

const paths = (fields: Fields, values: Section['content'], before = ''): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind !== 'items') return [`${before}${key}`]
    const rows = values[key]
    return Array.isArray(rows) ? rows.flatMap((row, at) => paths(field.fields, row, `${before}${key}.${at}.`)) : []
  })

const said = (value: unknown): string => (typeof value === 'string' ? value : value === true ? '✓' : '')

function valuesOf(left: Section | undefined, right: Section | undefined): readonly ValueDifference[] {
  const component = right?.component ?? left?.component ?? ''
  const fields = fieldsOf(component)
  const all = new Set(
    [left, right].flatMap((side) => (side ? [...paths(fields, side.content), ...paths(fields, side.englishContent)] : [])),
  )
  return [...all].flatMap((path) =>
    (['es', 'en'] as const).flatMap((language): ValueDifference[] => {
      const of = (side: Section | undefined): string =>
        side ? said(valueAt(language === 'es' ? side.content : side.englishContent, path)) : ''
      return of(left) === of(right) ? [] : [{ path, language, left: of(left), right: of(right) }]
    }),
  )
}

/** What two states of a page do not share, in the order of the right one; what only the left one has is last (WE8). */
export function differencesOf(left: PageContent, right: PageContent): Differences {
  const before = new Map(left.sections.map((section) => [section.id, section]))
  const after = new Set(right.sections.map(({ id }) => id))
  const shared = left.sections.filter(({ id }) => after.has(id)).map(({ id }) => id)
  const nowShared = right.sections.filter(({ id }) => before.has(id)).map(({ id }) => id)
  const sections = right.sections.flatMap((section): SectionDifference[] => {
    const former = before.get(section.id)
    if (!former) return [{ section, kind: 'added', moved: false, hidden: null, values: valuesOf(undefined, section) }]
    const moved = shared[nowShared.indexOf(section.id)] !== section.id
    const hidden = former.hidden === section.hidden ? null : section.hidden
    const values = valuesOf(former, section)
    return moved || hidden !== null || values.length > 0 ? [{ section, kind: 'changed', moved, hidden, values }] : []
  })
  const gone = left.sections
    .filter(({ id }) => !after.has(id))
    .map((section): SectionDifference => ({ section, kind: 'removed', moved: false, hidden: null, values: valuesOf(section, undefined) }))
  const ofPage = (path: string, language: SiteLanguage | null, one: string, other: string): ValueDifference[] =>
    one === other ? [] : [{ path, language, left: one, right: other }]
  return {
    page: [
      ...ofPage('name', null, left.name, right.name),
      ...ofPage('title', 'es', left.about.title, right.about.title),
      ...ofPage('title', 'en', left.about.englishTitle, right.about.englishTitle),
      ...ofPage('description', 'es', left.about.description, right.about.description),
      ...ofPage('description', 'en', left.about.englishDescription, right.about.englishDescription),
    ],
    sections: [...sections, ...gone],
  }
}
