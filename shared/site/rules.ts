import { parsedAs } from '../kernel/parsed.ts'
import { digestOf } from '../kernel/digest.ts'
import { visibleText } from '../kernel/rich-text.ts'
import type { SiteFacts } from '../site.ts'
import { filesIn, pagePicturesMost } from './file-rules.ts'
import { reservedNames, siteLanguages, siteLimits } from './model.ts'
import type { About, Content, ContentValue, Page, PageContent, Section, SiteFile, SiteLanguage } from './model.ts'
import { contentPath, inLanguage, languageOfPath, pageAtPath, sitePathNames, sitePaths } from './paths.ts'
import { contentSchema, isOfLanguage, isSectionComponent, sectionTypes } from './sections.ts'
import type { Field, FieldKind, ItemsField, SectionComponent } from './sections.ts'
import type { AnyViewSection } from './view.ts'

/** Says of a picture, in the place of its alternative text, that it only decorates: it is rendered with an empty one. */
export const decorative = '-'

/** A name as it is compared: two names that differ in capitals are one. */
export const pageKey = (name: string): string => name.toLowerCase()
export const isReservedName = (name: string): boolean => reservedNames.some((each) => each === pageKey(name))

const nameForm = new RegExp(`^[A-Za-z0-9]{1,${siteLimits.name}}$`)
/** Names of what has an address and no page, among the calls too: a page of that name would be taken for it. */
const namesWithoutPage: ReadonlySet<string> = new Set(
  [...sitePathNames.filter((name) => sitePaths[name].page === null), 'Admin'].map(pageKey),
)

/** What is wrong with a page's name by itself (WS1); null where nothing is. */
export function nameProblem(name: string): 'name_empty' | 'name_form' | 'name_taken' | null {
  if (name.trim() === '') return 'name_empty'
  if (!nameForm.test(name)) return 'name_form'
  return namesWithoutPage.has(pageKey(name)) ? 'name_taken' : null
}

type NamedPage = SiteFacts['pages'][number]
/** Whether another page has a name, or had it and is still found under it (WS1). One that was removed keeps nobody from it. */
export const isNameTaken = (name: string, pageId: string, pages: readonly NamedPage[]): boolean =>
  pages.some(
    (page) => page.id !== pageId && !page.removed && [page.name, ...page.formerNames].some((each) => pageKey(each) === pageKey(name)),
  )

// What browsers leave out of an address, wherever it stands: with it a scheme would not be seen as one.
const unseen = /[\u0000-\u001f\u007f-\u009f]/g
const schemeOf = /^([a-z][a-z\d+.-]*):/i
const hostWithPort = /^[\w.-]+:\d{1,5}(?:[/?#]|$)/
const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]|$)/i
const goodSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel'])

/**
 * Where a link leads, of whatever was typed (WS4): what has neither https://, http://, mailto: or tel: nor a slash in front gets https://,
 * and what begins with two slashes leads out and gets it too. '' for what leads nowhere, other schemes among it. Idempotent.
 */
