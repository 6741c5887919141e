import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** Name of the manifest in a copy: the last file that is written into it. */
export const manifestFile = 'backup.json'

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** A path inside the copy that leads nowhere else. */
const inside = v.pipe(v.string(), v.regex(/^(?:tables\/)?[\w-]+\.(?:sqlite|ndjson\.gz)$/))

const manifest = v.strictObject({
  format: v.literal('iip-backup'),
  version: v.literal(1),
  /** Version of the program that made it. */
  program: v.string(),
  schema: whole,
  database: v.picklist(['sqlite', 'postgres']),
  epoch: v.string(),
  /** When the database was looked at: everything that was acknowledged before is in it. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** How long it took to make, its verification included. */
  seconds: v.number(),
  ledger: v.strictObject({
    entries: whole,
    /** Number of the newest commit. */
    commit: whole,
    /** The newest entry, by when the server took it. */
    newest: v.nullable(v.strictObject({ mid: v.string(), at: v.string() })),
  }),
  /** End of the audit's chain. */
  audit: v.strictObject({ n: whole, digest: v.string() }),
  /** Rows of each table. */
  tables: v.record(v.string(), whole),
  /** What the database lies in. */
  pieces: v.pipe(v.array(v.strictObject({ path: inside, bytes: whole, sha256 })), v.minLength(1)),
  /** Files that people uploaded, each under its own digest in `files/`. */
  files: v.strictObject({ count: whole, bytes: whole, list: v.array(v.tuple([sha256, whole])) }),
  holds: v.array(v.string()),
  leftOut: v.array(v.string()),
  /** Of everything above. */
  digest: sha256,
})

/** What a copy holds and how to tell that it is whole. */
export type Manifest = v.InferOutput<typeof manifest>

/** Of everything but the digest itself, whose place in the text stays. */
const digestOf = (content: Manifest): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...content, digest: '' }))
    .digest('hex')

/** A manifest under its own digest, which is taken of its parts in the order of the schema above. */
export function sealed(content: Omit<Manifest, 'digest'>): Manifest {
  const ordered = v.parse(manifest, { ...content, digest: '0'.repeat(64) })
  return { ...ordered, digest: digestOf(ordered) }
}

/** The manifest of a copy. Throws one sentence when there is none, it is not one, or it is not what was written. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(join(folder, manifestFile), 'utf8')
  } catch (cause) {
    throw new Error(`${folder} is no complete copy: it has no ${manifestFile}.`, { cause })
  }
  const parsed = v.safeParse(manifest, jsonOf(text))
  if (!parsed.success) throw new Error(`${join(folder, manifestFile)} is not what a copy of this program says of itself.`)
  if (digestOf(parsed.output) !== parsed.output.digest) throw new Error(`${join(folder, manifestFile)} was changed after it was written.`)
  return parsed.output
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Told as what it is: no manifest.
    return undefined
  }
}
