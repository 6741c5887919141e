import { must } from '#shared/kernel/assert.ts'
import type { SealedWork } from '#shared/unsent/model.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { examine } from '../cli/examine.ts'
import { openDatabase, openForReading, type Database } from '../db/open.ts'
import { openDatabaseStore } from '../files/database.ts'
import { filesOf } from '../files/store.ts'
import { backUp } from './backup.ts'
import { nodeCopyDisk } from './copy-disk.ts'
import { filesInFolder } from './files-of.ts'
import { within } from './within.ts'
import { command } from '../testing/command.ts'
import { startGround, type Ground } from '../testing/copied.ts'
import { databaseKinds } from '../testing/databases.ts'
import { wire } from '../testing/app.ts'

interface Step {
  readonly who: string
  readonly device: string
  readonly at: string
  readonly rows: readonly SealedWork['mutations'][number][]
}
const { steps }: { steps: readonly Step[] } = JSON.parse(readFileSync(join(import.meta.dirname, '../sync/outboxes/2026.11.0.json'), 'utf8'))

/** Where what the server knows by itself is left out: numbers of commits, and when they were. */
async function saidBy(db: Database) {
  const q = db.q
  const { id: commits } = { id: '*' }
  return {
    ledger: await q.selectFrom('sync_mutation').selectAll().where('mid', 'not like', '~%').orderBy('mid').execute(),
    history: await q.selectFrom('history').selectAll().orderBy('scope').orderBy('unit').orderBy('id').execute(),
    rows: (
      await q
        .selectFrom('sync_row')
        .select(['scope', 'tbl', 'id', 'deleted', 'reason', 'data'])
        .where('tbl', '<>', 'overview')
        .where('tbl', '<>', 'conflict')
        .orderBy('scope')
        .orderBy('tbl')
        .orderBy('id')
        .execute()
    ).filter(({ scope }) => scope !== commits),
    letters: await q.selectFrom('letter').select(['id', 'template', 'to_user', 'state', 'next_at', 'quiet']).orderBy('id').execute(),
    devices: await q.selectFrom('sync_device').select(['user_id', 'id', 'last_seq']).orderBy('user_id').orderBy('id').execute(),
  }
}

describe.each(databaseKinds)('%s', (kind) => {
  let ground: Ground
  afterEach(() => ground.close())

  const push = async ({ who, device, at, rows }: Step): Promise<void> => {
    const { app } = ground
    app.clock.advance(Date.parse(at) - Date.parse(app.clock.now()))
    await app.app.tick()
    const sent = rows.map(({ seq, mid, n, v, s, a, b, t, l }) => ({ seq, mid, n, v, s, a, b, t, l }))
    const { status, error } = await app.push(await app.token(who), device, sent)
    expect([status, error]).toEqual([200, undefined])
  }
  /** By the clock of the tests, which is not the machine's. */
  const copy = (name: string) =>
    within(openForReading(ground.databaseUrl, ground.app.dataDir), async (db) =>
      backUp({
        db,
        files: filesInFolder(ground.app.dataDir),
        folder: join(ground.dir, name),
        program: 'test',
        disk: nodeCopyDisk,
        nowMs: () => Date.parse(ground.app.clock.now()),
      }),
    )

  test('[BK11] an older copy goes on to any moment by a later ledger, and comes out as the database was then', async () => {
    ground = await startGround(kind)
    const { app } = ground
    const early = steps.findIndex(({ who }) => who === 'dina')
    for (const step of steps.slice(0, early)) await push(step)
    await copy('copy-before')
    for (const step of steps.slice(early, early + 6)) await push(step)
    // One request brings what the ledger has already, under the next number.
    const again = must(steps[0]?.rows[0], 'a mutation')
    const last = must(
      await app.db.q.selectFrom('sync_device').select('last_seq').where('id', '=', 'device-of-ana-2026').executeTakeFirst(),
      'a device',
    ).last_seq
    const { mid, n, v, s, a, b, t, l } = again
    await app.push(await app.token('ana'), 'device-of-ana-2026', [{ seq: last + 1, mid, n, v, s, a, b, t, l }])
    await app.call('POST', 'form/tiny/saveQuestionAnswer', {
      token: await app.token('sur-lider'),
      body: { questionId: 'q1', answer: 'Por la API' },
    })
    await app.push(await app.token('ana'), 'device-of-ana-2026', [
      wire(last + 2, 'no.such', {}, { mid: 'run-ana-release-2026-x1' }),
      { seq: last + 3, mid, n, v, s, a, b, t, l },
      wire(last + 4, 'answer.set', { unit: 'q1', value: 'Lo último antes del daño' }, { mid: 'run-ana-release-2026-x2' }),
    ])
    // As where a name was taken out of it.
    await app.db.q
      .updateTable('sync_mutation')
      .set({ said: 'f'.repeat(64) })
      .where('mid', '=', 'run-ana-release-2026-x2')
      .execute()
    const sent = await app.db.q
      .updateTable('letter')
      .set({ state: 'dead', attempts: 1, quiet: 1, next_at: '2026-12-31T00:00:00.000Z' })
      .where('id', 'like', '%')
      .executeTakeFirst()
    expect(sent.numUpdatedRows).toBeGreaterThan(0n)
    const then = app.clock.now()
    const asked = await saidBy(app.db)
    app.clock.advance(60_000)
    await app.push(await app.token('ana'), 'device-of-ana-2026', [
      wire(last + 5, 'answer.set', { unit: 'q1', value: 'El daño' }, { mid: 'run-ana-release-2026-x3', b: 'run-ana-release-2026-x2' }),
    ])
    await copy('copy-after')

    const place = await ground.empty('back')
    const put = await command(
      place.settings,
      'restore',
      join(ground.dir, 'copy-before'),
      '--until',
      then,
      '--ledger',
      join(ground.dir, 'copy-after'),
    )
    expect(put, put.said).toMatchObject({ code: 0, said: expect.stringContaining('all of them came out as they had') })
    const db = openForReading(place.databaseUrl, place.dataDir)
    const found = await saidBy(db)
    for (const what of ['ledger', 'history', 'letters', 'devices', 'rows'] as const) expect(found[what], what).toEqual(asked[what])
    expect(await examine(db, filesInFolder(place.dataDir), Date.now())).toEqual([])
    await db.close()
    // The same from the database itself, as it stands, with what it keeps of files.
    const sha256 = await within(openDatabase(ground.databaseUrl, ground.app.dataDir), async (own) =>
      filesOf(openDatabaseStore(own)).keep(Buffer.from('kept in the database')),
    )
    const another = await ground.empty('back-again')
    const live = ground.databaseUrl ?? ground.app.dataDir
    const direct = await command(another.settings, 'restore', join(ground.dir, 'copy-before'), '--until', then, '--ledger', live)
    expect(direct, direct.said).toMatchObject({ code: 0 })
    expect(readFileSync(join(another.dataDir, 'files', sha256), 'utf8')).toBe('kept in the database')
  })
})
