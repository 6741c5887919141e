import { must } from '#shared/kernel/assert.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openPostgres, openSqlite, type Database } from '../db/open.ts'
import { databaseKinds } from '../testing/databases.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { migrations, type Migration } from './index.ts'
import { migrate, schemaStandingOf } from './run.ts'
import { schemaTextOf } from '../testing/schema-text.ts'

const nothing = (): void => undefined

describe.each(databaseKinds)('%s', (kind) => {
  let open: Database[] = []
  const empty = async (): Promise<Database> => {
    const db = kind === 'sqlite' ? openSqlite(':memory:') : openPostgres(await newDatabase('empty'))
    open.push(db)
    return db
  }
  afterEach(async () => {
    await Promise.all(open.map((db) => db.close()))
    open = []
  })

  test('migrations run once, in order', async () => {
    const db = await empty()
    expect(await migrate(db)).toEqual(migrations.map((migration) => migration.name))
    expect(await migrate(db)).toEqual([])
    expect(await schemaStandingOf(db)).toEqual({ version: migrations.length, worksFrom: 0 })
  })

  test('two that start at the same moment migrate once', async () => {
    const db = await empty()
    const ran = await Promise.all([migrate(db), migrate(db)])
    expect(ran.flat().toSorted()).toEqual(migrations.map((migration) => migration.name))
  })

  test('[MS6] a program starts beside a newer one that only added, and not beside one that took away what it uses', async () => {
    const db = await empty()
    const adds: Migration = { name: '9001-adds', up: (q) => sql`create table added (id text primary key)`.execute(q).then(nothing) }
    const leaves: Migration = { name: '9002-leaves', up: async () => undefined }
    const takesAway: Migration = {
      name: '9003-takes-away',
      worksFrom: migrations.length + 2,
      up: (q) => sql`drop table added`.execute(q).then(nothing),
    }
    expect(await migrate(db, { migrations: [...migrations, adds] })).toHaveLength(migrations.length + 1)
    expect(await migrate(db)).toEqual([])
    expect(await migrate(db, { migrations: [...migrations, adds, leaves, takesAway] })).toEqual(['9002-leaves', '9003-takes-away'])
    expect(await schemaStandingOf(db)).toEqual({ version: migrations.length + 3, worksFrom: migrations.length + 2 })
    await expect(migrate(db)).rejects.toThrow('start the newer program')
    await expect(migrate(db, { migrations: [...migrations, adds] })).rejects.toThrow('start the newer program')
    expect(await migrate(db, { migrations: [...migrations, adds, leaves] })).toEqual([])
  })

  test('[MS8] what runs apart is begun again where it was cut off, and of two that start at the same moment one runs it', async () => {
    const db = await empty()
    let cuts = 1
    const index: Migration = {
      name: '9001-index',
      mode: 'apart',
      up: async (q, on) => {
        const how = on === 'postgres' ? 'index concurrently' : 'index'
        await sql`drop ${sql.raw(how)} if exists letter_of_template`.execute(q)
        await sql`create ${sql.raw(how)} letter_of_template on letter (template)`.execute(q)
        cuts -= 1
        if (cuts >= 0) throw new Error('the power went')
      },
    }
    const both = { migrations: [...migrations, index] }
    await expect(migrate(db, both)).rejects.toThrow('the power went')
    expect(await schemaStandingOf(db)).toMatchObject({ version: migrations.length })
    const ran = await Promise.all([migrate(db, both), migrate(db, both)])
    expect(ran.flat()).toEqual(['9001-index'])
    expect(cuts).toBe(-1)
  })

  test('devices and mids of the first releases become those of their users, and the server has its own back', async () => {
    const db = await empty()
    const last = migrations.findIndex((migration) => migration.name.endsWith('devices-of-users'))
    for (const migration of migrations.slice(0, last)) await db.write((tx) => migration.up(tx.q, tx.kind))
    const run = 'run-of-ana-and-no-other'
    const device = (id: string, user: string) =>
      sql`insert into sync_device
      (id, user_id, last_seq, attempts_seq, attempts, app, schema_version, pending, created_at, last_seen_at)
      values (${id}, ${user}, 1, 0, 0, 'iip', 1, 0, 't', 't')`.execute(db.q)
    const entry = (mid: string, id: string, user: string, seq = 1) =>
      sql`insert into sync_mutation
      (mid, device_id, seq, author_id, name, version, scope, args, client_at, received_at, disposition, code)
      values (${mid}, ${id}, ${seq}, ${user}, 'answer.set', 1, 's', '{}', 't', 't', 'applied', 'ok')`.execute(db.q)
    // Somebody took the name of the server's own device.
    await device('system', 'eve')
    await device('rest-ana', 'ana')
    await device('dev-1', 'ana')
    await entry('tick-0', 'system', 'eve')
    await entry('rest-0f0f0f0f-0000', 'rest-ana', 'ana')
    await entry(`${run}-1`, 'dev-1', 'ana')
    await entry(`${run}--z`, 'dev-1', 'ana', 2)
    await sql`insert into sync_alias (device_id, seq, mid, disposition, code) values ('rest-ana', 2, 'm', 'noop', 'ok'), ('dev-1', 3, 'm', 'noop', 'ok')`.execute(
      db.q,
    )
    await sql`insert into form (id, name, version_id, enabled) values ('f', 'F', 'v', 1)`.execute(db.q)
    await sql`insert into participant (institution_id, form_id, leader_id, evaluator_id, locked) values ('n', 'f', 'ana', 'eva', 0), ('s', 'f', 'sol', null, 0)`.execute(
      db.q,
    )
    await db.write((tx) => must(migrations[last], 'no such migration').up(tx.q, tx.kind))

    const devices = await db.q.selectFrom('sync_device').select(['user_id', 'id', 'last_seq']).orderBy('user_id').orderBy('id').execute()
    expect(devices).toEqual([
      { user_id: 'ana', id: 'dev-1', last_seq: 1 },
      { user_id: 'ana', id: '~rest', last_seq: 1 },
      { user_id: 'eve', id: 'system', last_seq: 1 },
    ])
    const aliases = await db.q.selectFrom('sync_alias').select(['author_id', 'device_id', 'seq']).orderBy('seq').execute()
    expect(aliases).toEqual([
      { author_id: 'ana', device_id: '~rest', seq: 2 },
      { author_id: 'ana', device_id: 'dev-1', seq: 3 },
    ])
    const entries = await db.q.selectFrom('sync_mutation').select(['mid', 'device_id']).orderBy('mid').execute()
    expect(entries).toContainEqual({ mid: 'rest-0f0f0f0f-0000', device_id: '~rest' })
    expect(entries).toHaveLength(4)
    expect(await db.q.selectFrom('sync_run').selectAll().orderBy('run').execute()).toEqual([
      { run, user_id: 'ana' },
      { run: `${run}-`, user_id: 'ana' },
    ])
    expect(await db.q.selectFrom('evaluator_once').selectAll().execute()).toEqual([{ institution_id: 'n', form_id: 'f', user_id: 'eva' }])
  })

  test('a form whose results visitors saw, or were to see, is shown to them as it was; any other is shown to nobody', async () => {
    const db = await empty()
    const last = migrations.findIndex((migration) => migration.name.endsWith('-shown-to-visitors'))
    await migrate(db, { migrations: migrations.slice(0, last) })
    const tab = async (form: string, id: string, content: object): Promise<void> => {
      const scope = `dashboards:${form}`
      await sql`insert into sync_scope (id, version, floor_version) values (${scope}, 4, 0) on conflict (id) do nothing`.execute(db.q)
      await sql`insert into sync_row (scope, part, tbl, id, version, deleted, reason, data)
        values (${scope}, '', 'dashboard', ${id}, 4, 0, null, ${JSON.stringify({ id, ...content, by: 'root', at: 'then' })})`.execute(db.q)
    }
    const result = (form: string, institution: string, number: number, kind: string, published: string | null) =>
      sql`insert into result_snapshot
        values (${form}, ${institution}, ${kind}, ${number}, 1, 'v', 'c', 'o', 1, 2, 'Inicial', '{}', 'then', ${published})`.execute(db.q)
    const whole = { overallResultId: 'q', questionreports: [] }
    for (const form of ['seen', 'copied', 'kept', 'preliminary']) await tab(form, 'general', whole)
    await tab('seen', 'dimension', { questionreports: [] })
    await tab('emptied', 'general', { overallResultId: '', questionreports: [] })
    await result('seen', 'sur', 1, 'final', 'day')
    await result('seen', 'sur', 2, 'final', 'day')
    await result('seen', 'norte', 1, 'final', 'day')
    await result('seen', 'este', 1, 'final', null)
    await result('kept', 'norte', 1, 'final', null)
    await result('preliminary', 'norte', 1, 'preliminary', 'day')
    await result('emptied', 'norte', 1, 'final', 'day')
    await db.write((tx) => must(migrations[last], 'no such migration').up(tx.q, tx.kind))
    const rows = await db.q.selectFrom('sync_row').selectAll().where('tbl', '=', 'showing').execute()
    expect(rows.map(({ scope, id, version }) => [scope, id, Number(version)])).toEqual([['dashboards:seen', 'showing', 4]])
    const showing: unknown = JSON.parse(rows[0]?.data ?? '')
    expect(showing).toMatchObject({
      tabs: [{ id: 'dimension' }, { id: 'general', ...whole }],
      institutionIds: ['norte', 'sur'],
      by: 'root',
    })
    await db.close()
  })

  test('what institutions held as the name of their category becomes a category of that name, which they hold by its id', async () => {
    const db = await empty()
    const last = migrations.findIndex((migration) => migration.name.endsWith('-categories'))
    for (const migration of migrations.slice(0, last)) await db.write((tx) => migration.up(tx.q, tx.kind))
    await sql`update sync_scope set version = 7 where id = '*'`.execute(db.q)
    const hold = (id: string, institution: object) =>
      sql`insert into sync_row (scope, part, tbl, id, version, deleted, reason, data)
        values (${`org:${id}`}, '', 'institution', ${id}, 3, 0, null, ${JSON.stringify({ id, name: id, ...institution })})`.execute(db.q)
    await hold('a', { category: 'Centralizadas' })
    await hold('b', { category: 'Órganos nuevos' })
    await hold('c', { category: 'Centralizadas', code: 'C' })
    await hold('d', { category: 'organos nuevos' })
    await hold('e', { category: 'Pilares', rehearsal: 'form' })
    await db.write((tx) => must(migrations[last], 'no such migration').up(tx.q, tx.kind))

    const rows = await db.q.selectFrom('sync_row').select(['scope', 'tbl', 'version', 'data']).orderBy('scope').orderBy('id').execute()
    const said = (tbl: string) => rows.filter((row) => row.tbl === tbl).map((row): unknown => JSON.parse(row.data))
    expect(said('institution')).toMatchObject([
      { category: 'centralizadas' },
      { category: 'organos-nuevos' },
      { category: 'centralizadas', code: 'C', name: 'c' },
      { category: 'organos-nuevos-2' },
      { category: 'Pilares' },
    ])
    expect(said('category')).toMatchObject([
      { id: 'centralizadas', name: 'Centralizadas', active: true, icon: null },
      { id: 'organos-nuevos', name: 'Órganos nuevos' },
      { id: 'organos-nuevos-2', name: 'organos nuevos' },
    ])
    expect(rows.filter((row) => row.tbl === 'category').map((row) => [row.scope, Number(row.version)])).toContainEqual(['categories', 7])
  })

  test('[MS8] letters of before that need nobody are marked and indexes are made while people work, also once it was cut off', async () => {
    const db = await empty()
    const last = migrations.findIndex((migration) => migration.name.endsWith('indexes-of-the-platform'))
    await migrate(db, { migrations: migrations.slice(0, last) })
    const letter = (id: string, state: string, error: string | null) =>
      sql`insert into letter (id, template, to_user, data, state, attempts, next_at, created_at, error)
        values (${id}, 'reminder', 'ana', '{}', ${state}, 0, 't', 't', ${error})`.execute(db.q)
    await letter('a', 'dead', 'the stage is over')
    await letter('b', 'dead', 'refused')
    await letter('c', 'sent', null)
    await letter('d', 'dead', 'reminders are off')
    const { up } = must(migrations[last], 'no such migration')
    const lookHalf = sql<{ half: number }>`select count(*) as half from pg_index where not indisvalid`
    if (db.kind === 'postgres') {
      // What a build that was cut off leaves.
      await sql`create index letter_failed on letter (state)`.execute(db.q)
      await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('letter_failed')`.execute(db.q)
    }
    await up(db.q, db.kind)
    expect(await migrate(db)).toEqual(migrations.slice(last).map(({ name }) => name))
    if (db.kind === 'postgres') expect(Number((await lookHalf.execute(db.q)).rows[0]?.half)).toBe(0)
    const marked = await db.q.selectFrom('letter').select('id').where('quiet', '=', 1).orderBy('id').execute()
    expect(marked.map(({ id }) => id)).toEqual(['a', 'd'])
    expect(await schemaTextOf(db)).toContain('state, quiet, next_at, id')
  })

  test('the schema that they make is the one on file, so that a change of it is read', async () => {
    const db = await empty()
    await migrate(db)
    await expect(await schemaTextOf(db)).toMatchFileSnapshot(`./schema.${kind}.txt`)
  })
})

test('each place in the list holds the file of its number', () => {
  const numbers = migrations.map((migration) => Number(migration.name.slice(0, 4)))
  expect(numbers).toEqual(migrations.map((_, at) => at + 1))
})
