import * as v from 'valibot'
import type { Context, HistoryEntry, Outcome, SiteAction } from '../contract/mutation.ts'
import { applied, lost, noop, refused, siteMutation } from '../contract/mutation.ts'
import { utf8Bytes } from '../kernel/text-bytes.ts'
import { pageScope, siteScope } from '../protocol/scope.ts'
import { entry } from '../questionnaires/gate.ts'
import type { Site, SiteChange } from '../site.ts'
import { filesIn } from './file-rules.ts'
import { aboutSchema, siteLimits } from './model.ts'
import type { Page, PageContent, PageVersion, Section, SiteSettings } from './model.ts'
import { hasEnglish, isNameTaken, isReservedName, linkHref, nameProblem, pageKey, problemsOf, wordsDigest } from './rules.ts'
import { isSectionComponent, sectionSchema, sentSectionSchema } from './sections.ts'

export const pageIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const versionNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

const within = <Each>(each: v.GenericSchema<unknown, Each>) =>
  v.pipe(
    v.array(each),
    v.maxLength(siteLimits.sections, 'sections_many'),
    v.check((sections) => utf8Bytes(JSON.stringify(sections)) <= siteLimits.pageBytes, 'page_too_large'),
  )
const areApart = (ids: readonly (string | undefined)[]): boolean => {
  const said = ids.filter((id) => id !== undefined)
  return new Set(said).size === said.length
}

/** The sections of a page as they are kept: each under an id of its own, within what a page holds. */
export const sectionsSchema = v.pipe(
  within(sectionSchema),
  v.check((sections) => areApart(sections.map(({ id }) => id)), 'malformed'),
)
/** As a call sends them: who has no ids for them is given some. */
export const sentSectionsSchema = v.pipe(
  within(sentSectionSchema),
  v.check((sections) => areApart(sections.map(({ id }) => id)), 'malformed'),
)
export type SentSections = v.InferOutput<typeof sentSectionsSchema>

/**
 * Sections each with an id: one that came without takes that of the same place in the draft where it is of the same type, so that the same
 * page sent again is the same page, and else a new one.
 */
export function withIds(sections: SentSections, draft: readonly Section[], newId: () => string): Section[] {
  const taken = new Set(sections.map(({ id }) => id))
  return sections.map((section, at): Section => {
    if (section.id !== undefined) return { ...section, id: section.id }
    const there = draft[at]
    const id = there?.component === section.component && !taken.has(there.id) ? there.id : newId()
    taken.add(id)
    return { ...section, id }
  })
}

/** The longest name of any page, with room to say of a longer one what is wrong with it. */
export const pageNameSchema = v.pipe(v.string(), v.maxLength(200, 'page_name_form'))

/**
 * Keeps a page's name, words and sections as its draft and as one more version (WS2). `seen`: the number of the draft on which its
 * editor began, null for a page that is new; `restoredFrom`: the version out of which it was made again. Replies {pageId, number}.
 * Fails: page_name_form, page_name_taken, page_reserved, page_removed, changed_meanwhile, and what the sections say.
 */
export const savePage = siteMutation({
  name: 'page.save',
  version: 1,
  input: v.object({
    pageId: pageIdSchema,
    name: pageNameSchema,
    about: aboutSchema,
    sections: sectionsSchema,
    seen: v.nullable(versionNumber),
    restoredFrom: v.nullable(versionNumber),
  }),
  entityOf: ({ pageId }) => `page:${pageId}`,
  decide(state, { pageId, name, about, sections, seen, restoredFrom }, context) {
    if (state.scope !== pageScope(pageId)) return refused('not_found')
    const page = state.get('page', pageId)
    if (page?.removed) return refused('page_removed')
    const wrong = nameProblem(name)
    if (wrong === 'name_empty' || wrong === 'name_form') return refused('page_name_form')
    if (wrong !== null || isNameTaken(name, pageId, state.facts.pages)) return refused('page_name_taken', { name })
    if (page && isReservedName(nameOf(page)) && name !== nameOf(page)) return refused('page_reserved', { name: nameOf(page) })
    const former = new Map(page?.draft.sections.map((section) => [section.id, section]))
    if (sections.some((section) => !isKnown(section, former.get(section.id)))) return refused('section_unknown')
    const content: PageContent = {
      name,
      about,
      sections: sections.map((section) => ({ ...section, englishOf: englishOf(section, former.get(section.id), restoredFrom !== null) })),
    }
    if (page && isSame(page.draft, content)) return noop({ pageId, number: page.draft.number })
    if ((page?.draft.number ?? null) !== seen) return page ? changedBy(page) : refused('not_found')
    const number = (page?.draft.number ?? 0) + 1
    const stamp = { number, by: context.actor.id, at: context.now }
    const version: PageVersion = { ...content, ...stamp, id: String(number), publishedAt: null, restoredFrom }
    const next: Page = page
      ? { ...page, draft: { ...content, ...stamp } }
      : { id: pageId, draft: { ...content, ...stamp }, published: null, formerNames: [], removed: false }
    return applied({
      site: [pageChange(state, next), versionChange(state, version)],
      history: [told(context, page ? 'Guarda página' : 'Crea página', pageId, name)],
      reply: { pageId, number },
    })
  },
})

