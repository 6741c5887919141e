import * as v from 'valibot'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { pageVersionSchema } from '#shared/site/model.ts'
import type { PageContent } from '#shared/site/model.ts'
import type { Draft } from '#sync/drafts/model.ts'
import { sectionWords } from './progress.ts'

/** A page as it rests on this device while it is written. */
export interface KeptPage {
  readonly content: PageContent
  /** Number of the draft on which the writing began; null for a page that the server does not have yet. */
  readonly seen: number | null
  /** The version that it was made of again. */
  readonly restoredFrom: number | null
}

// What is too long to be saved is kept all the same: the limits are the server's to say, and nothing typed is lost by them.
const keptAbout = v.object({ title: v.string(), englishTitle: v.string(), description: v.string(), englishDescription: v.string() })
const keptSchema = v.object({
  content: v.object({ ...v.pick(pageVersionSchema, ['name', 'sections']).entries, about: keptAbout }),
  seen: v.nullable(v.number()),
  restoredFrom: v.fallback(v.nullable(v.number()), null),
})

/** What a device kept of a page; null for what has another shape. */
export function readKept(draft: Draft | undefined): KeptPage | null {
  const found = v.safeParse(keptSchema, draft?.value)
  return found.success ? found.output : null
}

export const sameContent = (left: PageContent, right: PageContent): boolean =>
  JSON.stringify([left.name, left.about, left.sections]) === JSON.stringify([right.name, right.about, right.sections])

/** Most characters of a page that stand where everything half written is listed. */
const wordsMost = 4_000

/** A page with its words, as the list of everything half written tells and copies it. */
export function draftOf(kept: KeptPage, about: string): Draft {
  const words = kept.content.sections.flatMap((section) => sectionWords(section).flatMap(({ es, en }) => [es, en]))
  const text = [kept.content.name, ...words.map(visibleText)].filter((each) => each !== '').join('\n')
  return { value: kept, base: kept.seen === null ? null : String(kept.seen), about, text: text.slice(0, wordsMost) }
}

export const blankPage: PageContent = {
  name: '',
  about: { title: '', englishTitle: '', description: '', englishDescription: '' },
  sections: [],
}
