import { createApp, type App } from '#server/app.ts'
import { examine } from '#server/cli/examine.ts'
import { filesInFolder } from '#server/copies/files-of.ts'
import { fillFrom } from '#server/copies/fill.ts'
import { openPostgres, openSqlite, type Database } from '#server/db/open.ts'
import { openSession } from '#server/http/session.ts'
import { migrations } from '#server/migrations/index.ts'
import { migrate, schemaVersionOf } from '#server/migrations/run.ts'
import { testClock, type TestClock } from '#server/testing/app.ts'
import { databaseKinds } from '#server/testing/databases.ts'
import { newDatabase } from '#server/testing/own-postgres.ts'
import { must } from '#shared/kernel/assert.ts'
import { minSchemaVersion, protocolVersion } from '#shared/protocol/version.ts'
import { createSync } from '#sync/engine.ts'
import { TestBrowser } from '#sync/testing/browser.ts'
import { ManualClock, settle } from '#sync/testing/manual-clock.ts'
import { httpTransport } from '#sync/transport/http.ts'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { deviceIn, putBack, type DeviceContent } from './device-content.ts'
import { releases, type Release } from './release.ts'

const { version }: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))

test('[UG1] the newest release left its database, its devices and what was under way', () => {
  expect(releases.map(({ name }) => name)).toContain(version)
})

