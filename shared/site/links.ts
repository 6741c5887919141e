import type { Content, ContentValue, Page, Section } from './model.ts'
import { languageOfPath, pageAtPath } from './paths.ts'
import { linkHref, pageKey } from './rules.ts'
import { isSectionComponent, sectionTypes } from './sections.ts'
import type { Field, ItemsField } from './sections.ts'

/** Addresses that visitors can follow in sections, of links and of rich texts, in both languages. */
function hrefsIn(sections: readonly Section[]): readonly string[] {
  const inFields = (fields: Readonly<Record<string, Field | ItemsField>>, content: Content): readonly string[] =>
    Object.entries(fields).flatMap(([key, field]): readonly string[] => {
      const value: ContentValue | undefined = content[key]
      if (field.kind === 'items') return Array.isArray(value) ? value.flatMap((item: Content) => inFields(field.fields, item)) : []
      if (typeof value !== 'string') return []
      if (field.kind === 'link') return [value]
      return field.kind === 'rich' ? [...value.matchAll(/\bhref="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')) : []
    })
  return sections.flatMap(({ component, content, englishContent, hidden }) =>
    hidden || !isSectionComponent(component)
      ? []
      : [...inFields(sectionTypes[component], content), ...inFields(sectionTypes[component], englishContent)],
  )
}

/** Names of the pages of the site that sections lead to, as names are compared. */
export const pagesLedTo = (sections: readonly Section[]): ReadonlySet<string> =>
  new Set(
    hrefsIn(sections).flatMap((typed) => {
      const href = linkHref(typed)
      return href.startsWith('/') ? (pageAtPath(languageOfPath(href.replace(/[?#].*$/s, '')).path) ?? []) : []
    }),
  )

/** A page with links to another: as visitors see it, in its newest draft, or both. */
export interface Linking {
  readonly page: Page
  readonly published: boolean
  readonly draft: boolean
}

/** Pages with links to one, under its name or one that it had; those that were taken away are nobody's to follow. */
export function pagesLinkingTo(target: Page, pages: readonly Page[]): readonly Linking[] {
  const names = [target.draft.name, ...(target.published ? [target.published.name] : []), ...target.formerNames].map(pageKey)
  const leads = (sections: readonly Section[]): boolean => {
    const led = pagesLedTo(sections)
    return names.some((name) => led.has(name))
  }
  return pages.flatMap((page) => {
    if (page.id === target.id || page.removed) return []
    const published = page.published !== null && leads(page.published.sections)
    const draft = page.draft.number !== page.published?.number && leads(page.draft.sections)
    return published || draft ? [{ page, published, draft }] : []
  })
}
