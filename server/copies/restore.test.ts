import { dayMs, instantOf } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openSqlite, type Database } from '../db/open.ts'
import { openFiles } from '../files/open.ts'
import { sweep } from '../jobs/sweep.ts'
import { openMigrated } from '../migrations/run.ts'
import { beginEpoch } from '../sync/epoch.ts'
import { command } from '../testing/command.ts'
import { keepIcon, startGround, type Ground } from '../testing/copied.ts'
import { databaseKinds } from '../testing/databases.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { startS3 } from '../testing/s3.ts'
import { copyFor } from './copies-in.ts'
import { measured } from './copy-disk.ts'
import { filesInFolder } from './files-of.ts'
import { manifestFile, sealed } from './manifest.ts'
import { restore } from './restore.ts'
import { within } from './within.ts'

/** By any name: nothing speaks of it. */
const unnamed = 'a'.repeat(64)

describe.each(databaseKinds)('%s', (kind) => {
  let ground: Ground
  let icon: string
  let copy: string
  beforeAll(async () => {
    ground = await startGround(kind)
    icon = await keepIcon(ground, 'an icon that people see')
    copy = join(ground.dir, 'copies', 'night')
    const made = await command(ground.settings, 'backup', copy)
    if (made.code !== 0) throw new Error(made.said)
  })
  afterAll(() => ground.close())

  /** What the sweep leaves of a file that has been there for long and that no row names. */
  const sweptAt = async (db: Database, dataDir: string, nowMs: number): Promise<boolean> => {
    const path = join(dataDir, 'files', unnamed)
    writeFileSync(path, 'came after the copy')
    utimesSync(path, new Date(Date.now() - 3 * dayMs), new Date(Date.now() - 3 * dayMs))
    await sweep({
      ...ground.app.app.server,
      db,
      files: filesInFolder(dataDir),
      now: () => instantOf(nowMs),
      jump: () => undefined,
    })
    return readdirSync(join(dataDir, 'files')).includes(unnamed)
  }

  test('[BK13] what was uploaded after the copy is not swept away before devices bring the rows that name it', async () => {
    const place = await ground.empty('kept')
    expect(await command(place.settings, 'restore', copy)).toMatchObject({ code: 0 })
    await within(openDatabase(place.databaseUrl, place.dataDir), async (db) => {
      expect(await sweptAt(db, place.dataDir, Date.now() + 29 * dayMs)).toBe(true)
      expect(await sweptAt(db, place.dataDir, Date.now() + 31 * dayMs)).toBe(false)
      // Put back by other means, a server learns it from the first device.
      const later = Date.now() + 40 * dayMs
      const { value } = await db.q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirstOrThrow()
      await db.write((tx) => beginEpoch(tx, value, instantOf(later)))
      expect(await sweptAt(db, place.dataDir, later + 29 * dayMs)).toBe(true)
      expect(await sweptAt(db, place.dataDir, later + 31 * dayMs)).toBe(false)
    })
  })

  test('[BK14] a file that is there with as many bytes and others is replaced', async () => {
    const place = await ground.empty('other-bytes')
    mkdirSync(join(place.dataDir, 'files'), { recursive: true })
    writeFileSync(join(place.dataDir, 'files', icon), 'an icon that nobody has')
    // One that came after the copy is no finding either.
    writeFileSync(join(place.dataDir, 'files', unnamed), 'came after the copy')
    utimesSync(join(place.dataDir, 'files', unnamed), 0, 0)
    const put = await command(place.settings, 'restore', copy)
    expect(put, put.said).toMatchObject({ code: 0, said: expect.stringContaining('Sound:') })
    expect(readFileSync(join(place.dataDir, 'files', icon), 'utf8')).toBe('an icon that people see')
  })

  test('[BK14] no server starts on a database whose files did not all come, and the same copy goes on where it broke off', async () => {
    const place = await ground.empty('broken-off')
    const found = await copyFor(copy)
    const { files } = found.manifest
    // The last of them breaks on the way, after everything was verified.
    const list = files.list.map(([sha256, bytes]): [string, number] => [sha256, sha256 === icon ? bytes + 1 : bytes])
    const breaking = { ...found, manifest: { ...found.manifest, files: { ...files, list } } }
    const target = { ...place, fileStore: { kind: 'database' as const, s3: undefined } }
    await expect(restore(breaking, target)).rejects.toThrow('not those that were announced')
    if (kind === 'postgres') {
      await expect(openMigrated(place)).rejects.toThrow('broke off before its files had come')
      const other = { ...found, manifest: { ...found.manifest, digest: '0'.repeat(64) } }
      await expect(restore(other, target)).rejects.toThrow('is not empty')
    }
    const put = await command({ ...place.settings, FILES: 'database' }, 'restore', copy)
    expect(put, put.said).toMatchObject({ code: 0, said: expect.stringContaining('Sound:') })
    await within(await openMigrated(place), async (db) => {
      const kept = await openFiles(target.fileStore, { dataDir: place.dataDir, db })
      expect(await kept.size(icon)).toBe('an icon that people see'.length)
    })
  })

  test.runIf(kind === 'sqlite')(
    '[BK15] what acts on its own in a copy is not put back, whoever sealed it, and doctor names it',
    async () => {
      const bent = join(ground.dir, 'copies', 'bent')
      for (const statement of [
        `create trigger helpful after insert on meta begin delete from sync_mutation; end`,
        'create view people as select * from user',
        'drop index audit_actor',
      ]) {
        rmSync(bent, { recursive: true, force: true })
        cpSync(copy, bent, { recursive: true })
        const path = join(bent, 'iip.sqlite')
        await within(openSqlite(path), async (db) => void (await sql.raw(statement).execute(db.q)))
        const { digest: _, ...manifest } = JSON.parse(readFileSync(join(copy, manifestFile), 'utf8'))
        const pieces = [{ path: 'iip.sqlite', ...(await measured(path)) }]
        writeFileSync(join(bent, manifestFile), JSON.stringify(sealed({ ...manifest, pieces })))
        const name = /(helpful|people|audit_actor)/.exec(statement)?.[0] ?? ''
        const place = await ground.empty('bent-place')
        const put = await command(place.settings, 'restore', bent)
        expect([put.code, put.said], statement).toEqual([1, expect.stringContaining(name)])
        expect(existsSync(join(place.dataDir, 'iip.sqlite'))).toBe(false)
        expect(await command({ DATA_DIR: bent }, 'doctor'), statement).toMatchObject({ code: 1, said: expect.stringContaining(name) })
      }
    },
  )

  test('[BK6] what is put back goes past a pooler, and by no way of another database', async () => {
    if (kind !== 'postgres') return
    const nowhere = 'postgres://iip@127.0.0.1:1/pooler'
    const place = await ground.empty('past-a-pooler')
    const direct = { ...place.settings, DATABASE_URL: nowhere, DATABASE_DIRECT_URL: must(place.databaseUrl, 'a database') }
    const put = await command(direct, 'restore', copy)
    expect(put, put.said).toMatchObject({ code: 0, said: expect.stringContaining('Sound:') })
    const given = await newDatabase('empty')
    const to = await command(
      { ...place.settings, DATABASE_DIRECT_URL: nowhere, DATA_DIR: join(ground.dir, 'to') },
      'restore',
      copy,
      '--to',
      given,
    )
    expect(to, to.said).toMatchObject({ code: 0 })
    // A drill makes its database, and asks what runs, by the same way.
    const drilled = { ...ground.settings, DATABASE_URL: nowhere, DATABASE_DIRECT_URL: must(ground.databaseUrl, 'a database') }
    const drill = await command(drilled, 'drill', copy)
    expect(drill, drill.said).toMatchObject({ code: 0, said: expect.stringContaining('the running ledger holds all') })
  })

  test('[BK13] another database gets no bucket in which files are, unless that is said', async () => {
    if (kind !== 'postgres') return
    const peer = await startS3()
    try {
      const s3 = peer.place()
      const settings = {
        ...ground.settings,
        FILES: 's3',
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        S3_PREFIX: s3.prefix,
      }
      const running = await openFiles({ kind: 's3', s3 }, ground.app)
      await running.keep(Buffer.from('of what runs'))
      const to = await newDatabase('empty')
      const refused = await command(settings, 'restore', copy, '--to', to)
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('--same-files') })
      const other = await command({ ...settings, S3_PREFIX: 'beside/' }, 'restore', copy, '--to', to)
      expect(other, other.said).toMatchObject({ code: 0 })
      const shared = await newDatabase('empty')
      expect(await command(settings, 'restore', copy, '--to', shared, '--same-files')).toMatchObject({ code: 0 })
    } finally {
      await peer.stop()
    }
  })
})
