import { createHash } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'
import { KeyedMutex } from '../keyed-mutex.ts'
import { FileDamaged, FilesLost } from './lost.ts'

export type StoreKind = 'disk' | 'database' | 's3'

/** Where something is kept: files of answers and of the site, parts of uploads that are not whole yet, reports that wait to be fetched. */
export type Shelf = 'files' | 'parts' | 'reports'

/** Bytes from `start` to `end`, both included. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Something that is kept, as its store tells of it. */
export interface Kept {
  readonly name: string
  readonly size: number
  /** When it was last written, by the store's clock. */
  readonly modifiedMs: number
}

/**
 * What a kind of store does: it keeps bytes under a name, each on its shelf. Names are letters, digits, `-`, `_` and `.`, and never a
 * person's. What a store away from this machine cannot do now it throws as FilesLost (FS4).
 */
export interface Store {
  readonly kind: StoreKind
  /** Whether what it keeps is given back and compared before it is believed: it stands where we do not write ourselves. */
  readonly proves: boolean
  /**
   * Keeps all of `pieces` in the place of whatever had the name, and resolves once that is durable: how many bytes. Whoever reads finds the
   * former bytes or the new ones, whole. Where `pieces` throws, nothing of them stays.
   */
  write(shelf: Shelf, name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** Undefined where nothing is. */
  stat(shelf: Shelf, name: string): Promise<Kept | undefined>
  /** The bytes, no more of them at a time than its reader takes; undefined where nothing is. Destroyed, it holds nothing. */
  read(shelf: Shelf, name: string, range?: Range): Promise<Readable | undefined>
  /** Takes away what may be there. */
  remove(shelf: Shelf, name: string): Promise<void>
  /** All that is on a shelf, one after the other, in no order. */
  list(shelf: Shelf): AsyncIterable<Kept>
  /** Why it cannot take work now, in a sentence for an operator; undefined when it can. */
  trouble(): Promise<string | undefined>
  /** Removes what only this kind of store leaves behind by work that broke off before a moment of its clock. */
  tidy(olderThanMs: number): Promise<void>
  /** The address of a file, for who has it as what is said, for a minute; absent where no browser may ask the store itself. */
  link?(name: string, as: LinkedAs): Promise<string>
}

/** What a browser that follows a link is told of the file. */
export interface LinkedAs {
  readonly type: string
  readonly disposition: string
}

/** What is kept under a name of its own: parts of uploads, reports. */
export interface Named {
  /** Keeps what comes, all or nothing, and returns how many bytes that was. */
  put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
  size(name: string): Promise<number | undefined>
  read(name: string): Promise<Readable | undefined>
  remove(name: string): Promise<void>
  list(): AsyncIterable<Kept>
}

/**
 * Files, wherever they are kept. Those of answers and of the site are known by the SHA-256 of their bytes, in hex, and are there, whole and
 * durable, before any row speaks of them (UP1).
 */
export interface Files {
  readonly kind: StoreKind
  /**
   * Keeps bytes under their SHA-256, and resolves once they are durable. What comes is counted and hashed, and so is what a store elsewhere
   * gives back of it. Again with the same bytes it changes nothing. Throws where `bytes` break off or are others, and leaves nothing then;
   * what a store elsewhere kept as it should not have is nobody's, and is swept.
   */
  put(sha256: string, size: number, bytes: () => AsyncIterable<Uint8Array>): Promise<void>
  /** The same for bytes that are in memory: returns their SHA-256. */
  keep(bytes: Uint8Array): Promise<string>
  /** Bytes of what is kept; undefined where nothing is. */
  size(sha256: string): Promise<number | undefined>
  /** What is kept; undefined where nothing is. Read whole, its last bytes come only when all of them are what they were (FS3). */
  read(sha256: string, range?: Range): Promise<Readable | undefined>
  remove(sha256: string): Promise<void>
  /** Every kept file, one at a time. */
  list(): AsyncIterable<Kept>
  /** Parts of unfinished uploads, by a name that says their upload and their content. */
  readonly parts: Named
  readonly reports: Named
  /** Removes of a shelf what is older than that, by the store's clock, and what `isNamed` does not know. Returns how many. */
  sweep(shelf: Shelf, isNamed: (name: string) => boolean, olderThanMs: number): Promise<number>
  /** Removes what broken-off work before that moment left behind where no name shows it. */
  tidy(olderThanMs: number): Promise<void>
  trouble(): Promise<string | undefined>
  /** Where a browser reads a kept file by itself, for a minute (FS7); undefined where it may not, or where nothing is. */
  link(sha256: string, as: LinkedAs): Promise<string | undefined>
}

const hashPattern = /^[\da-f]{64}$/
const namePattern = /^[\w-][\w.-]{0,199}$/

/** Whether a kept file may have that name: what else is listed somebody else put there. */
export const isFileName = (name: string): boolean => hashPattern.test(name)

const hashed = (sha256: string): string => {
  if (!isFileName(sha256)) throw new Error('not a hash')
  return sha256
}

const named = (name: string): string => {
  if (!namePattern.test(name)) throw new Error('not a name of a kept file')
  return name
}

/** Files as `store` keeps them: what is the same for every kind of store is said here, once. */
export function filesOf(store: Store): Files {
  const holds = async (sha256: string, size: number): Promise<boolean> => {
    const source = await store.read('files', sha256)
    if (!source) return false
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of source) {
      hash.update(piece)
      bytes += piece.length
    }
    return bytes === size && hash.digest('hex') === sha256
  }
  const putting = new KeyedMutex()
  const put: Files['put'] = async (sha256, size, bytes) => {
    const write = (): Promise<number> => store.write('files', hashed(sha256), proven(bytes(), sha256, size))
    if (!store.proves) return void (await write())
    // One after the other, so that what one gives back is not what another one is in the middle of giving it.
    await putting.run([sha256], async () => {
      await write()
      // Nothing is taken away: somebody's row may speak of what another server kept under this name.
      if (!(await holds(sha256, size))) throw new FilesLost('the store of files does not give back what it was given')
    })
  }
  const shelfOf = (shelf: Shelf): Named => ({
    put: (name, pieces) => store.write(shelf, named(name), pieces),
    size: async (name) => (await store.stat(shelf, named(name)))?.size,
    read: async (name) => heard(await store.read(shelf, named(name))),
    remove: (name) => store.remove(shelf, named(name)),
    list: () => store.list(shelf),
  })

