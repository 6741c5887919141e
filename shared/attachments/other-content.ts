import { fail } from '../kernel/failure.ts'
import { done } from '../kernel/result.ts'
import type { Result } from '../kernel/result.ts'
import { contentMatches, hasStream, holds, isContainer, isCut, isLocked, isPage, isZip, signedAs, startsWith, textHead } from './content.ts'
import { extensionOf } from './rules.ts'

/** Kinds that are taken: what people call them, and those that one saves for another without noticing. */
const taken = {
  pdf: { what: 'PDF', family: 'page' },
  png: { what: 'PNG', family: 'picture' },
  jpg: { what: 'JPG', family: 'picture' },
  tiff: { what: 'TIFF', family: 'picture' },
  docx: { what: 'Word (.docx)', family: 'word' },
  doc: { what: 'Word (.doc)', family: 'word' },
  xlsx: { what: 'Excel (.xlsx)', family: 'excel' },
  xls: { what: 'Excel (.xls)', family: 'excel' },
  zip: { what: 'ZIP', family: 'archive' },
  rar: { what: 'RAR', family: 'archive' },
  xml: { what: 'XML', family: 'data' },
} as const
type Taken = keyof typeof taken
const takenKinds = Object.keys(taken) as Taken[]

const familyOf = (extension: string): string | undefined => {
  const kind = takenKinds.find((each) => each === (extension === 'jpeg' ? 'jpg' : extension))
  return kind && taken[kind].family
}

const word = 'Word (.docx)'
const excel = 'Excel (.xlsx)'

/** What a document is best saved as, by what its name says that it is. */
function saveAs(extension: string): string {
  const family = familyOf(extension)
  return family === 'word' ? word : family === 'excel' ? excel : 'PDF'
}

interface Other {
  readonly what: string
  /** What to save it as; by the name where nothing is said. */
  readonly save?: string
}

const brand = (bytes: Uint8Array): string => (asciiAt(bytes, 4, 4) === 'ftyp' ? asciiAt(bytes, 8, 4) : '')
const asciiAt = (bytes: Uint8Array, from: number, length: number): string => String.fromCharCode(...bytes.subarray(from, from + length))

const photo = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/

/** Kinds that are not taken and often come under the name of one that is. */
const others: readonly (readonly [Other, (bytes: Uint8Array, head: string) => boolean])[] = [
  [{ what: 'RTF' }, (_, head) => head.startsWith('{\\rtf')],
  [{ what: 'HEIC', save: 'JPG' }, (bytes) => photo.test(brand(bytes))],
  [{ what: 'AVIF', save: 'JPG' }, (bytes) => brand(bytes).startsWith('avi')],
  [{ what: 'WebP', save: 'JPG' }, (bytes) => asciiAt(bytes, 0, 4) === 'RIFF' && asciiAt(bytes, 8, 4) === 'WEBP'],
  [{ what: 'GIF', save: 'PNG' }, (bytes) => asciiAt(bytes, 0, 4) === 'GIF8'],
  [{ what: 'BMP', save: 'PNG' }, (bytes) => asciiAt(bytes, 0, 2) === 'BM' && startsWith(bytes.subarray(6), 0, 0, 0, 0)],
  [{ what: 'JPEG 2000', save: 'JPG' }, (bytes) => asciiAt(bytes, 4, 4) === 'jP  '],
  [{ what: 'Photoshop', save: 'JPG' }, (bytes) => asciiAt(bytes, 0, 4) === '8BPS'],
  [{ what: 'PostScript', save: 'PDF' }, (_, head) => head.startsWith('%!ps')],
  [{ what: '7-Zip', save: 'ZIP' }, (bytes) => startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)],
  [{ what: 'GZIP', save: 'ZIP' }, (bytes) => startsWith(bytes, 0x1f, 0x8b)],
  [{ what: 'TAR', save: 'ZIP' }, (bytes) => asciiAt(bytes, 257, 5) === 'ustar'],
  [
    { what: 'PowerPoint (.pptx)', save: 'PDF' },
    (bytes) => isZip(bytes) && holds(bytes, 'ppt/presentation') && !isTaken('docx', bytes) && !isTaken('xlsx', bytes),
  ],
  [{ what: 'OpenDocument' }, (bytes) => isZip(bytes) && holds(bytes.subarray(0, 512), 'mimetypeapplication/vnd.oasis.opendocument')],
  [{ what: 'Apple Pages/Numbers' }, (bytes) => isZip(bytes) && holds(bytes, 'Index/Document.iwa')],
  [
    { what: 'PowerPoint (.ppt)', save: 'PDF' },
    (bytes) => isContainer(bytes) && hasStream(bytes, 'PowerPoint Document') && !isTaken('doc', bytes) && !isTaken('xls', bytes),
  ],
  [
    { what: 'Outlook (.msg)', save: 'PDF' },
    (bytes) => isContainer(bytes) && hasStream(bytes, '__substg1.0_') && !isTaken('doc', bytes) && !isTaken('xls', bytes),
  ],
]

