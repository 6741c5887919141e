import { must } from '#shared/kernel/assert.ts'
import { sql } from 'kysely'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { diskStore } from '../files/disk.ts'
import { filesOf, type Files } from '../files/store.ts'
import { actFor, wire } from '../testing/app.ts'
import { command } from '../testing/command.ts'
import { keepIcon, startGround, type Ground } from '../testing/copied.ts'
import { databaseKinds } from '../testing/databases.ts'
import { openPeer } from '../testing/oidc-peer.ts'
import { layTiny, startServer } from '../testing/process.ts'
import { sendEvidence, sha256Of } from '../testing/uploads.ts'
import { examine, type Check } from './examine.ts'

describe.each(databaseKinds)('%s', (kind) => {
  let ground: Ground
  let dir: string
  let settings: Readonly<Record<string, string>>
  let db: Database
  /** By their hashes: a file of an answer, whose row says its size, and two icons. */
  let evidence: string
  let icons: readonly [string, string]
  beforeAll(async () => {
    ground = await startGround(kind)
    const { app } = ground
    ;({ db } = app)
    ;({ dir, settings } = ground)
    icons = [await keepIcon(ground, 'an icon'), await keepIcon(ground, 'another icon')]
    const ana = await app.token('ana')
    evidence = sha256Of((await sendEvidence((request) => app.app.fetch(request), 'http://localhost', ana)).bytes)
    const answers = [
      wire(1, 'answer.set', { unit: 'q1', value: 'Lo primero' }, { mid: 'run-of-ana-1' }),
      wire(2, 'answer.set', { unit: 'q2', value: '<p>Lo segundo</p>' }, { mid: 'run-of-ana-2' }),
      wire(3, 'answer.set', { unit: 'q20', value: 'Lo tercero' }, { mid: 'run-of-ana-3' }),
    ]
    const { data } = await app.push(ana, 'dev-1', answers)
    if (data.results.length > 0) throw new Error(JSON.stringify(data.results))
    await actFor(app, await app.token('root'), 'norte')
  })
  afterAll(() => ground.close())

  const files = (): string => join(ground.app.dataDir, 'files')
  const store = (): Files => filesOf(diskStore(ground.app.dataDir))
  const found = async (): Promise<Check[]> => [...new Set((await examine(db, store(), Date.now())).map((finding) => finding.check))]
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db.q)

  test('a database that only this program has written to is sound', async () => {
    expect(await examine(db, store(), Date.now())).toEqual([])
    expect(await command(settings, 'doctor')).toMatchObject({ code: 0 })
  })

  // Nothing of it is the database's.
  test.runIf(kind === 'sqlite')(
    '[SO6] how single sign-on is set up, and whether its provider answers, is told beside, and makes no database unsound',
    async () => {
      const peer = await openPeer({ kind: 'standard', publicUrl: 'https://indice.example' })
      const sso = {
        ...settings,
        PUBLIC_URL: 'https://indice.example',
        // An empty database must not start with accounts that everybody knows at such an address.
        SEED: 'none',
        OIDC_ISSUER: peer.issuer,
        OIDC_CLIENT_ID: 'iip',
        OIDC_CLIENT_SECRET: 'hush, nobody says it',
        OIDC_NAME: 'Mi Institución',
      }
      const well = await command(sso, 'doctor')
      expect(well).toMatchObject({ code: 0, said: expect.stringContaining('single sign-on: Mi Institución answers as it should') })
      const loud = await command({ ...sso, OIDC_SIGNATURE: 'off', OIDC_PKCE: 'off' }, 'doctor')
      expect(loud.said).toContain('OIDC_SIGNATURE=off')
      expect(loud.said).toContain('OIDC_PKCE=off')
      await peer.stop()
      const down = await command(sso, 'doctor')
      expect(down).toMatchObject({ code: 0, said: expect.stringContaining(`${peer.issuer} does not answer as it should`) })
      for (const { said } of [well, loud, down]) expect(said).not.toContain('hush')
    },
  )

  const inNorte = `where scope = 'inst:norte:tiny'`
  test.each([
    [
      'a device that is said to be further than the ledger',
      'sequence',
      `update sync_device set last_seq = last_seq + 1`,
      `update sync_device set last_seq = last_seq - 1`,
    ],
    [
      'a gap in what a device sent',
      'sequence',
      `update sync_mutation set seq = seq + 90000 where mid = 'run-of-ana-2'`,
      `update sync_mutation set seq = seq - 90000 where mid = 'run-of-ana-2'`,
    ],
    [
      'values whose mutations were not applied',
      'value-without-ledger',
      `update sync_mutation set disposition = 'lost' ${inNorte} and name = 'answer.set'`,
      `update sync_mutation set disposition = 'applied' ${inNorte} and name = 'answer.set'`,
    ],
    [
      'history of mutations that never came',
      'history-without-ledger',
      `update history set mid = 'x' || mid ${inNorte}`,
      `update history set mid = substr(mid, 2) ${inNorte}`,
    ],
    [
      'rows that are newer than their scope',
      'scope-version',
      `update sync_scope set version = version - 1 where id = 'inst:norte:tiny'`,
      `update sync_scope set version = version + 1 where id = 'inst:norte:tiny'`,
    ],
    [
      'another leader in the typed table',
      'mirror',
      `update participant set leader_id = 'x' || leader_id`,
      `update participant set leader_id = substr(leader_id, 2)`,
    ],
    [
      'another address in the typed table',
      'mirror',
      `update "user" set email = 'x' || email where institution_id = 'norte'`,
      `update "user" set email = substr(email, 2) where institution_id = 'norte'`,
    ],
  ] as const)('%s is found out', async (_, check, breaking, mending) => {
    await run(breaking)
    expect(await found()).toEqual([check])
    await run(mending)
    expect(await found()).toEqual([])
  })

  test('[FS9] files that are missing, cut, changed or nobody’s are found out, and what is on its way is not', async () => {
    const [first, second, third] = [icons[0], evidence, icons[1]]
    const kept = [first, second, third].map((name) => readFileSync(join(files(), name)))
    rmSync(join(files(), first))
    truncateSync(join(files(), second), 10)
    writeFileSync(join(files(), third), Buffer.alloc(must(kept[2], 'no file').length, 1))
    for (const name of ['nobodys', 'on-its-way']) writeFileSync(join(files(), name), 'x')
    utimesSync(join(files(), 'nobodys'), 0, 0)
    const told = (await examine(db, store(), Date.now())).map(({ check, what }) => `${check} ${what.split(',')[0]}`)
    expect(told.toSorted()).toEqual(
      [
        `file-missing ${first}`,
        `file-damaged ${second} has another size`,
        `file-damaged ${third} has another content`,
        'file-orphan nobodys',
      ].toSorted(),
    )
    const ended = await command(settings, 'doctor')
    expect(ended.code).toBe(1)
    expect(ended.said).toContain('4 findings')
    for (const [at, name] of [first, second, third].entries()) writeFileSync(join(files(), name), must(kept[at], 'no file'))
    for (const name of ['nobodys', 'on-its-way']) rmSync(join(files(), name))
    expect(await found()).toEqual([])
  })

  test('a copy that was made while the server worked is sound, and a server starts on it', async () => {
    const data = join(dir, 'data')
    mkdirSync(join(data, 'files'), { recursive: true })
    const { settings: own, token } = await layTiny(kind, data, 'ana')
    const server = await startServer(own)
    const { bytes } = await sendEvidence(fetch, server.origin, token)
    const copy = join(dir, 'copy')
    const made = await command(own, 'backup', copy)
    expect(made).toMatchObject({ code: 0 })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(readdirSync(join(copy, 'files'))).toEqual([sha256Of(bytes)])
    const again = await command(own, 'backup', copy)
    expect(again.code).toBe(1)
    if (kind === 'postgres') return
    expect(await command({ DATA_DIR: copy }, 'doctor')).toMatchObject({ code: 0 })
    const restored = await startServer({ DATA_DIR: copy })
    expect((await fetch(`${restored.origin}/readyz`)).status).toBe(200)
    expect(await restored.end('SIGTERM')).toBe(0)
  })

  test('[AU7] an act that somebody added to the audit by hand is found out', async () => {
    const columns = 'at, epoch, kind, actor_id, on_behalf_of, form_id, institution_id, subject_id, detail, previous, digest'
    await run(`insert into audit (n, ${columns}) select n + 1, ${columns} from audit order by n desc limit 1`)
    const last = (await db.q.selectFrom('audit').select('n').orderBy('n', 'desc').executeTakeFirstOrThrow()).n
    expect(await examine(db, store(), Date.now())).toEqual([
      { check: 'audit', what: `act ${last} was inserted: the chain has acts 1 to ${last - 1}` },
    ])
    expect(await command(settings, 'doctor')).toMatchObject({ code: 1 })
    expect((await command(settings, 'audit', 'verify')).said).toContain(`act ${last} was inserted`)
  })
})

test('examining needs no right to write: the database is opened for reading', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'iip-doctor-'))
  const told = await command({ DATA_DIR: join(dir, 'nothing') }, 'doctor')
  expect(told.code).toBe(1)
  expect(readdirSync(dir)).toEqual([])
  rmSync(dir, { recursive: true, force: true })
})