  return {
    kind: store.kind,
    put,
    keep: async (bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await put(sha256, bytes.length, () => piecesOf(bytes))
      return sha256
    },
    size: async (sha256) => (await store.stat('files', hashed(sha256)))?.size,
    read: async (sha256, range) => {
      const source = await store.read('files', hashed(sha256), range)
      return source && !range ? checked(source, sha256) : heard(source)
    },
    remove: (sha256) => store.remove('files', hashed(sha256)),
    list: () => store.list('files'),
    parts: shelfOf('parts'),
    reports: shelfOf('reports'),
    sweep: async (shelf, isNamed, olderThanMs) => {
      let removed = 0
      for await (const { name, modifiedMs } of store.list(shelf)) {
        if (isNamed(name) || modifiedMs > olderThanMs) continue
        // A list is read for a while: what was brought again meanwhile is young.
        const now = await store.stat(shelf, name)
        if (!now || now.modifiedMs > olderThanMs) continue
        await store.remove(shelf, name)
        removed += 1
      }
      return removed
    },
    tidy: (olderThanMs) => store.tidy(olderThanMs),
    trouble: () => store.trouble(),
    link: async (sha256, as) => (store.link && (await store.stat('files', hashed(sha256))) ? store.link(sha256, as) : undefined),
  }
}

/** Bytes that are in memory as a store takes them. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  if (bytes.length > 0) yield bytes
}

/** Passes pieces on, the last one only when all of them together have that many bytes and that hash. Throws otherwise. */
async function* proven(pieces: AsyncIterable<Uint8Array>, sha256: string, size: number): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  let bytes = 0
  for await (const piece of pieces) {
    if (piece.length === 0) continue
    bytes += piece.length
    if (bytes > size) break
    hash.update(piece)
    if (held) yield held
    held = piece
  }
  if (bytes !== size || hash.digest('hex') !== sha256) throw new Error('bytes that are to be kept are not those that were announced')
  if (held) yield held
}

/** What breaks before anybody reads is told to who does then; an error that nobody hears would end the process. */
function heard(source: Readable | undefined): Readable | undefined {
  return source?.on('error', () => undefined)
}

/** The same for what is read: whoever reads it whole is not told that it ended when it is not what was kept. */
function checked(source: Readable, sha256: string): Readable {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  const check = new Transform({
    transform(piece: Buffer, _, next) {
      hash.update(piece)
      const before = held
      held = piece
      next(null, before)
    },
    flush(next) {
      if (hash.digest('hex') === sha256) next(null, held)
      else next(new FileDamaged(`a kept file is not what it was: ${sha256}`))
    },
  })
  // Whatever breaks either of them is told to who reads.
  pipeline(source, check, () => undefined)
  return check.on('error', () => undefined)
}
