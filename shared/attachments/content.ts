import { extensionOf } from './rules.ts'

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte)

/** Whether ASCII text stands somewhere in the bytes. */
function holds(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1
    while (length < text.length && bytes[at + length] === text.charCodeAt(length)) length += 1
    if (length === text.length) return true
  }
  return false
}

const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)
/** Word and Excel files of today are zips that say so inside. */
const isOffice = (bytes: Uint8Array): boolean => isZip(bytes) && holds(bytes, '[Content_Types].xml')
const isOldOffice = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isJpeg = (bytes: Uint8Array): boolean => startsWith(bytes, 0xff, 0xd8, 0xff)

const blanks: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20])
const lessThan = 0x3c

/** Text, in UTF-8 or UTF-16, whose first sign is `<`. */
function isXml(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 1024)
  const utf16 = startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)
  if (!utf16 && head.includes(0)) return false
  const mark = utf16 ? 2 : startsWith(head, 0xef, 0xbb, 0xbf) ? 3 : 0
  return head.subarray(mark).find((byte) => !blanks.has(byte) && !(utf16 && byte === 0)) === lessThan
}

const signatures: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  pdf: (bytes) => holds(bytes.subarray(0, 1024), '%PDF-'),
  png: (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpg: isJpeg,
  jpeg: isJpeg,
  tiff: (bytes) => startsWith(bytes, 0x49, 0x49, 0x2a, 0x00) || startsWith(bytes, 0x4d, 0x4d, 0x00, 0x2a),
  zip: isZip,
  docx: isOffice,
  xlsx: isOffice,
  doc: isOldOffice,
  xls: isOldOffice,
  rar: (bytes) => startsWith(bytes, 0x52, 0x61, 0x72, 0x21, 0x1a, 0x07),
  xml: isXml,
}

/** Whether a whole file's bytes are of the kind that its name says: asked on the device before it is kept, and again by the server. */
export const contentMatches = (name: string, bytes: Uint8Array): boolean => signatures[extensionOf(name)]?.(bytes) ?? false