export function linkHref(typed: string): string {
  const text = typed.replace(unseen, '').trim()
  if (text === '') return ''
  if (/^\/(?![/\\])/.test(text)) return encoded(text)
  const scheme = hostWithPort.test(text) && !/^tel:/i.test(text) ? undefined : schemeOf.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && !goodSchemes.has(scheme)) return ''
  if (scheme === 'mailto' || scheme === 'tel') return text.length > scheme.length + 1 ? encoded(text) : ''
  const whole = scheme === undefined ? `https://${text.replace(/^[/\\]+/, '')}` : text
  return webAddress.test(whole) ? encoded(whole) : ''
}
/** Without what would end an attribute, or be read as another address. */
const encoded = (text: string): string =>
  text.replace(/[\s"'<>\\^`{|}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** A link as a page in a language has it: to the site's own pages it stays in that language. Idempotent. */
export function hrefIn(href: string, language: SiteLanguage): string {
  if (!href.startsWith('/')) return href
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  const { path } = languageOfPath(pathname)
  return isSitePath(path) ? `${inLanguage(path, language)}${rest}` : href
}
const knownPaths: ReadonlySet<string> = new Set(sitePathNames.map((name) => sitePaths[name].path))
const isSitePath = (path: string): boolean => knownPaths.has(path) || path.startsWith('/site/')

const isBlank = (kind: FieldKind, value: ContentValue | undefined): boolean =>
  typeof value !== 'string' || (kind === 'rich' ? visibleText(value) === '' : value.trim() === '')

type AnyField = Field | ItemsField<Readonly<Record<string, Field>>>
const fieldsOf = (component: SectionComponent): Readonly<Record<string, AnyField>> => sectionTypes[component]

/** One value of a section, in both languages. `key` is `title`, or `listData.0.title`. */
interface Spot {
  readonly key: string
  readonly name: string
  readonly field: Field
  readonly es: ContentValue | undefined
  readonly en: ContentValue | undefined
  /** The values beside it, in the same section or item. */
  readonly beside: Content
}

/** Every value of a section of a known type, in the order of its fields. */
function spotsOf(component: SectionComponent, { content, englishContent }: Pick<Section, 'content' | 'englishContent'>): Spot[] {
  return Object.entries(fieldsOf(component)).flatMap(([name, field]): Spot[] => {
    if (field.kind !== 'items') return [{ key: name, name, field, es: content[name], en: englishContent[name], beside: content }]
    const english = itemsIn(englishContent[name])
    return itemsIn(content[name]).flatMap((item, at) =>
      Object.entries(field.fields).map(([inner, of]) => ({
        key: `${name}.${at}.${inner}`,
        name: inner,
        field: of,
        es: item[inner],
        en: english[at]?.[inner],
        beside: item,
      })),
    )
  })
}
const itemsIn = (value: ContentValue | undefined): readonly Content[] => (Array.isArray(value) ? value : [])

/** Digest of the Spanish words of a section: when it changes, the English of before may say something else (WS5). */
export function wordsDigest(section: Pick<Section, 'component' | 'content'>): string {
  if (!isSectionComponent(section.component)) return digestOf(JSON.stringify(section.content))
  const spots = spotsOf(section.component, { ...section, englishContent: {} })
  return digestOf(JSON.stringify(spots.flatMap(({ key, field, es }) => (isOfLanguage(field.kind) ? [[key, es ?? '']] : []))))
}

/** Whether anything of a section is in English. */
export const hasEnglish = (section: Pick<Section, 'component' | 'content' | 'englishContent'>): boolean =>
  isSectionComponent(section.component) &&
  spotsOf(section.component, section).some(({ field, en }) => isOfLanguage(field.kind) && !isBlank(field.kind, en))

/**
 * A section as a page in one language shows it, whole (WS5): where the English is missing the Spanish stands, and `spanish` names those.
 * Null for what is hidden, and for what this program does not know.
 */
export function viewSectionOf(section: Section, language: SiteLanguage): AnyViewSection | null {
  const { id, component } = section
  if (section.hidden || !isSectionComponent(component)) return null
  const es = parsedAs(contentSchema(component), section.content)
  if (!es.success) return null
  const en = parsedAs(contentSchema(component, { english: true }), section.englishContent)
  const english: Content = language === 'en' && en.success ? en.output : {}
  const spanish: string[] = []
  const shown = (fields: Readonly<Record<string, AnyField>>, own: Content, other: Content, path: string): Content =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]): [string, ContentValue] => {
        const value = own[name] ?? ''
        const key = `${path}${name}`
        if (field.kind === 'items') {
          const others = itemsIn(other[name])
          return [name, itemsIn(value).map((item, at) => shown(field.fields, item, others[at] ?? {}, `${key}.${at}.`))]
        }
        if (typeof value !== 'string') return [name, value]
        if (field.kind === 'link') return [name, hrefIn(linkHref(value), language)]
        if (!isOfLanguage(field.kind)) return [name, value]
        const translation = other[name]
        const isTranslated = typeof translation === 'string' && !isBlank(field.kind, translation)
        const text = isTranslated ? translation : value
        if (language === 'en' && !isTranslated && !isBlank(field.kind, value) && !isDecorative(field.kind, value)) spanish.push(key)
        if (field.kind === 'rich') return [name, linkedIn(text, language)]
        return [name, isDecorative(field.kind, text) ? '' : text]
      }),
    )
  const content = shown(fieldsOf(component), es.output, english, '')
  // Made from the fields of this very type.
  return { id, component, content, spanish } as unknown as AnyViewSection
}
const isDecorative = (kind: FieldKind, text: string): boolean => kind === 'alt' && text.trim() === decorative

