import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { examine } from '../cli/examine.ts'
import { openForReading, type Database } from '../db/open.ts'
import { FileDamaged } from '../files/lost.ts'
import type { Files } from '../files/store.ts'
import { completeCopies, partSuffix } from './copies-in.ts'
import { filesInFolder } from './files-of.ts'
import { measured, type CopyDisk } from './copy-disk.ts'
import { isThere } from './there.ts'
import { manifestFile, sealed, type Manifest } from './manifest.ts'
import { copyDatabase, type CopiedDatabase } from './pieces.ts'
import { verifyCopy } from './verify.ts'

export interface BackupOptions {
  /** Opened for reading; the server may be writing to it. */
  readonly db: Database
  readonly files: Files
  /** Where the copy is to be: not there yet. */
  readonly folder: string
  /** A former copy whose files are linked, where they are whole; the newest beside the new one unless it is said. */
  readonly from?: string | undefined
  readonly program: string
  readonly disk: CopyDisk
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly nowMs: () => number
}

export interface BackedUp {
  readonly folder: string
  readonly manifest: Manifest
  /** Files that a former copy had and that were not read again from where they are kept. */
  readonly linked: number
  /** What was wrong with the server itself, as files that it has lost: the copy is what the server had. */
  readonly wrong: readonly string[]
}

/** What a copy holds and what it does not, for whoever has to come back from it. */
const holds = [
  'the database whole: answers, histories, ledger, audit, accounts with the hashes of their passwords, letters that wait',
  "the server's keys, which are in the database: its secret seals cursors and the audit, and opens the sealed copies of devices and authenticators' keys",
  'every file that was uploaded or published',
]
const leftOut = [
  'settings of the environment (.env, /etc/iip.env), and with them every password of other services: DATABASE_URL, SMTP_URL, METRICS_TOKEN, OIDC_CLIENT_SECRET and the like',
  'letters that were written to mail/ in the data directory for want of a mail server',
  'unfinished uploads, which devices send again, and reports, which are asked for again',
  'scripts of former builds of the client',
]

/**
 * Copies database, files and keys into a new folder while people write, verifies what lies there, and only then gives it its name: a copy
 * that breaks off never looks complete. Throws one sentence when it could not be made.
 */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const folder = resolve(options.folder)
  const part = `${folder}${partSuffix}`
  await demandFree(folder, 'is there already: a copy is never written over another.')
  await demandFree(part, 'is there already: another copy is under way, or one broke off. Remove it when none is.')
  // Nobody else's to read: it holds what the server keeps secret.
  await mkdir(part, { mode: 0o700 })
  try {
    const made = await copyInto(part, folder, options)
    await options.disk.flush(part)
    await rename(part, folder)
    await options.disk.flush(dirname(folder))
    return { folder, ...made }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw isFull(error) ? new Error(`The disk of the copies is full: nothing was kept of ${folder}.`, { cause: error }) : error
  }
}

async function copyInto(part: string, folder: string, options: BackupOptions): Promise<Omit<BackedUp, 'folder'>> {
  const { db, disk, nowMs, program } = options
  const startedMs = nowMs()
  await mkdir(join(part, 'files'))
  const former = options.from === undefined ? (await completeCopies(dirname(folder))).at(-1)?.folder : resolve(options.from)
  const files = new FilesOfCopy(join(part, 'files'), former && join(former, 'files'), options.files, disk)
  // Before the database as well: what is swept away while it is copied is in the copy by then.
  await files.take()
  const database = await copyDatabase(db, { folder: part, disk, now: () => new Date(nowMs()).toISOString() })
  // Whatever file the database speaks of was kept before its row.
  await files.take()
  await files.look()
  await disk.flush(join(part, 'files'))
  const manifest = manifestOf(database, files.kept(), program, (nowMs() - startedMs) / 1_000)
  await disk.pour(join(part, manifestFile), oneChunk(`${JSON.stringify(manifest, null, 2)}\n`))
  const { findings } = await verifyCopy(part)
  const broken = findings.filter(({ lost }) => !lost)
  if (broken.length > 0) throw new Error(`The copy is not what was written: ${broken.map(({ what }) => what).join('; ')}.`)
  const wrong = [...files.damaged, ...findings.map(({ what }) => what)]
  if (manifest.database === 'sqlite') wrong.push(...(await looked(part)))
  return { manifest, linked: files.linked, wrong: [...new Set(wrong)] }
}

