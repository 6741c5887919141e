import { extensionOf } from '#shared/attachments/rules.ts'

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte)

const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)
/** Word and Excel files of today are zips that say so inside. */
const isOffice = (bytes: Uint8Array): boolean =>
  isZip(bytes) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('[Content_Types].xml')
const isOldOffice = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isJpeg = (bytes: Uint8Array): boolean => startsWith(bytes, 0xff, 0xd8, 0xff)

function isXml(bytes: Uint8Array): boolean {
  const utf16 = startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)
  const head = Buffer.from(bytes.subarray(0, 1024))
  const text = utf16 ? head.toString('latin1').replaceAll('\0', '').slice(2) : head.toString('utf8').replace(/^\uFEFF/, '')
  return text.trimStart().startsWith('<') && (utf16 || !head.includes(0))
}

const signatures: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  pdf: (bytes) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-'),
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

/** Whether the first bytes are those of the kind that the name says (reliability 1.2, ASVS 5.2.2). */
export const contentMatches = (name: string, bytes: Uint8Array): boolean => signatures[extensionOf(name)]?.(bytes) ?? false

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  rar: 'application/vnd.rar',
  xml: 'application/xml',
}

/** Content-Type to serve a file with: from our own table, never the one that its uploader claimed. */
export const typeOf = (name: string): string => types[extensionOf(name)] ?? 'application/octet-stream'

/** Content-Disposition of a download (RFC 6266): an ASCII name for old readers and the true one. */
export function dispositionOf(name: string): string {
  const ascii =
    name
      .normalize('NFD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%]/g, '_') || 'archivo'
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
