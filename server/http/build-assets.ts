import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/open.ts'
import { beforeMs, keptBytes, keptMs, markMs } from './former-assets.ts'

/**
 * Files of the client's builds in the database of several servers, whose names tell their content: while one server after the other is
 * renewed, the page that a new one gave asks an old one for its files, and the other way round (MS4). On SQLite there is one server, and
 * what it had before stands in its data folder.
 */
export class BuildAssets {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Keeps the files of a build that begins to be served, or that is. What no server had for thirty days goes, and the oldest of what is too
   * much; the build that another takes the place of counts from that moment, however long nobody served it.
   */
  async keep(clientDir: string, now: Instant): Promise<void> {
    const { q, kind } = this.#db
    if (kind === 'sqlite') return
    const dir = join(clientDir, 'assets')
    const names = (await readdir(dir, { withFileTypes: true })).flatMap((file) => (file.isFile() ? [file.name] : []))
    if (names.length === 0) return
    // Who is not the newest takes the place of the one that is.
    const known = await q.selectFrom('build_asset').select(['name', 'last_at']).execute()
    const newest = known.reduce((latest, { last_at }) => (last_at > latest ? last_at : latest), '')
    const has = new Map(known.map(({ name, last_at }) => [name, last_at]))
    if (names.some((name) => has.get(name) !== newest) && newest !== '')
      await q
        .updateTable('build_asset')
        .set({ last_at: instantOf(epochMs(now) - beforeMs) })
        .where('last_at', '>=', instantOf(epochMs(newest) - markMs))
        .execute()
    await q.updateTable('build_asset').set({ last_at: now }).where('name', 'in', names).execute()
    for (const name of names.filter((each) => !has.has(each))) {
      const bytes = await readFile(join(dir, name))
      await q
        .insertInto('build_asset')
        .values({ name, size: bytes.length, last_at: now, bytes })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_at: now }))
        .execute()
    }
    await q
      .deleteFrom('build_asset')
      .where('last_at', '<', instantOf(epochMs(now) - keptMs))
      .execute()
    // Newest first, so many bytes of them.
    await sql`delete from build_asset where last_at < ${now} and name in (
      select name from (select name, sum(size) over (order by last_at desc, name) as so_far from build_asset) as summed where so_far > ${keptBytes})`.execute(
      q,
    )
  }

  /** A file that some server's build has or had; undefined of any other. */
  async find(name: string): Promise<Buffer | undefined> {
    if (this.#db.kind === 'sqlite') return undefined
    const row = await this.#db.q.selectFrom('build_asset').select('bytes').where('name', '=', name).executeTakeFirst()
    return row?.bytes
  }
}
