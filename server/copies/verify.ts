import { join } from 'node:path'
import { openForReading } from '../db/open.ts'
import { migrations } from '../migrations/index.ts'
import { unmadeIn } from '../migrations/made.ts'
import { measured } from './copy-disk.ts'
import { isMissing } from './there.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { withCopy } from './pieces.ts'
import { filesNamedIn } from './named-files.ts'
import { within } from './within.ts'

export interface CopyFinding {
  /** Paths, ids and figures; never what anybody wrote. */
  readonly what: string
  /** The server had lost it before the copy was made: the copy is as it was written. */
  readonly lost: boolean
}

export interface Verified {
  readonly manifest: Manifest
  readonly findings: readonly CopyFinding[]
}

/**
 * Reads a whole copy back from the disk and holds it against its manifest: every piece and every file by bytes and digest, the rows of
 * each table, and that every file that rows call ready is there. Throws one sentence when it has no good manifest.
 */
export async function verifyCopy(folder: string): Promise<Verified> {
  const manifest = await readManifest(folder)
  const findings: CopyFinding[] = []
  const say = (what: string): void => void findings.push({ what, lost: false })
  for (const piece of manifest.pieces) {
    const wrong = await wrongWith(join(folder, piece.path), piece)
    if (wrong !== undefined) say(`${piece.path} ${wrong}`)
  }
  for (const [sha256, bytes] of manifest.files.list) {
    const wrong = await wrongWith(join(folder, 'files', sha256), { bytes, sha256 })
    if (wrong !== undefined) say(`files/${sha256} ${wrong}`)
  }
  // What is broken below tells nothing about what is in it.
  if (findings.length === 0 && manifest.database === 'sqlite' && manifest.schema <= migrations.length)
    for (const what of await within(openForReading(undefined, folder), (db) => unmadeIn(db, manifest.schema))) say(what)
  if (findings.length === 0) findings.push(...(await rowFindings(folder, manifest)))
  return { manifest, findings }
}

async function wrongWith(path: string, written: { readonly bytes: number; readonly sha256: string }): Promise<string | undefined> {
  try {
    const found = await measured(path)
    if (found.bytes !== written.bytes) return `has ${found.bytes} bytes and was written with ${written.bytes}`
    return found.sha256 === written.sha256 ? undefined : 'has another content than was written'
  } catch (error) {
    if (isMissing(error)) return 'is missing'
    throw error
  }
}

async function rowFindings(folder: string, manifest: Manifest): Promise<CopyFinding[]> {
  return withCopy(folder, manifest, async (source) => {
    const found: CopyFinding[] = []
    const there = new Set(manifest.files.list.map(([sha256]) => sha256))
    const counted = new Set<string>()
    for (const { shape, rows } of source.tables) {
      counted.add(shape.name)
      const named = filesNamedIn(shape, manifest.takenAt)
      let count = 0
      for await (const page of rows()) {
        count += page.length
        for (const each of named(page))
          if (!there.has(each.sha256)) found.push({ what: `${each.by} has no file ${each.sha256}`, lost: true })
      }
      if (count !== manifest.tables[shape.name])
        found.push({ what: `${shape.name} has ${count} rows and was written with ${manifest.tables[shape.name] ?? 'none'}`, lost: false })
    }
    for (const name of Object.keys(manifest.tables))
      if (!counted.has(name)) found.push({ what: `the table ${name} is missing`, lost: false })
    return found
  })
}