/** What does not fit in the database of a copy: what nobody has looked at is found at every copy, and not when one is needed. */
async function looked(folder: string): Promise<string[]> {
  const copy = openForReading(undefined, folder)
  try {
    const findings = await examine(copy, filesInFolder(folder), Date.now())
    return findings.filter(({ check }) => !check.startsWith('file-')).map(({ check, what }) => `${check}: ${what}`)
  } finally {
    await copy.close()
  }
}

function manifestOf(database: CopiedDatabase, files: readonly KeptFile[], program: string, seconds: number): Manifest {
  const { kind, takenAt, pieces, ...told } = database
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const list = files.map((file): [string, number] => [file.sha256, file.bytes])
  return sealed({
    format: 'iip-backup',
    version: 1,
    program,
    database: kind,
    takenAt,
    seconds,
    ...told,
    pieces,
    files: { count: files.length, bytes, list },
    holds,
    leftOut,
  })
}

interface KeptFile {
  readonly sha256: string
  readonly bytes: number
}

/** Files of a copy as they come into it: linked from a former copy where that has them whole, else read from where they are kept. */
class FilesOfCopy {
  linked = 0
  /** What could not be had whole anywhere. */
  readonly damaged: string[] = []
  readonly #folder: string
  readonly #former: string | undefined
  readonly #files: Files
  readonly #disk: CopyDisk
  readonly #taken = new Map<string, KeptFile & { readonly linked: boolean }>()
  readonly #seen = new Set<string>()

  constructor(folder: string, former: string | undefined, files: Files, disk: CopyDisk) {
    this.#folder = folder
    this.#former = former
    this.#files = files
    this.#disk = disk
  }

  kept(): KeptFile[] {
    return [...this.#taken.values()].map(({ sha256, bytes }) => ({ sha256, bytes })).toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  }

  /** Brings every file that is kept now and was not seen before. */
  async take(): Promise<void> {
    for await (const { name, size } of this.#files.list()) {
      if (!/^[\da-f]{64}$/.test(name) || this.#seen.has(name)) continue
      this.#seen.add(name)
      if (await this.#link(name)) this.#taken.set(name, { sha256: name, bytes: size, linked: true })
      else await this.#pour(name)
    }
  }

  /** Reads linked files once: a former copy may have gone bad since it was made. What did is read anew from where it is kept. */
  async look(): Promise<void> {
    for (const { sha256, linked } of [...this.#taken.values()]) {
      if (!linked) continue
      const found = await measured(join(this.#folder, sha256))
      if (found.sha256 === sha256) {
        this.#taken.set(sha256, { sha256, bytes: found.bytes, linked })
        continue
      }
      this.linked -= 1
      this.#taken.delete(sha256)
      await rm(join(this.#folder, sha256))
      await this.#pour(sha256)
    }
  }

  async #link(sha256: string): Promise<boolean> {
    if (this.#former === undefined) return false
    try {
      await this.#disk.link(join(this.#former, sha256), join(this.#folder, sha256))
      this.linked += 1
      return true
    } catch (error) {
      // It is not there, or on another disk, or that disk knows no links: it is read from where it is kept.
      if (error instanceof Error && 'code' in error && unlinkable.has(String(error.code))) return false
      throw error
    }
  }

  async #pour(sha256: string): Promise<void> {
    const path = join(this.#folder, sha256)
    try {
      const source = await this.#files.read(sha256)
      // Swept away since it was listed. If a row still speaks of it, the verification says so.
      if (!source) return
      const { bytes } = await this.#disk.pour(path, source)
      this.#taken.set(sha256, { sha256, bytes, linked: false })
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error
      await rm(path, { force: true })
      this.damaged.push(`the file ${sha256} cannot be had where it is kept, and no former copy has it: ${error.message}`)
    }
  }
}

const unlinkable = new Set(['ENOENT', 'EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

const full = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && full.has(String(error.code))

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function demandFree(path: string, because: string): Promise<void> {
  if (await isThere(path)) throw new Error(`${basename(path)} ${because}`)
}
