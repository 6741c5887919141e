import type { SectionComponent } from '#shared/site/sections.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import type { ViewFile, ViewSection } from '#shared/site/view.ts'

/** What the component of a section draws from. */
export interface SectionProps<Of extends SectionComponent> {
  readonly section: ViewSection<Of>
  readonly files: Readonly<Record<string, ViewFile>>
  readonly language: SiteLanguage
  /** Level of the section's title: a page has one 1, its first. */
  readonly level: 1 | 2
  /** Whether it is the first of its page: its picture is there at once. */
  readonly first: boolean
}

/** The three places of a section that has its pictures numbered, with what stands in each. */
export const places = ['One', 'Two', 'Three'] as const

/** Language of a field that stands in Spanish on an English page (WO). */
export const spoken = (section: { readonly spanish: readonly string[] }, field: string): { readonly lang?: 'es' } =>
  section.spanish.includes(field) ? { lang: 'es' } : {}

/** A value that can be an index below. */
export const innerLevel = (title: string, level: 1 | 2): 2 | 3 => (title !== '' && level === 2 ? 3 : 2)
