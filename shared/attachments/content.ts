import { extensionOf } from './rules.ts'

export const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte)

/** Whether text of one byte a sign stands somewhere in the bytes. */
export function holds(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1
    while (length < text.length && bytes[at + length] === text.charCodeAt(length)) length += 1
    if (length === text.length) return true
  }
  return false
}

/** Where a file begins that is read as text. */
const headBytes = 1024

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)
const isPdf = (bytes: Uint8Array): boolean => holds(bytes.subarray(0, headBytes), '%PDF-')
const isPng = (bytes: Uint8Array): boolean => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const isJpeg = (bytes: Uint8Array): boolean => startsWith(bytes, 0xff, 0xd8, 0xff)

/** Word and Excel files of today are zips that say so inside. One of another program is none of them. */
const isOffice = (bytes: Uint8Array, own: string, other: string): boolean =>
  isZip(bytes) && holds(bytes, '[Content_Types].xml') && (holds(bytes, own) || !(holds(bytes, other) || holds(bytes, 'ppt/presentation')))

/** The container of the older Office, and of the newer one where a password shuts it. */
export const isContainer = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
/** Whether a container has a stream of a name, which stands in it as UTF-16. */
export const hasStream = (bytes: Uint8Array, name: string): boolean => holds(bytes, [...name].join('\0'))
export const isLocked = (bytes: Uint8Array): boolean => isContainer(bytes) && hasStream(bytes, 'EncryptedPackage')

const streams = ['WordDocument', 'Workbook', 'PowerPoint Document', '__substg1.0_'] as const
const isOldOffice = (bytes: Uint8Array, own: (typeof streams)[number]): boolean =>
  isContainer(bytes) && !isLocked(bytes) && (hasStream(bytes, own) || !streams.some((name) => hasStream(bytes, name)))

const blanks: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20])
const lessThan = 0x3c

/** How the text of a file begins, in small letters and without what is blank before it; '' for one that is no text in UTF-8 or UTF-16. */
export function textHead(bytes: Uint8Array): string {
  const head = bytes.subarray(0, headBytes)
  const utf16 = startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)
  if (!utf16 && head.includes(0)) return ''
  const mark = utf16 ? 2 : startsWith(head, 0xef, 0xbb, 0xbf) ? 3 : 0
  const signs = head.subarray(mark).filter((byte) => !utf16 || byte !== 0)
  const first = signs.findIndex((byte) => !blanks.has(byte))
  return first < 0 ? '' : String.fromCharCode(...signs.subarray(first)).toLowerCase()
}

export const isPage = (head: string): boolean =>
  /^(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body|meta|title|style|script|table)\b/.test(head)

/** Text whose first sign is `<`, and that is no page as browsers read them. */
function isXml(bytes: Uint8Array): boolean {
  const head = textHead(bytes)
  return head.charCodeAt(0) === lessThan && !isPage(head)
}

/**
 * Whether the end is missing that each whole file of its kind has: a PDF with objects has a place where its table begins, one that is made to
 * be read from its start says how long it is, and a picture or a zip says that it ends.
 */
export function isCut(bytes: Uint8Array): boolean {
  if (isPdf(bytes)) {
    const [, length] = /\/Linearized[^>]{0,200}?\/L\s+(\d{1,12})/.exec(String.fromCharCode(...bytes.subarray(0, headBytes))) ?? []
    return Number(length ?? 0) > bytes.length || (holds(bytes, ' obj') && !holds(bytes, 'startxref') && !holds(bytes, '%%EOF'))
  }
  if (isPng(bytes)) return holds(bytes.subarray(0, 16), 'IHDR') && !holds(bytes, 'IEND')
  // A zip that begins with a file: versions of its maker up to 6.3, and a method that there is.
  return startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) && (bytes[4] ?? 0) <= 63 && bytes[5] === 0 && !holds(bytes, 'PK\u0005\u0006')
}

const signatures: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  pdf: isPdf,
  png: isPng,
  jpg: isJpeg,
  jpeg: isJpeg,
  tiff: (bytes) => [0x2a, 0x2b].some((kind) => startsWith(bytes, 0x49, 0x49, kind, 0x00) || startsWith(bytes, 0x4d, 0x4d, 0x00, kind)),
  zip: isZip,
  docx: (bytes) => isOffice(bytes, 'word/document', 'xl/workbook'),
  xlsx: (bytes) => isOffice(bytes, 'xl/workbook', 'word/document'),
  doc: (bytes) => isOldOffice(bytes, 'WordDocument'),
  xls: (bytes) => isOldOffice(bytes, 'Workbook'),
  rar: (bytes) => startsWith(bytes, 0x52, 0x61, 0x72, 0x21, 0x1a, 0x07),
  xml: isXml,
}

/** Whether a file has the signs of the kind that its name says, whole or cut off. */
export const signedAs = (name: string, bytes: Uint8Array): boolean => signatures[extensionOf(name)]?.(bytes) ?? false

/** Whether a whole file is of the kind that its name says: asked on the device before it is kept, and again by the server (FI11). */
export const contentMatches = (name: string, bytes: Uint8Array): boolean => signedAs(name, bytes) && !isCut(bytes)
