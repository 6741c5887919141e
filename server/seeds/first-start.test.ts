import { questionnaireScope } from '#shared/protocol/scope.ts'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { examine } from '../cli/examine.ts'
import { openDatabase } from '../db/open.ts'
import { diskStore } from '../files/disk.ts'
import { filesOf } from '../files/store.ts'
import { databaseKinds } from '../testing/databases.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { launchServer, startServer, type ServerProcess } from '../testing/process.ts'
import { demoOf } from './first-start.ts'

/** Forms of the demonstration whose questions somebody can read: this year's, the one before it, and two trials. */
const published = 4

const dirs: string[] = []
const running: Pick<ServerProcess, 'end'>[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')))
})
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

const newDir = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'iip-first-'))
  dirs.push(dir)
  return dir
}
const started = async (settings: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServer(settings)
  running.push(server)
  return server
}
const signInStatus = async (server: ServerProcess): Promise<number> => {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const body = JSON.stringify({ email: 'lider@oeste.example', password: 'innova-2025' })
  return (await fetch(`${server.origin}/api/v1/auth`, { ...init, body })).status
}
const filesIn = (dir: string): number => {
  try {
    return readdirSync(join(dir, 'files')).length
  } catch {
    // Not made yet.
    return 0
  }
}

describe.each(databaseKinds)('%s', (kind) => {
  let settings: { DATA_DIR: string; DATABASE_URL?: string }
  /** What a sign-in with a known password comes to, after a start that was killed while it seeded, and after the next one. */
  let signIns: readonly number[]
  const exits: (number | null)[] = []
  beforeAll(async () => {
    settings = { DATA_DIR: newDir(), ...(kind === 'postgres' ? { DATABASE_URL: await newDatabase('empty') } : {}) }
    const killed = await launchServer({ ...settings, SEED: 'demo' })
    running.push(killed)
    await vi.waitUntil(() => filesIn(settings.DATA_DIR) > 0, { timeout: 30_000, interval: 5 })
    await killed.end('SIGKILL')
    const statuses: number[] = []
    for (const more of [{ SEED: 'none', HOST: '0.0.0.0' }, { SEED: 'demo' }]) {
      const server = await started({ ...settings, ...more })
      statuses.push(await signInStatus(server))
      exits.push(await server.end('SIGTERM'))
    }
    signIns = statuses
  })
  const open = () => openDatabase(settings.DATABASE_URL, settings.DATA_DIR)

  test('a first start that is killed while it seeds leaves nothing, and the next one seeds all of it', async () => {
    expect(signIns).toEqual([401, 200])
    expect(exits).toEqual([0, 0])
    const db = open()
    expect(await demoOf(db)).toBe('whole')
    expect(await db.q.selectFrom('form_version').select('id').execute()).toHaveLength(published)
    // Next year's form is being prepared: each change of it has its author, and it was not shown to anybody.
    const prepared = await db.q
      .selectFrom('history')
      .select(['action', 'user_id'])
      .where('scope', '=', questionnaireScope('indice-2026'))
      .execute()
    expect(prepared.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['Crea formulario', 'Cambia formulario', 'Cambia pregunta']),
    )
    expect(new Set(prepared.map((each) => each.user_id))).toEqual(new Set(['lab-admin']))
    // What a guess costs: 19 MiB and two passes of argon2id, which is OWASP's floor.
    const hashes = await db.q.selectFrom('user').select('password_hash').where('password_hash', 'is not', null).execute()
    expect(new Set(hashes.map(({ password_hash: hash }) => hash?.split('$').slice(0, 4).join('$')))).toEqual(
      new Set(['$argon2id$v=19$m=19456,t=2,p=1']),
    )
    // Only this program has written to it.
    expect(await examine(db, filesOf(diskStore(settings.DATA_DIR)), Date.now())).toEqual([])
    await db.close()
  })

  test('known passwords are kept off a network by the accounts that are there, also when nothing says that they are', async () => {
    const db = open()
    await db.q.deleteFrom('meta').where('key', '=', 'demo').execute()
    await db.close()
    const refused = await launchServer({ ...settings, SEED: 'none', HOST: '0.0.0.0' })
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toContain('public password')
    const told = await started({ ...settings, SEED: 'demo' })
    expect(told.said()).toContain('left half-made')
  })
})

test('of two processes that start on one empty database one seeds and the other waits', async () => {
  const databaseUrl = await newDatabase('empty')
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: newDir(), SEED: 'demo' }
  const servers = await Promise.all([started(settings), started(settings)])
  for (const server of servers) expect(await signInStatus(server)).toBe(200)
  const db = openDatabase(databaseUrl, '')
  const ticks = await db.q.selectFrom('sync_mutation').select('device_id').where('device_id', 'like', 'demo-%').execute()
  const forms = await db.q.selectFrom('form_version').select('id').execute()
  await db.close()
  expect(forms).toHaveLength(published)
  expect(ticks.length).toBeGreaterThan(500)
})
