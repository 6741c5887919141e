import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

export const siteLanguages = ['es', 'en'] as const
/** Languages of the public site: Spanish without a prefix, English below /en. */
export type SiteLanguage = (typeof siteLanguages)[number]

/** Pages that every other is made with: they can be edited and never removed. */
export const reservedNames = ['home', 'header', 'footer'] as const

export const siteLimits = {
  name: 40,
  sections: 60,
  title: 120,
  description: 300,
  /** Most bytes of a page's sections as JSON. */
  pageBytes: 600_000,
  /** Versions of a page that are listed. */
  versions: 50,
  /** Largest file, bytes. */
  fileBytes: 15_728_640,
} as const

/** Content of a section as it is stored: texts, flags, and lists of such. */
export interface Content {
  readonly [key: string]: ContentValue
}
export type ContentValue = string | boolean | readonly Content[]

/** A section of a page. Of a type that this program does not know it is skipped where pages are shown, and kept. */
export interface Section {
  readonly id: string
  readonly component: string
  readonly content: Content
  readonly englishContent: Content
  readonly hidden: boolean
  readonly englishOf: string | null
}

const words = (most: number) => v.pipe(typedText, v.trim(), v.maxLength(most, 'text_limit'))
/** What search engines and browsers say of a page. English may be empty: the Spanish is shown. */
export const aboutSchema = v.object({
  title: words(siteLimits.title),
  englishTitle: words(siteLimits.title),
  description: words(siteLimits.description),
  englishDescription: words(siteLimits.description),
})
export type About = Readonly<v.InferOutput<typeof aboutSchema>>

/** Everything of a page that is saved and published together: its name, which is its address, and both languages. */
export interface PageContent {
  readonly name: string
  readonly about: About
  readonly sections: readonly Section[]
}
const plainValue = v.union([v.string(), v.boolean()])
/** Shape of a section's content, whatever its type. */
export const contentShape: v.GenericSchema<unknown, Content> = is.dictionary(
  v.union([v.string(), v.boolean(), is.list(is.dictionary(plainValue))]),
)
const storedSection = v.object({
  id: v.string(),
  component: v.string(),
  content: contentShape,
  englishContent: contentShape,
  hidden: v.boolean(),
  englishOf: v.nullable(v.string()),
})
const pageContentEntries = { name: v.string(), about: aboutSchema, sections: is.list(storedSection) } as const

/** One state of a page. `number` counts every save of the page. */
export const pageVersionSchema = v.object({
  ...pageContentEntries,
  /** `<number>`, in the scope of its page. */
  id: v.string(),
  number: v.number(),
  by: is.userId,
  at: is.instant,
  /** When it was published; null while it never was. */
  publishedAt: v.nullable(is.instant),
  /** The version from which it was made again; null for one that was written. */
  restoredFrom: v.nullable(v.number()),
})
export type PageVersion = Readonly<v.InferOutput<typeof pageVersionSchema>>

/** A page: its newest draft, and which version visitors see. */
export const pageSchema = v.object({
  id: v.string(),
  /** The newest version, which an editor goes on from. */
  draft: v.object({ ...pageContentEntries, number: v.number(), by: is.userId, at: is.instant }),
  /** What visitors see; null while nothing was published. */
  published: v.nullable(v.object({ ...pageContentEntries, number: v.number(), by: is.userId, at: is.instant })),
  /** Names under which it was published: they lead to the one it has. */
  formerNames: is.list(v.string()),
  /** Taken away: nobody sees it but who brings it back. */
  removed: v.boolean(),
})
export type Page = Readonly<v.InferOutput<typeof pageSchema>>

/** image: what a page shows as a picture · document: what it offers for download. */
export const siteFileTypes = ['image', 'document'] as const
export type SiteFileType = (typeof siteFileTypes)[number]

/** A file of the site. Its id is of its content: the same bytes are the same file. */
export const siteFileSchema = v.object({
  id: v.string(),
  type: v.picklist(siteFileTypes),
  name: v.string(),
  /** Its extension, lower case, without the dot. */
  kind: v.string(),
  sha256: v.string(),
  bytes: v.number(),
  /** Of an image, pixels; null where it has no size of its own. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** Widths in which it is served as WebP beside its own form; none for SVG and documents. */
  widths: is.list(v.number()),
  /** Hashes of the forms that are served in the place of what was brought: `own`, and one for each width. Of a document there is none. */
  made: v.optional(is.dictionary(v.string())),
  /** Bytes of what a phone is sent of a picture: 960 pixels wide, or its own form where that is narrower. Absent where nobody counted. */
  phoneBytes: v.optional(v.number()),
  by: is.userId,
  at: is.instant,
  removed: v.boolean(),
  removedAt: v.optional(is.instant),
})
export type SiteFile = Readonly<v.InferOutput<typeof siteFileSchema>>

/** What an administrator says of the site as a whole. */
export const siteSettingsSchema = v.object({
  id: v.literal('settings'),
  /** Where /result leads; '' leads to the site's own interactive results. */
  resultsUrl: v.string(),
  /** Where the header's open-data link leads; '' leads to /open-data. */
  openDataUrl: v.string(),
})
export type SiteSettings = Readonly<v.InferOutput<typeof siteSettingsSchema>>
