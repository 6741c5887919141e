import type { PublicResultsView } from '../dashboards/view.ts'
import type { OpenDataView } from '../open-data/view.ts'
import type { SectionComponent, SectionContent } from './sections.ts'
import type { SiteLanguage } from './model.ts'
import type { SitePath } from './paths.ts'

/**
 * What a page is drawn from, and the only thing: the server makes it of what was published, the renderer turns it into a document, and
 * the islands of a data page read their part of it. Nothing private is in it, and it is in one language.
 */
export interface ViewSection<Of extends SectionComponent = SectionComponent> {
  readonly id: string
  readonly component: Of
  /** Whole, in the page's language; what lacks English is Spanish. */
  readonly content: SectionContent<Of>
  /** Keys of the content, `title`, `listData.0.body`, that stand in Spanish on an English page: they carry lang="es". */
  readonly spanish: readonly string[]
}
export type AnyViewSection = { readonly [Of in SectionComponent]: ViewSection<Of> }[SectionComponent]

/** A site file as a page shows it. */
export interface ViewFile {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly widths: readonly number[]
}

export interface Frame {
  readonly language: SiteLanguage
  /** Path without its language: `/about`. */
  readonly path: string
  /** Canonical query with its `?`, or ''. */
  readonly query: string
  /** Where the site stands: `https://…`, without a slash at the end. */
  readonly origin: string
  readonly title: string
  readonly description: string
  /** Counts up with everything that is published. */
  readonly edition: number
  /** Day of the edition, YYYY-MM-DD. */
  readonly editionDay: string
  readonly header: ViewSection<'header'> | null
  readonly footer: ViewSection<'footer'> | null
  /** Where the open-data link leads; null: there is none. */
  readonly openDataHref: string | null
  readonly files: Readonly<Record<string, ViewFile>>
  /** Drawn for who edits it: no search engine reads it, and it says that it is a draft. */
  readonly preview: boolean
}

export type SiteView = Frame &
  (
    | {
        readonly kind: 'content'
        readonly sections: readonly AnyViewSection[]
        /** Whether its title stands in Spanish on an English page. */
        readonly spanishTitle?: boolean
      }
    /** questionnaire: that a form has begun, whose questions anybody may take away. */
    | { readonly kind: 'faq'; readonly questionnaire: boolean }
    | {
        readonly kind: 'openData'
        readonly at: Extract<SitePath, 'openData' | 'descriptiveStats' | 'capacities' | 'methodologySteps' | 'initiatives'>
        readonly data: OpenDataView
      }
    | {
        readonly kind: 'results'
        readonly at: Extract<SitePath, 'results' | 'dimensionResults' | 'institutionResults'>
        readonly data: PublicResultsView
      }
  )

/** Files of the built client that documents name. */
export interface SiteAssets {
  readonly styles: readonly string[]
  /** The small script of every page. */
  readonly script: string
  /**
   * Further scripts: of a page with islands by the view's kind, its entry and everything that it imports; `english`, the words that such a
   * page in English needs; `saveSite`, what is asked for by who keeps the whole site.
   */
  readonly islands: Readonly<Record<string, readonly string[]>>
  /** By the view's kind what its islands ask for once something on the page is used: who keeps the page keeps it, too. */
  readonly late: Readonly<Record<string, readonly string[]>>
}

/** The built renderer: `client/dist-server/render.mjs` exports one under the name `renderDocument`, and its `siteAssets`. */
export type RenderDocument = (view: SiteView, assets: SiteAssets) => string

/** Address of a site file: an image in one of its widths, or as it is. */
export const imageHref = (file: Pick<ViewFile, 'id' | 'kind'>, width?: number): string =>
  width === undefined ? `/files/image/${file.id}.${file.kind}` : `/files/image/${file.id}-${width}.webp`
export const documentHref = (file: Pick<ViewFile, 'id' | 'name'>): string => `/files/document/${file.id}/${encodeURIComponent(file.name)}`