/** Whether a section is of a type that this program knows, or stands in the draft as it is: what another program wrote is kept (WS5). */
const isKnown = (section: Section, former: Section | undefined): boolean =>
  isSectionComponent(section.component) ||
  (former !== undefined &&
    JSON.stringify([former.component, former.content, former.englishContent]) ===
      JSON.stringify([section.component, section.content, section.englishContent]))

const nameOf = (page: Page): string => page.published?.name ?? page.draft.name

/** For which Spanish words the English of a section was written: those of now, wherever somebody touched it. */
function englishOf(section: Section, former: Section | undefined, isRestored: boolean): string | null {
  if (!hasEnglish(section)) return null
  const now = wordsDigest(section)
  const isSaid = section.englishOf !== null && section.englishOf !== former?.englishOf
  if (isRestored || isSaid) return section.englishOf ?? now
  const isTouched = former === undefined || JSON.stringify(former.englishContent) !== JSON.stringify(section.englishContent)
  return isTouched ? now : (former.englishOf ?? now)
}

const isSame = (left: PageContent, right: PageContent): boolean =>
  JSON.stringify([left.name, left.about, left.sections]) === JSON.stringify([right.name, right.about, right.sections])

const changedBy = ({ draft }: Page): Outcome => lost('changed_meanwhile', { params: { by: draft.by, at: draft.at, number: draft.number } })
const told = (context: Context, action: SiteAction, id: string, text: string): HistoryEntry => entry(context, action, id, text)

const pageChange = ({ scope }: Site, row: Page): SiteChange => ({ scope, part: '', table: 'page', id: row.id, row })
const versionChange = ({ scope }: Site, row: PageVersion): SiteChange => ({ scope, part: '', table: 'pageVersion', id: row.id, row })

/**
 * Shows visitors the newest draft, which who asks has seen by its number (WS3). What is wrong with it keeps it back; what only falls
 * short has to be accepted. The name that it had leads to the one it has. Replies {pageId, number, published}.
 * Fails: not_found, page_removed, changed_meanwhile, page_unready, page_unaccepted.
 */
export const publishPage = siteMutation({
  name: 'page.publish',
  version: 1,
  input: v.object({ pageId: pageIdSchema, number: versionNumber, accepted: v.boolean() }),
  entityOf: ({ pageId }) => `page:${pageId}`,
  decide(state, { pageId, number, accepted }, context) {
    const page = state.scope === pageScope(pageId) ? state.get('page', pageId) : undefined
    if (!page) return refused('not_found')
    if (page.removed) return refused('page_removed')
    if (page.draft.number !== number) return changedBy(page)
    if (page.published?.number === number) return noop({ pageId, number, published: true })
    const problems = problemsOf(page.draft, { ...state.facts, pageId })
    const errors = problems.filter(({ severity }) => severity === 'error')
    const [first] = errors
    if (first) return refused('page_unready', { problem: first.code, section: first.section ?? '', n: errors.length })
    const [short] = problems
    if (short && !accepted) return refused('page_unaccepted', { problem: short.code, section: short.section ?? '', n: problems.length })
    const { name } = page.draft
    const before = page.published?.name
    const formerNames = new Map([...page.formerNames, ...(before === undefined ? [] : [before])].map((each) => [pageKey(each), each]))
    formerNames.delete(pageKey(name))
    const next: Page = {
      ...page,
      published: { ...page.draft, by: context.actor.id, at: context.now },
      formerNames: [...formerNames.values()],
    }
    const version = state.get('pageVersion', String(number))
    return applied({
      site: [pageChange(state, next), ...(version ? [versionChange(state, { ...version, publishedAt: context.now })] : [])],
      history: [told(context, 'Publica página', pageId, name)],
      reply: { pageId, number, published: true },
    })
  },
})

