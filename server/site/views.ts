import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { askedFilterIn, filterOf, missingYears, queryOf } from '#shared/open-data/filter.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import { filesIn } from '#shared/site/file-rules.ts'
import type { Page, PageContent, Section, SiteLanguage } from '#shared/site/model.ts'
import { contentPath, inLanguage, sitePathNames, sitePaths, type SitePath } from '#shared/site/paths.ts'
import { addressOf, descriptionOf, linkHref, pageKey, titleOf, viewSectionOf } from '#shared/site/rules.ts'
import type { SectionComponent } from '#shared/site/sections.ts'
import type { AnyViewSection, Frame, SiteView, ViewFile, ViewSection } from '#shared/site/view.ts'
import { siteEn } from '../strings/site.en.ts'
import { siteEs } from '../strings/site.es.ts'
import { shownSections, type PublishedSite } from './published.ts'

export type OpenDataPath = Extract<SiteView, { readonly kind: 'openData' }>['at']
export type ResultsPath = Extract<SiteView, { readonly kind: 'results' }>['at']

/** Where what pages show beside words comes from, and which of the addresses that ask for the same is its own. */
export interface SiteData {
  openData(at: OpenDataPath, query: URLSearchParams, language: SiteLanguage): Promise<OpenDataView>
  results(at: ResultsPath, query: URLSearchParams, language: SiteLanguage): Promise<PublicResultsView>
  /** Whether there is a form whose questions anybody may take away. */
  questionnaire(): Promise<boolean>
  /** What is asked for, in the one form in which it is kept, with its `?`; '' where nothing was chosen. */
  canonicalResults(query: URLSearchParams): Promise<string>
}

/** What stands at an address. */
export type Target =
  | { readonly kind: 'content'; readonly path: string; readonly page: Page | undefined }
  | { readonly kind: 'faq'; readonly path: string }
  | { readonly kind: 'openData'; readonly path: string; readonly at: OpenDataPath }
  | { readonly kind: 'results'; readonly path: string; readonly at: ResultsPath }
  /** Below the language: nothing stands here, or it stands elsewhere. */
  | { readonly kind: 'elsewhere'; readonly path: string }

const isOpenDataPath = (name: SitePath): name is OpenDataPath => sitePaths[name].path.startsWith('/open-data')
const ownPage = /^\/site\/([A-Za-z\d]{1,40})$/

/** What stands at a path without its language (WS8): whatever stands nowhere is the home page's. */
export function targetOf(site: PublishedSite, path: string): Target {
  const known = sitePathNames.find((name) => sitePaths[name].path === path)
  if (known === undefined) {
    const name = ownPage.exec(path)?.[1]
    const found = name === undefined ? undefined : named(site, name)
    if (!found) return { kind: 'elsewhere', path: '/' }
    return found.address === path ? { kind: 'content', path, page: found.page } : { kind: 'elsewhere', path: found.address }
  }
  const wanted = sitePaths[known].page
  if (wanted !== null) {
    const found = named(site, wanted)
    if (found?.address === path) return { kind: 'content', path, page: found.page }
    return path === '/' ? { kind: 'content', path, page: undefined } : { kind: 'elsewhere', path: found?.address ?? '/' }
  }
  if (known === 'faq') return { kind: 'faq', path }
  if (isOpenDataPath(known)) return { kind: 'openData', path, at: known }
  return known === 'results' || known === 'dimensionResults' || known === 'institutionResults'
    ? { kind: 'results', path, at: known }
    : { kind: 'elsewhere', path: '/' }
}

/** The page of a name, or of one that it had, and where it stands; one that stands around every page is the home page's. */
function named(site: PublishedSite, name: string): { page: Page; address: string } | undefined {
  const page = site.byName.get(pageKey(name)) ?? site.byFormerName.get(pageKey(name))
  return page?.published ? { page, address: addressOf(page.published.name) ?? '/' } : undefined
}

/** The one query under which what is asked for is kept; every other that asks for the same is read as it. */
export function canonicalQuery(site: PublishedSite, target: Target, query: URLSearchParams, data: SiteData): string | Promise<string> {
  if (target.kind === 'results') return data.canonicalResults(query)
  // The page that leads to the others tells of every year.
  if (target.kind !== 'openData' || target.at === 'openData' || !site.report) return ''
  const { years } = site.report
  const asked = askedFilterIn(query)
  return queryOf(filterOf(asked, years), years, missingYears(asked, years))
}

/** Whether a query names years that open data does not have, of which there are without end. */
export const namesMissingYears = ({ report }: Pick<PublishedSite, 'report'>, query: string): boolean =>
  report !== null && missingYears(askedFilterIn(new URLSearchParams(query)), report.years).length > 0

const words = { es: siteEs, en: siteEn } as const

interface Asked {
  readonly language: SiteLanguage
  readonly origin: string
  readonly query: string
}

/** What an address is drawn from. Fails as the database does. */
export async function viewOf(
  site: PublishedSite,
  target: Exclude<Target, { kind: 'elsewhere' }>,
  { language, origin, query }: Asked,
  data: SiteData,
): Promise<SiteView> {
  const t = words[language]
  const asked = { language, origin, query, path: target.path }
  if (target.kind === 'content') return contentView(site, target.page, asked)
  if (target.kind === 'faq')
    return {
      ...frameOf(site, asked, [], { title: t.faq, description: t.faqDescription }),
      kind: 'faq',
      questionnaire: await data.questionnaire(),
    }
  const frame = frameOf(site, asked, [], { title: t[target.at], description: t[`${target.at}Description`] })
  const parameters = new URLSearchParams(query)
  if (target.kind === 'openData') {
    return { ...frame, kind: 'openData', at: target.at, data: await data.openData(target.at, parameters, language) }
  }
  return { ...frame, kind: 'results', at: target.at, data: await data.results(target.at, parameters, language) }
}