const isTaken = (kind: Taken, bytes: Uint8Array): boolean => contentMatches(`a.${kind}`, bytes)

/** Kinds that hold other files. */
export const archives: ReadonlySet<string> = new Set(['ZIP', 'RAR', '7-Zip', 'GZIP', 'TAR'])

/** What a file is inside, as people call it; undefined for what is not known. */
export function kindWithin(bytes: Uint8Array): string | undefined {
  const head = textHead(bytes)
  if (/<svg[\s>]/.test(head)) return 'SVG'
  const [other] = others.find(([, is]) => is(bytes, head)) ?? []
  if (other) return other.what
  const own = takenKinds.find((kind) => signedAs(`a.${kind}`, bytes))
  return own && taken[own].what
}

/** Text without signs that no text has. */
const isText = (head: string): boolean => head !== '' && !/[\u0000-\u0008\u000e-\u001f]/.test(head)

/**
 * The name under which a file is taken: its own where its content is of that kind. What is saved for another kind without notice, as a
 * picture for a picture, gets the ending of what it is (FI12). Whatever else is refused with what it is and what to do (FI13).
 *
 * Fails: file_cut, file_locked, file_is_page, file_is_other, file_named_other, file_content.
 */
export function nameByContent(name: string, bytes: Uint8Array): Result<string> {
  if (contentMatches(name, bytes)) return done(name)
  const extension = extensionOf(name)
  const head = textHead(bytes)
  if (isCut(bytes) || bytes.every((byte) => byte === 0)) return fail('file_cut')
  if (isLocked(bytes)) return fail('file_locked')
  if (isPage(head.replace(/^<\?xml[^>]*>\s*/, '')) || head.startsWith('mime-version:'))
    return fail('file_is_page', { save: saveAs(extension) })
  const [other] = others.find(([, is]) => is(bytes, head)) ?? []
  if (other) return fail('file_is_other', { what: other.what, save: other.save ?? saveAs(extension) })
  const own = takenKinds.find((kind) => isTaken(kind, bytes))
  if (own === 'xml' && /^(?:word|excel)$/.test(familyOf(extension) ?? ''))
    return fail('file_is_other', { what: 'XML', save: saveAs(extension) })
  if (own === 'xml' && /<svg[\s>]/.test(head)) return fail('file_is_other', { what: 'SVG', save: 'PNG' })
  if (own !== undefined) {
    if (taken[own].family === familyOf(extension)) return done(`${name.slice(0, name.lastIndexOf('.'))}.${own}`)
    return fail('file_named_other', { what: taken[own].what, extension: own })
  }
  if (isText(head) && extension !== 'xml') return fail('file_is_other', { what: 'TXT', save: saveAs(extension) })
  return fail('file_content')
}