const onPage = v.object({ pageId: pageIdSchema })

/** Takes a page away from visitors; its versions stay. Those that every other is made with stay too. Fails: not_found, page_reserved. */
export const removePage = siteMutation({
  name: 'page.remove',
  version: 1,
  input: onPage,
  entityOf: ({ pageId }) => `page:${pageId}`,
  decide(state, { pageId }, context) {
    const page = state.scope === pageScope(pageId) ? state.get('page', pageId) : undefined
    if (!page) return refused('not_found')
    if (isReservedName(nameOf(page))) return refused('page_reserved', { name: nameOf(page) })
    if (page.removed) return noop({ pageId })
    return applied({
      site: [pageChange(state, { ...page, removed: true })],
      history: [told(context, 'Elimina página', pageId, nameOf(page))],
      reply: { pageId },
    })
  },
})

/**
 * Brings a page back as it was; as a draft where what visitors saw shows a file that is gone since. Its name may be another's by now.
 * Replies {pageId, published}. Fails: not_found, page_name_taken.
 */
export const bringBackPage = siteMutation({
  name: 'page.bringBack',
  version: 1,
  input: onPage,
  entityOf: ({ pageId }) => `page:${pageId}`,
  decide(state, { pageId }, context) {
    const page = state.scope === pageScope(pageId) ? state.get('page', pageId) : undefined
    if (!page) return refused('not_found')
    if (!page.removed) return noop({ pageId, published: page.published !== null })
    // What visitors saw of it shows a file that is gone since: it comes back as the draft that it has.
    const shown = page.published && [...filesIn(page.published.sections.filter(({ hidden }) => !hidden))]
    const published = shown?.every((file) => state.facts.files.has(file)) ? page.published : null
    const name = nameOf({ ...page, published })
    if (isNameTaken(name, pageId, state.facts.pages)) return refused('page_name_taken', { name })
    const names = published === null && page.published ? [...page.formerNames, page.published.name] : page.formerNames
    const formerNames = [...new Map(names.map((each) => [pageKey(each), each])).values()].filter(
      (each) => pageKey(each) !== pageKey(name) && !isNameTaken(each, pageId, state.facts.pages),
    )
    return applied({
      site: [pageChange(state, { ...page, published, formerNames, removed: false })],
      history: [told(context, 'Restaura página', pageId, name)],
      reply: { pageId, published: published !== null },
    })
  },
})

/** What stands while nobody said anything. */
export const usualSettings: SiteSettings = { id: 'settings', resultsUrl: '', openDataUrl: '' }
const settingsFields = v.object({
  resultsUrl: v.pipe(v.string(), v.trim(), v.maxLength(2_000, 'text_limit')),
  openDataUrl: v.pipe(v.string(), v.trim(), v.maxLength(2_000, 'text_limit')),
})
export const siteSettingsFields = settingsFields

/** Whether an address of the settings leads to a page of the web, or is not said. */
const isWebAddress = (typed: string): boolean => typed === '' || /^https?:/i.test(linkHref(typed))

/** Says where /result and the header's open-data link lead (WS6). `from` is what was read. Fails: site_link_form, changed_meanwhile. */
export const configureSite = siteMutation({
  name: 'site.configure',
  version: 1,
  input: v.object({ from: settingsFields, to: settingsFields }),
  entityOf: () => 'site:settings',
  decide(state, { from, to }, context) {
    if (state.scope !== siteScope) return refused('not_found')
    const stands = state.get('siteSettings', 'settings') ?? usualSettings
    if (!isWebAddress(to.resultsUrl) || !isWebAddress(to.openDataUrl)) return refused('site_link_form')
    const fields = ['resultsUrl', 'openDataUrl'] as const
    const next: SiteSettings = { id: 'settings', resultsUrl: linkHref(to.resultsUrl), openDataUrl: linkHref(to.openDataUrl) }
    if (fields.every((field) => stands[field] === next[field])) return noop()
    const moved = fields.find((field) => stands[field] !== from[field] && stands[field] !== next[field])
    if (moved !== undefined) return lost('changed_meanwhile', { params: { field: moved } })
    const changed = fields.filter((field) => stands[field] !== next[field])
    return applied({
      site: [{ scope: siteScope, part: '', table: 'siteSettings', id: 'settings', row: next }],
      history: [
        {
          ...told(context, 'Configura sitio', 'settings', ''),
          changed: changed.map((field) => ({ field, from: stands[field], to: next[field] })),
        },
      ],
    })
  },
})
