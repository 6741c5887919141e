import { createHash } from 'node:crypto'
import type { ZipEntry } from '../http/zip.ts'
import type { Field, TableKind } from './tables.ts'

/** A file of an archive as its manifest has it. */
export interface Listed {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

/** Has an entry of an archive taken down as it goes by: path, digest and size, in their order. */
export const takenDown =
  (listed: Listed[]) =>
  (entry: ZipEntry): ZipEntry => ({ ...entry, pieces: counted(entry.name, entry.pieces, listed) })

async function* counted(path: string, pieces: ZipEntry['pieces'], listed: Listed[]): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.byteLength
    yield piece
  }
  listed.push({ path, sha256: hash.digest('hex'), bytes })
}

/** `sha256sum -c` reads it: a digest, two blanks, a path; a line each. */
export const manifestOf = (files: readonly Listed[]): string => files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')

const frictionless: Readonly<Record<Field['type'], string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  datetime: 'datetime',
  date: 'date',
  json: 'string',
}

const fieldOf = ({ name, type, es, en }: Field): object => ({
  name,
  type: frictionless[type],
  ...(type === 'boolean' ? { trueValues: ['1'], falseValues: ['0'] } : {}),
  ...(type === 'datetime' ? { format: 'any' } : {}),
  ...(type === 'json' ? { format: 'default', mediatype: 'application/json' } : {}),
  description: es,
  'description:en': en,
})

/** What tables are as a Frictionless data package: each with its columns, its key, its size and its digest. */
export function dataPackage(
  about: Readonly<Record<string, unknown>>,
  tables: readonly { readonly kind: TableKind; readonly file: Listed; readonly rows: number }[],
): string {
  const resources = tables.map(({ kind, file, rows }) => ({
    name: kind.name.replaceAll('_', '-'),
    path: file.path,
    profile: 'tabular-data-resource',
    description: kind.es,
    'description:en': kind.en,
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    bytes: file.bytes,
    hash: `sha256:${file.sha256}`,
    rows,
    dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
    schema: { fields: kind.fields.map(fieldOf), missingValues: [''], ...(kind.key ? { primaryKey: kind.key } : {}) },
  }))
  return `${JSON.stringify({ profile: 'tabular-data-package', ...about, resources }, null, 2)}\n`
}
