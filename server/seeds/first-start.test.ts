import { questionnaireScope } from '#shared/protocol/scope.ts'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { databaseKinds } from '../testing/databases.ts'
import { createDatabase } from '../testing/postgres.ts'
import { launchServer, startServer, type ServerProcess } from '../testing/process.ts'
import { demoOf } from './first-start.ts'

/** Forms of the demonstration whose questions somebody can read: this year's, the one before it, and two trials. */
const published = 4

let dirs: string[] = []
let running: Pick<ServerProcess, 'end'>[] = []
beforeEach(() => {
  dirs = []
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')))
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
  const settingsOf = async (): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> => ({
    DATA_DIR: newDir(),
    ...(kind === 'postgres' ? { DATABASE_URL: await createDatabase(inject('postgres'), 'empty') } : {}),
  })
  const openOf = (settings: { DATA_DIR: string; DATABASE_URL?: string }) => openDatabase(settings.DATABASE_URL, settings.DATA_DIR)
  const killedWhileSeeding = async (settings: Record<string, string>): Promise<void> => {
    const first = await launchServer({ ...settings, SEED: 'demo' })
    running.push(first)
    await vi.waitFor(() => expect(filesIn(settings['DATA_DIR'] ?? '')).toBeGreaterThan(0), { timeout: 30_000, interval: 5 })
    await first.end('SIGKILL')
  }

  test('a first start that is killed while it seeds leaves nothing, and the next one seeds all of it', async () => {
    const settings = await settingsOf()
    await killedWhileSeeding(settings)
    const onNetwork = await started({ ...settings, SEED: 'none', HOST: '0.0.0.0' })
    expect(await signInStatus(onNetwork)).toBe(401)
    expect(await onNetwork.end('SIGTERM')).toBe(0)
    expect(await signInStatus(await started({ ...settings, SEED: 'demo' }))).toBe(200)
    const db = openOf(settings)
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
    await db.close()
  })

  test('known passwords are kept off a network by the accounts that are there, also when nothing says that they are', async () => {
    const settings = await settingsOf()
    expect(await (await started({ ...settings, SEED: 'demo' })).end('SIGTERM')).toBe(0)
    const db = openOf(settings)
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
  const databaseUrl = await createDatabase(inject('postgres'), 'empty')
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