describe.each(databaseKinds)('%s', (kind) => {
  const open: { app: App; db: Database; dir: string }[] = []
  afterEach(async () => {
    for (const { app, db, dir } of open.splice(0)) {
      app.drain()
      await app.settled()
      await db.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })

  /** This program over the database that a release left, with the files that it kept. */
  const upgraded = async (release: Release): Promise<{ app: App; db: Database; dir: string; clock: TestClock }> => {
    const dir = mkdtempSync(join(tmpdir(), 'iip-release-'))
    mkdirSync(join(dir, 'files'))
    cpSync(join(release.folder, 'files'), join(dir, 'files'), { recursive: true })
    const db = kind === 'sqlite' ? openSqlite(join(dir, 'iip.sqlite')) : openPostgres(await newDatabase('empty'))
    await fillFrom(db, release.source(), 'the database of a test')
    expect(await schemaVersionOf(db)).toBeLessThan(migrations.length)
    await migrate(db)
    const clock = testClock(release.work.at)
    const app = await createApp({
      config: { dataDir: dir, publicUrl: 'http://localhost:8080', rehearsal: true },
      db,
      log: { info: () => undefined, error: () => undefined },
      now: clock.now,
      // However slow the machine is, a push is decided whole.
      elapsed: () => 0,
      passwordCost: { memoryKib: 8, passes: 1 },
    })
    open.push({ app, db, dir })
    return { app, db, dir, clock }
  }

  const post = async (app: App, token: string, path: string, body: object) => {
    const request = new Request(`http://localhost/api/v1/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const response = await app.fetch(request)
    return { status: response.status, ...(await response.json()) }
  }

  describe.each(releases.map((release) => [release.name, release] as const))('%s', (_, release) => {
    const { work } = release

    test('[UG1] its database comes to this schema with nothing missing, and fits its ledger and its files', async () => {
      const { db, dir } = await upgraded(release)
      for (const { shape, rows } of release.source().tables.filter((table) => ['sync_mutation', 'history'].includes(table.shape.name))) {
        let left = 0
        for await (const page of rows()) left += page.length
        const { count } = await db.q
          .selectFrom(shape.name === 'history' ? 'history' : 'sync_mutation')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        expect(Number(count), shape.name).toBe(left)
        expect(left).toBeGreaterThan(20)
      }
      expect(await examine(db, filesInFolder(dir), Date.now())).toEqual([])
    })

    test('[UG2] a session that it opened goes on, and what its other devices held comes late and is taken as then', async () => {
      const { app, db, clock } = await upgraded(release)
      const { session } = work
      const schema = Math.max(work.schemaVersion, minSchemaVersion)
      const ask = { protocol: protocolVersion, schema, deviceId: session.deviceId }
      const next = await post(app, session.token, 'sync/pull', { ...ask, cursor: session.cursor })
      // Where what a cursor says has changed the device is told to start over, and does.
      const pulled = next.status === 200 ? next : await post(app, session.token, 'sync/pull', { ...ask, cursor: null })
      if (next.status !== 200) expect(next.error.code).toBe('cursor_unknown')
      expect(pulled).toMatchObject({ status: 200, data: { epoch: session.epoch } })

      for (const { who, device, at, rows } of work.late) {
        clock.advance(Date.parse(at) - Date.parse(clock.now()))
        await app.tick()
        const token = await db.write((tx) => openSession(tx, { userId: who }, clock.now()))
        const mutations = rows.map(({ seq, mid, n, v, s, a, b, t, l }) => ({ seq, mid, n, v, s, a, b, t, l }))
        const push = {
          protocol: protocolVersion,
          schema,
          app: 'test',
          deviceId: device,
          epoch: null,
          ackedThrough: 0,
          pending: 0,
          mutations,
        }
        const { status, data } = await post(app, token, 'sync/push', push)
        expect(status, `${who} ${at}`).toBe(200)
        const told = new Map<string, string>(
          data.results.map((result: { mid: string; d: string; code: string }) => [result.mid, `${result.d} ${result.code}`]),
        )
        expect(rows.map((row) => `${row.n} ${told.get(row.mid) ?? 'applied ok'}`)).toEqual(rows.map((row) => `${row.n} ${row.outcome}`))
      }
    })

    const { content, marks } = deviceIn(release.device())
    // A version of the browser's database is ten of the browser's own.
    const first: DeviceContent = { ...content, version: 10, stores: content.stores.filter(({ name }) => name !== 'staged') }
    test.each([
      ['as it was left', content],
      ['of the first version of its database', first],
    ])('[UG3] its device, %s, is opened by this program and what waited on it arrives', async (_name, held) => {
      const { app, db, dir, clock } = await upgraded(release)
      const time = new ManualClock(Date.parse(clock.now()))
      const browser = new TestBrowser(time)
      await putBack(browser.indexedDB, held)
      for (const [key, value] of marks) browser.marks.set(key, value)
      const reports: string[] = []
      let asking = 0
      const tab = browser.tab(held.name)
      const engine = createSync({
        actor: { id: 'ana', kind: 'Institutional', name: 'ana', institutionId: 'norte' },
        storage: tab.storage,
        transport: httpTransport({
          fetch: async (path, init) => {
            asking += 1
            try {
              return await app.fetch(new Request(`http://localhost${path}`, init))
            } finally {
              asking -= 1
            }
          },
          origin: '',
          clock: tab.ports.clock,
          token: () => work.device.token,
          gzip: false,
        }),
        ports: tab.ports,
        app: 'test',
        live: false,
        report: (what, error) => void reports.push(`${what}: ${String(error)}`),
      })
      expect(await engine.start()).toEqual({ evicted: false, created: false })
      expect((await tab.storage.draft('a draft of the release'))?.value).toEqual({ text: 'A medio escribir' })
      const counted = engine.counts()
      expect(counted).toMatchObject({ toSend: work.device.unsent.length + 1, files: 1 })
      for (let turn = 0; turn < 400 && engine.counts().toSend + engine.counts().files > 0; turn += 1) {
        await settle(40)
        // A database that answers when it can is waited for: the device's time stands still meanwhile.
        while (asking > 0) await settle(1)
        await time.advance(500)
      }
      expect(reports).toEqual([])
      expect(engine.counts()).toMatchObject({ toSend: 0, files: 0 })
      for (const { unit, value } of work.device.unsent) {
        const row = await db.q
          .selectFrom('sync_row')
          .select('data')
          .where('scope', '=', 'inst:norte:tiny')
          .where('tbl', '=', 'answer')
          .where('id', '=', unit)
          .executeTakeFirstOrThrow()
        expect(JSON.parse(row.data)).toMatchObject({ value, authorId: 'ana' })
      }
      const file = await db.q
        .selectFrom('sync_row')
        .select('data')
        .where('tbl', '=', 'attachment')
        .where('id', '=', work.device.file)
        .executeTakeFirst()
      const { state, sha256 } = JSON.parse(must(file, 'the file').data)
      expect(state).toBe('ready')
      expect(
        createHash('sha256')
          .update(readFileSync(join(dir, 'files', sha256)))
          .digest('hex'),
      ).toBe(sha256)
      const world = await engine.world('norte', 'tiny')
      expect(world.ok && world.value.world.answer('q1')?.value).toBe(must(work.device.unsent[0], 'an answer').value)
      engine.stop()
      await settle(50)
      tab.kill()
      expect(await examine(db, filesInFolder(dir), Date.now())).toEqual([])
    })
  })
})
