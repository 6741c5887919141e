import { extensionOf } from '#shared/attachments/rules.ts'

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