const anchor = /<a href="([^"<>]*)"[^<>]*>/g
/** A cleaned rich text whose links to the site's own pages stay in its language and in its window. */
const linkedIn = (html: string, language: SiteLanguage): string =>
  html.replace(anchor, (whole, href: string) => (href.startsWith('/') ? `<a href="${hrefIn(href, language)}">` : whole))

export const problemCodes = [
  'name_empty',
  'name_form',
  'name_taken',
  'required_empty',
  'alt_missing',
  'alt_is_file_name',
  'link_broken',
  'link_form',
  'file_missing',
  'heading_jump',
  'english_missing',
  'english_old',
  'title_empty',
  'description_empty',
  'pictures_heavy',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** Something that keeps a page from being published (error), or that who publishes it has to accept (warning). */
export interface PageProblem {
  readonly severity: 'error' | 'warning'
  /** Section's id; null for what is of the page as a whole. */
  readonly section: string | null
  /** `title`, `listData.0.title`; null for what is of the section as a whole. */
  readonly field: string | null
  readonly language: SiteLanguage | null
  readonly code: ProblemCode
}

/** What a page is looked at beside: the other pages and the files that there are. */
export interface PageFacts extends Pick<SiteFacts, 'pages' | 'files' | 'fileNames' | 'phoneBytes'> {
  readonly pageId: string
}

/**
 * Everything that is wrong with a page before it is published, in reading order (WS3). Hidden sections are nobody's to read and are
 * looked at when they are shown.
 */
export function problemsOf(content: PageContent, facts: PageFacts): PageProblem[] {
  const named = nameProblem(content.name) ?? (isNameTaken(content.name, facts.pageId, facts.pages) ? 'name_taken' : null)
  const sections = content.sections.filter((section) => !section.hidden)
  return [
    ...(named === null ? [] : [problem('error', null, 'name', null, named)]),
    ...aboutProblems(content, sections),
    ...weightProblems(sections, facts),
    ...withJumps(
      sections,
      sections.map((section) => sectionProblems(section, facts)),
    ),
  ]
}

/**
 * Problems by section, with headings that leave a level out told beside them: the first title of a page is its h1, every further one an
 * h2, and what stands inside a section begins at h3.
 */
function withJumps(sections: readonly Section[], problems: readonly (readonly PageProblem[])[]): PageProblem[] {
  let titles = 0
  return sections.flatMap((section, at) => {
    if (!isBlank('line', section.content['title'])) titles += 1
    const jumps = titles < 2 && headsInside(section)
    return [...(problems[at] ?? []), ...(jumps ? [problem('warning', section.id, null, null, 'heading_jump')] : [])]
  })
}

/** Types whose items' titles are words of a link and no headings. */
const withoutHeads: ReadonlySet<string> = new Set(['downloads', 'footer'])
const headsInside = (section: Section): boolean =>
  isSectionComponent(section.component) &&
  spotsOf(section.component, section).some(({ key, name, field, es }) =>
    field.kind === 'rich'
      ? typeof es === 'string' && es.includes('<h3')
      : !withoutHeads.has(section.component) &&
        key !== 'title' &&
        /^(?:title|subtitle(?:One|Two|Three))$/.test(name) &&
        !isBlank('line', es),
  )

const problem = (
  severity: PageProblem['severity'],
  section: string | null,
  field: string | null,
  language: SiteLanguage | null,
  code: ProblemCode,
): PageProblem => ({ severity, section, field, language, code })

/** The page's own words; what stands around every page has none. */
function aboutProblems({ name, about }: PageContent, sections: readonly Section[]): PageProblem[] {
  if (pageKey(name) === 'header' || pageKey(name) === 'footer') return []
  const english = (field: 'title' | 'description', es: string, en: string): PageProblem[] =>
    es !== '' && en === '' ? [problem('warning', null, field, 'en', 'english_missing')] : []
  return [
    ...(titleOf({ name: '', about, sections }, 'es') === '' ? [problem('error', null, 'title', 'es', 'title_empty')] : []),
    ...english('title', about.title, about.englishTitle),
    ...(about.description === '' ? [problem('warning', null, 'description', 'es', 'description_empty')] : []),
    ...english('description', about.description, about.englishDescription),
  ]
}

/** Pictures that together make a page slow on a phone, told at the section with the heaviest of them. */
function weightProblems(sections: readonly Section[], { phoneBytes }: PageFacts): PageProblem[] {
  const bytesOf = (id: string): number => phoneBytes?.get(id) ?? 0
  const sum = [...filesIn(sections)].reduce((bytes, id) => bytes + bytesOf(id), 0)
  if (sum <= pagePicturesMost) return []
  const heaviest = (section: Section): number => Math.max(0, ...[...filesIn([section])].map(bytesOf))
  const [first] = sections.toSorted((left, right) => heaviest(right) - heaviest(left))
  return [problem('warning', first?.id ?? null, null, null, 'pictures_heavy')]
}

/** What a page is called where its address alone would be: its own title, or that of its first section, or its name. */
export function titleOf({ name, about, sections }: Pick<PageContent, 'name' | 'about' | 'sections'>, language: SiteLanguage): string {
  const own = language === 'en' && about.englishTitle !== '' ? about.englishTitle : about.title
  if (own !== '') return own
  for (const section of sections) {
    const title = viewSectionOf(section, language)?.content
    if (title && 'title' in title && title.title !== '') return title.title
  }
  return name
}
export const descriptionOf = (about: About, language: SiteLanguage): string =>
  language === 'en' && about.englishDescription !== '' ? about.englishDescription : about.description

function sectionProblems(section: Section, facts: PageFacts): PageProblem[] {
  if (!isSectionComponent(section.component)) return []
  const of = (severity: PageProblem['severity'], field: string | null, language: SiteLanguage | null, code: ProblemCode): PageProblem =>
    problem(severity, section.id, field, language, code)
  const found = spotsOf(section.component, section).flatMap((spot) => spotProblems(spot, facts, of))
  const old = section.englishOf !== null && hasEnglish(section) && section.englishOf !== wordsDigest(section)
  const empty = Object.entries(fieldsOf(section.component)).flatMap(([name, field]) =>
    field.kind === 'items' && field.required && itemsIn(section.content[name]).length === 0
      ? [of('error', name, null, 'required_empty')]
      : [],
  )
  return [...empty, ...found, ...(old ? [of('warning', null, 'en', 'english_old')] : [])]
}

type Found = (severity: PageProblem['severity'], field: string, language: SiteLanguage | null, code: ProblemCode) => PageProblem

function spotProblems({ key, field, es, en, beside }: Spot, facts: PageFacts, of: Found): PageProblem[] {
  const { kind } = field
  const text = typeof es === 'string' ? es : ''
  if (kind === 'alt') return altProblems({ key, field, beside, text, english: typeof en === 'string' ? en : '' }, facts, of)
  const found: PageProblem[] = []
  if (field.required && isBlank(kind, es)) found.push(of('error', key, isOfLanguage(kind) ? 'es' : null, 'required_empty'))
  if (kind === 'image' || kind === 'file') {
    if (text !== '' && facts.files.get(text) !== (kind === 'image' ? 'image' : 'document'))
      found.push(of('error', key, null, 'file_missing'))
    return found
  }
  if (kind === 'link') {
    const wrong = text.trim() === '' ? null : linkProblem(text, facts)
    return wrong === null ? found : [...found, of(wrong.severity, key, null, wrong.code)]
  }
  if (!isOfLanguage(kind)) return found
  if (!isBlank(kind, es) && isBlank(kind, en)) found.push(of('warning', key, 'en', 'english_missing'))
  if (kind !== 'rich') return found
  for (const language of siteLanguages) {
    const html = language === 'es' ? text : typeof en === 'string' ? en : ''
    const wrong = new Map(richProblems(html, facts).map((each) => [`${each.severity} ${each.code}`, each]))
    for (const { severity, code } of wrong.values()) found.push(of(severity, key, language, code))
  }
  return found
}

interface AltSpot extends Pick<Spot, 'key' | 'field' | 'beside'> {
  readonly text: string
  readonly english: string
}
function altProblems({ key, field, beside, text, english }: AltSpot, facts: PageFacts, of: Found): PageProblem[] {
  const picture = beside[field.of ?? '']
  if (typeof picture !== 'string' || picture === '' || beside['withImage'] === false) return []
  if (text.trim() === '') return [of('error', key, 'es', 'alt_missing')]
  if (text.trim() === decorative) return []
  const name = facts.fileNames?.get(picture) ?? ''
  const isName = (alt: string): boolean => looksLikeFile.test(alt) || (name !== '' && [name, stemOf(name)].includes(alt.trim()))
  return [
    ...(isName(text) ? [of('warning', key, 'es', 'alt_is_file_name')] : []),
    ...(english.trim() === '' ? [of('warning', key, 'en', 'english_missing')] : []),
    ...(isName(english) ? [of('warning', key, 'en', 'alt_is_file_name')] : []),
  ]
}
const looksLikeFile = /^\S+\.(?:jpe?g|png|gif|webp|svg|tiff?)$/i
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** Addresses of the product that are no pages of the site. */
const otherAddresses =
  /^\/(?:login|recover-password|reset-password|invite|statesimulator|result|dashboard(?:\/.*)?|sitemap\.xml|api\/v1\/(?:docs|public\/(?:questionnaire|glossary)\.pdf))$/
const openDataFile = /^\/open-data\/[\w.-]+\.(?:csv|json)$/
const siteFileAddress = /^\/files\/(image|document)\/([\w-]+?)(?:-\d+)?(?:\.\w+|\/[^/]*)$/

/** Why a link does not lead where it says; what leads to a page that visitors do not see yet may be meant so. */
interface LinkProblem {
  readonly severity: PageProblem['severity']
  readonly code: 'link_form' | 'link_broken'
}
const brokenLink: LinkProblem = { severity: 'error', code: 'link_broken' }
const unformedLink: LinkProblem = { severity: 'error', code: 'link_form' }

function linkProblem(typed: string, { pages, files, pageId }: PageFacts): LinkProblem | null {
  const href = linkHref(typed)
  if (href === '') return unformedLink
  if (!href.startsWith('/')) return null
  const { path } = languageOfPath(href.replace(/[?#].*$/s, ''))
  const file = siteFileAddress.exec(path)
  if (file) return files.get(file[2] ?? '') === file[1] ? null : brokenLink
  if (otherAddresses.test(path) || openDataFile.test(path)) return null
  const wanted = pageAtPath(path)
  if (wanted === null) return knownPaths.has(path) ? null : brokenLink
  // The home page is always there: without one of its own it is made of the others.
  if (pageKey(wanted) === 'home') return null
  const there = pages.filter((page) => !page.removed && [page.name, ...page.formerNames].some((name) => pageKey(name) === pageKey(wanted)))
  if (there.length === 0) return brokenLink
  return there.some((page) => page.published || page.id === pageId) ? null : { severity: 'warning', code: 'link_broken' }
}

const richProblems = (html: string, facts: PageFacts): LinkProblem[] =>
  [...html.matchAll(/<a\b[^<>]*?\bhref="([^"<>]*)"/g)].flatMap(([, href = '']) => {
    const text = href.replaceAll('&amp;', '&')
    // Of what has no scheme a browser would make an address beside the page.
    if (!text.startsWith('/') && !schemeOf.test(text)) return [unformedLink]
    return linkProblem(text, facts) ?? []
  })

/** Pages by the name that visitors ask for, and by former names those that are found under them (WS2). */
export interface PublishedPages {
  readonly byName: ReadonlyMap<string, Page>
  readonly byFormerName: ReadonlyMap<string, Page>
}
/** Of every page those that visitors see. A name that a page has goes before one that another had. */
export function publishedPages(pages: readonly Page[]): PublishedPages {
  const shown = pages.filter((page) => page.published !== null && !page.removed)
  const byName = new Map(shown.map((page) => [pageKey(page.published?.name ?? ''), page]))
  const byFormerName = new Map(
    shown.flatMap((page) => page.formerNames.filter((name) => !byName.has(pageKey(name))).map((name) => [pageKey(name), page] as const)),
  )
  return { byName, byFormerName }
}

/** Where a page of a name stands for visitors; null for what stands around every page. */
export const addressOf = (name: string): string | null =>
  pageKey(name) === 'header' || pageKey(name) === 'footer' ? null : contentPath(name)

export type SiteFileFacts = Pick<SiteFile, 'id' | 'type' | 'name' | 'phoneBytes'>
/** Files as problems are looked for beside them. */
export const fileFactsOf = (files: readonly SiteFileFacts[]): Pick<SiteFacts, 'files' | 'fileNames' | 'phoneBytes'> => ({
  files: new Map(files.map(({ id, type }) => [id, type])),
  fileNames: new Map(files.map(({ id, name }) => [id, name])),
  phoneBytes: new Map(files.flatMap(({ id, phoneBytes }) => (phoneBytes === undefined ? [] : [[id, phoneBytes] as const]))),
})