/** Whether what an address names is there: a measurement or years that are not public are told of by a page that says so (DB10, OD12). */
export function isThere(view: SiteView): boolean {
  if (view.kind === 'results') return view.data.formId !== null || view.data.forms.length === 0
  return view.kind !== 'openData' || view.data.missing.length === 0 || Object.keys(view.data.sets).length > 0
}

type Placed = Asked & { readonly path: string }

function contentView(site: PublishedSite, page: Page | undefined, asked: Placed): SiteView {
  const t = words[asked.language]
  const sections = shownSections(page)
  const isHome = asked.path === '/'
  const published = page?.published
  const title = published ? titleOf({ ...published, sections, name: isHome ? t.product : published.name }, asked.language) : t.product
  const description = published ? descriptionOf(published.about, asked.language) : ''
  const frame = frameOf(site, asked, sections, { title, description: description === '' && isHome ? t.homeDescription : description })
  return { ...frame, kind: 'content', sections: shownIn(sections, asked.language), spanishTitle: isSpanish(published, asked.language) }
}

/** A page of results as visitors would see it, of what they are not shown yet. */
export function previewResultsOf(
  site: PublishedSite,
  { at, data }: Pick<Extract<SiteView, { readonly kind: 'results' }>, 'at' | 'data'>,
  { language, origin }: Pick<Asked, 'language' | 'origin'>,
): SiteView {
  const t = words[language]
  const asked: Placed = { language, origin, query: '', path: sitePaths[at].path }
  return { ...frameOf(site, asked, [], { title: t[at], description: t[`${at}Description`] }), kind: 'results', at, data, preview: true }
}

/** Whether a page's own title is the Spanish one, for want of another. */
const isSpanish = (page: Pick<PageContent, 'about'> | null | undefined, language: SiteLanguage): boolean =>
  language === 'en' && page !== null && page !== undefined && page.about.title !== '' && page.about.englishTitle === ''

/** A draft as its visitors would see it: of the header and of the footer, around the home page. */
export function previewOf(site: PublishedSite, draft: PageContent, { language, origin }: Pick<Asked, 'language' | 'origin'>): SiteView {
  const key = pageKey(draft.name)
  const isAround = key === 'header' || key === 'footer'
  const own = draft.sections.filter(({ hidden }) => !hidden)
  const asked: Placed = { language, origin, query: '', path: isAround ? '/' : contentPath(draft.name === '' ? 'home' : draft.name) }
  const sections = isAround ? shownSections(site.byName.get('home')) : own
  const titled = { title: titleOf(draft, language), description: descriptionOf(draft.about, language) }
  const frame = frameOf(site, asked, sections, titled, isAround ? { [key]: own } : {})
  return { ...frame, kind: 'content', sections: shownIn(sections, language), spanishTitle: isSpanish(draft, language), preview: true }
}

const shownIn = (sections: readonly Section[], language: SiteLanguage): readonly AnyViewSection[] =>
  sections.flatMap((section) => viewSectionOf(section, language) ?? [])

/** What stands around every page, and the files that it and the page show. `drafts`: of the header or of the footer. */
function frameOf(
  site: PublishedSite,
  { language, origin, path, query }: Placed,
  sections: readonly Section[],
  { title, description }: Pick<Frame, 'title' | 'description'>,
  drafts: { readonly header?: readonly Section[]; readonly footer?: readonly Section[] } = {},
): Frame {
  const header = drafts.header ?? shownSections(site.byName.get('header'))
  const footer = drafts.footer ?? shownSections(site.byName.get('footer'))
  return {
    ...{ language, path, query, origin, title, description },
    edition: site.edition.number,
    editionDay: site.day,
    header: firstOf(header, 'header', language),
    footer: firstOf(footer, 'footer', language),
    openDataHref: openDataHref(site, language),
    files: viewFiles(site, [...header, ...footer, ...sections]),
    preview: false,
  }
}

function firstOf<Of extends SectionComponent>(sections: readonly Section[], component: Of, language: SiteLanguage): ViewSection<Of> | null {
  for (const section of sections) {
    const shown = section.component === component ? viewSectionOf(section, language) : null
    // Its component was just compared.
    if (shown) return shown as unknown as ViewSection<Of>
  }
  return null
}

/** Where open data is found, here or where it was said to be; null while none is published. */
function openDataHref({ settings, report }: PublishedSite, language: SiteLanguage): string | null {
  if (!report) return null
  const elsewhere = linkHref(settings.openDataUrl)
  return elsewhere === '' ? inLanguage(sitePaths.openData.path, language) : elsewhere
}

function viewFiles({ files }: PublishedSite, sections: readonly Section[]): Record<string, ViewFile> {
  const found: Record<string, ViewFile> = {}
  for (const id of filesIn(sections)) {
    const file = files.get(id)
    if (!file) continue
    const { name, kind, bytes, width, height, widths } = file
    found[id] = { id, name, kind, bytes, width, height, widths }
  }
  return found
}

/** Every address that search engines and whoever keeps the whole site are told of, without its language. */
export const addressesOf = (site: PublishedSite, hasResults: boolean): readonly string[] => [
  ...sitePathNames.flatMap((name) => {
    const target = targetOf(site, sitePaths[name].path)
    const isThere = target.kind === 'openData' ? site.report !== null : target.kind === 'results' ? hasResults : target.kind !== 'elsewhere'
    return isThere ? [sitePaths[name].path] : []
  }),
  ...[...site.byName.values()]
    .flatMap(({ published }) => (published ? (addressOf(published.name) ?? []) : []))
    .filter((address) => address.startsWith('/site/'))
    .toSorted(),
]
