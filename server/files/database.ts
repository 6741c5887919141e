import { instantOf } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { DatabaseLost } from '../db/lost.ts'
import type { Database } from '../db/open.ts'
import { FileDamaged, FilesLost } from './lost.ts'
import type { Range, Shelf, Store } from './store.ts'

/** Of one row: what a reader has in memory at one time. Written once, never changed: what is kept is cut by it. */
export const chunkBytes = 262_144
/** Chunks of one statement: what a writer has in memory at one time, and how often a disk is flushed. */
const chunksAtOnce = 4
/** Names of one page of a list. */
const pageNames = 500
/** Any number that this program uses for nothing else. */
const nameLock = 4_771_025

/**
 * Files in the database, in chunks: whatever machine a server runs on has them, and a copy of the database holds them. A name is written
 * anew beside what it has, chunk by chunk and in no long transaction, and is changed over to it in one moment; whoever reads the former
 * goes on.
 */
export function openDatabaseStore(db: Database, nowMs: () => number = Date.now): Store {
  const now = (): string => instantOf(nowMs())
  const wholeOf = (shelf: Shelf, name: string) =>
    db.q
      .selectFrom('file_body')
      .select(['id', 'size', 'at'])
      .where('shelf', '=', shelf)
      .where('name', '=', name)
      .where('state', '=', 'whole')
      .executeTakeFirst()

  async function* chunksOf(body: string, name: string, { start, end }: Range): AsyncGenerator<Buffer, void> {
    const last = Math.floor(end / chunkBytes)
    for (let n = Math.floor(start / chunkBytes); n <= last; n += 1) {
      const row = await db.q.selectFrom('file_chunk').select('bytes').where('body', '=', body).where('n', '=', n).executeTakeFirst()
      if (!row) throw new FileDamaged(`a kept file lacks some of its bytes: ${name}`)
      const from = n * chunkBytes
      yield Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength).subarray(Math.max(start - from, 0), end + 1 - from)
    }
  }

  return {
    kind: 'database',
    proves: false,
    write: async (shelf, name, pieces) => {
      const id = randomUUID()
      await db.q.insertInto('file_body').values({ id, shelf, name, state: 'writing', size: 0, at: now() }).execute()
      try {
        let n = 0
        let size = 0
        for await (const chunks of inChunks(pieces)) {
          const rows = chunks.map((bytes, at) => ({ body: id, n: n + at, bytes }))
          await db.q.insertInto('file_chunk').values(rows).execute()
          n += chunks.length
          size += chunks.reduce((sum, { length }) => sum + length, 0)
        }
        await db.write(async (tx) => {
          // Two that write the same name come one after the other.
          if (tx.kind === 'postgres') await sql`select pg_advisory_xact_lock(${nameLock}, hashtext(${`${shelf}/${name}`}))`.execute(tx.q)
          const before = tx.q.updateTable('file_body').set({ state: 'former', at: now() })
          await before.where('shelf', '=', shelf).where('name', '=', name).where('state', '=', 'whole').execute()
          const kept = await tx.q.updateTable('file_body').set({ state: 'whole', size, at: now() }).where('id', '=', id).executeTakeFirst()
          if (kept.numUpdatedRows === 0n) throw new FilesLost('what was being kept was tidied away')
        })
        return size
      } catch (error) {
        // What broke it is the news; what cannot be removed now is tidied away.
        await db.q
          .deleteFrom('file_body')
          .where('id', '=', id)
          .execute()
          .catch(() => undefined)
        throw error
      }
    },
    stat: async (shelf, name) => {
      const found = await wholeOf(shelf, name)
      return found && { name, size: found.size, modifiedMs: Date.parse(found.at) }
    },
    read: async (shelf, name, range) => {
      const found = await wholeOf(shelf, name)
      if (!found) return undefined
      const { start, end } = range ?? { start: 0, end: found.size - 1 }
      return Readable.from(chunksOf(found.id, name, { start, end: Math.min(end, found.size - 1) }), { objectMode: false })
    },
    remove: async (shelf, name) => {
      await db.q.deleteFrom('file_body').where('shelf', '=', shelf).where('name', '=', name).where('state', '=', 'whole').execute()
    },
    async *list(shelf) {
      for (let after = ''; ;) {
        const page = await db.q
          .selectFrom('file_body')
          .select(['name', 'size', 'at'])
          .where('shelf', '=', shelf)
          .where('state', '=', 'whole')
          .where('name', '>', after)
          .orderBy('name')
          .limit(pageNames)
          .execute()
        for (const { name, size, at } of page) yield { name, size, modifiedMs: Date.parse(at) }
        const last = page.at(-1)
        if (!last) return
        after = last.name
      }
    },
    trouble: async () => {
      try {
        await db.q.selectFrom('file_body').select('id').limit(1).execute()
        return undefined
      } catch (error) {
        if (error instanceof DatabaseLost) return error.message
        throw error
      }
    },
    tidy: async (olderThanMs) => {
      await db.q.deleteFrom('file_body').where('state', '!=', 'whole').where('at', '<', instantOf(olderThanMs)).execute()
    },
  }
}

/** Pieces as rows take them, some at a time: every chunk but the last has the same size. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer[], void> {
  let full: Buffer[] = []
  let growing = Buffer.allocUnsafe(chunkBytes)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const taken = Math.min(chunkBytes - filled, piece.length - at)
      growing.set(piece.subarray(at, at + taken), filled)
      at += taken
      filled += taken
      if (filled < chunkBytes) continue
      full.push(growing)
      growing = Buffer.allocUnsafe(chunkBytes)
      filled = 0
      if (full.length < chunksAtOnce) continue
      yield full
      full = []
    }
  }
  if (filled > 0) full.push(growing.subarray(0, filled))
  if (full.length > 0) yield full
}
