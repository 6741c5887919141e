import { fileExtensions } from '../attachments/model.ts'
import { extensionOf, safeFileName } from '../attachments/rules.ts'
import { failure, type Failure } from '../kernel/failure.ts'
import { siteLimits, type Section, type SiteFile, type SiteFileType } from './model.ts'

/** Kinds of documents that the site takes, by the end of the name (WF1). */
export const siteDocumentKinds = [...fileExtensions, 'svg'] as const
/** Names under which pictures come (WF1). What one is, is read from its bytes. */
export const siteImageKinds = ['png', 'jpg', 'jpeg', 'jfif', 'webp', 'gif', 'tif', 'tiff', 'avif', 'svg'] as const

/** Widths in which a picture is kept beside its own form, pixels, and the widest of that form. */
export const siteImageWidths = [480, 960, 1600] as const
export const siteImageMost = 2_560

/** Width of the form that a phone is sent, and what all pictures of a page may weigh in it before its editor is told (WS3). */
export const phoneWidth = 960
export const pagePicturesMost = 1_500_000

/** Most files that the site keeps at a time. */
export const siteFilesMost = 2_000

const kindsOf: Readonly<Record<SiteFileType, readonly string[]>> = { image: siteImageKinds, document: siteDocumentKinds }

/** Why the site does not take a file by its name and size; undefined when it does (WF1). */
export function siteFileInvalidity(type: SiteFileType, name: string, bytes: number): Failure | undefined {
  if (!kindsOf[type].includes(extensionOf(safeFileName(name)))) return failure('file_format')
  if (bytes <= 0) return failure('file_empty')
  return bytes > siteLimits.fileBytes ? failure('site_file_too_large') : undefined
}

/** Id of a file by its content: 128 bits, which nobody guesses who does not have it. The same bytes as a picture and as a document are two. */
export const siteFileIdOf = (type: SiteFileType, sha256: string): string => `${type === 'image' ? 'i' : 'd'}${sha256.slice(0, 32)}`
export const isSiteFileId = (text: string): boolean => /^[di][\da-f]{32}$/.test(text)

/** Widths in which a picture so wide is also kept: those that do not make it larger. */
export const widthsOf = (width: number): readonly number[] => siteImageWidths.filter((each) => each < width)

/** Every form of a file that is served, by its hash: of a document and a picture without others its own alone. */
export const blobsOf = ({ sha256, made }: Pick<SiteFile, 'sha256' | 'made'>): readonly string[] => [sha256, ...Object.values(made ?? {})]

/** Ids of files that sections name, wherever in them: as a picture, as a download, in an address, in a rich text. */
export function filesIn(sections: readonly Section[]): ReadonlySet<string> {
  return new Set(JSON.stringify(sections).match(/(?<![\w-])[di][\da-f]{32}(?![\da-f])/g))
}
