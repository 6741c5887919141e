import { must } from '#shared/kernel/assert.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../db/open.ts'
import { wire } from '../testing/app.ts'
import { command } from '../testing/command.ts'
import { keepIcon, startGround, type Ground } from '../testing/copied.ts'
import { databaseKinds } from '../testing/databases.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { startSmtp, type Smtp } from '../testing/smtp.ts'

describe.each(databaseKinds)('%s', (kind) => {
  let ground: Ground
  let icon: string
  let smtp: Smtp
  let settings: Record<string, string>
  const tmp = (): string => join(ground.dir, 'tmp')
  beforeAll(async () => {
    ground = await startGround(kind)
    icon = await keepIcon(ground, 'an icon that people see')
    smtp = await startSmtp()
    // A place of its own: others have drills at the same time.
    mkdirSync(tmp())
    settings = {
      ...ground.settings,
      TMPDIR: tmp(),
      BACKUP_DIR: join(ground.dir, 'copies'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'iip@lab.example',
    }
    const ana = await ground.app.token('ana')
    await ground.app.push(ana, 'dev-0', [wire(1, 'answer.set', { unit: 'q1', value: 'Lo primero' }, { mid: 'run-of-the-beginning-1' })])
    // A letter that waits: whoever starts on a copy of it would send it.
    await ground.app.db.q
      .insertInto('letter')
      .values({
        id: 'waits',
        template: 'welcome',
        to_user: 'ana',
        data: '{}',
        state: 'waiting',
        attempts: 0,
        next_at: '2020-01-01T00:00:00.000Z',
        created_at: '2020-01-01T00:00:00.000Z',
        sent_at: null,
        error: null,
      })
      .execute()
    const made = await command(settings, 'backup', join(ground.dir, 'copies', 'night'))
    if (made.code !== 0) throw new Error(made.said)
  })
  afterAll(async () => {
    await smtp.stop()
    await ground.close()
  })

  const left = (): string[] => readdirSync(tmp()).filter((name) => name.startsWith('iip-drill-'))
  const noted = async (): Promise<string | undefined> =>
    (await ground.app.db.q.selectFrom('meta').select('value').where('key', '=', 'drill_at').executeTakeFirst())?.value

  test('[BK8] a drill comes back from the newest copy, compares it with what runs, tells what would be lost, and leaves nothing behind', async () => {
    const ana = await ground.app.token('ana')
    await ground.app.push(ana, 'dev-0', [
      wire(2, 'answer.set', { unit: 'q20', value: 'Después' }, { mid: 'run-of-the-beginning-2' }),
      wire(3, 'answer.set', { unit: 'q2', value: '<p>Y después</p>' }, { mid: 'run-of-the-beginning-3' }),
    ])
    const before = left()
    const { code, said } = await command(settings, 'drill', '--json')
    expect(code, said).toBe(0)
    const report = JSON.parse(said)
    expect(report).toMatchObject({ copy: join(ground.dir, 'copies', 'night'), findings: [], behind: { mutations: 2 } })
    expect(report.passed.join('\n')).toContain('the running ledger holds all 1 entries of the copy, word for word')
    expect(report.passed.join('\n')).toContain('a server starts on it and is ready')
    expect(left()).toEqual(before)
    expect(await noted()).toBe(report.at)
    if (kind === 'postgres') {
      const { rows } = await sql<{
        name: string
      }>`select datname as name from pg_database where datname like '%~_drill' escape '~'`.execute(ground.app.db.q)
      expect(rows).toEqual([])
    }
  })

  test('[BK9] no letter leaves a drill, and the running system is only read', async () => {
    expect(smtp.received).toEqual([])
    const letter = await ground.app.db.q.selectFrom('letter').select(['state', 'attempts']).where('id', '=', 'waits').executeTakeFirst()
    expect(letter).toEqual({ state: 'waiting', attempts: 0 })
    expect(readdirSync(ground.app.dataDir)).not.toContain('mail')
  })

  test('[BK8] a name that was taken out of the ledger after the copy is no difference, and what is changed beside it is one', async () => {
    const own = await startGround(kind)
    try {
      const { app } = own
      const root = await app.token('root')
      const made = await app.call('POST', 'user', {
        token: root,
        body: { name: 'Zenobia', surname: 'Quiltrahue', email: 'zenobia@norte.example', institution: 'norte' },
      })
      const { _id: id } = v.parse(v.looseObject({ _id: v.string() }), made.data)
      const copy = join(own.dir, 'copies', 'before')
      expect(await command(own.settings, 'backup', copy)).toMatchObject({ code: 0 })
      const gone = await app.call('POST', `user/${id}/anonymise`, {
        token: root,
        body: { confirm: 'Zenobia Quiltrahue', reason: 'Lo pidió', letter: false },
      })
      expect(gone.status, JSON.stringify(gone)).toBe(200)
      const { mid } = await app.db.q.selectFrom('sync_mutation').select('mid').where('said', 'is not', null).executeTakeFirstOrThrow()
      const well = await command(own.settings, 'drill', copy)
      expect(well, well.said).toMatchObject({ code: 0, said: expect.stringContaining('word for word') })
      await app.db.q.updateTable('sync_mutation').set({ args: '{"name":"Otra"}' }).where('mid', '=', mid).execute()
      expect(await command(own.settings, 'drill', copy)).toMatchObject({
        code: 1,
        said: expect.stringContaining(`1 entries, the first ${mid}`),
      })
    } finally {
      await own.close()
    }
  })

  test('[BK8] what is off is named, and is no success that metrics hear of', async () => {
    const before = await noted()
    // An entry of the running ledger that says something else than the copy that was made of it.
    await sql`update sync_mutation set args = '{"unit":"q1","value":"Otro"}' where mid = 'run-of-the-beginning-1'`.execute(ground.app.db.q)
    const otherwise = await command(settings, 'drill')
    expect(otherwise).toMatchObject({ code: 1, said: expect.stringContaining('1 entries, the first run-of-the-beginning-1') })

    const path = join(ground.dir, 'copies', 'night', 'files', icon)
    const bytes = readFileSync(path)
    writeFileSync(path, Buffer.from(bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte))))
    const flipped = await command(settings, 'drill')
    expect(flipped).toMatchObject({
      code: 1,
      said: expect.stringContaining(`OFF: The copy is damaged, and nothing was put back: files/${icon}`),
    })
    writeFileSync(path, bytes)
    expect(await noted()).toBe(before)
    expect(await command({ ...settings, BACKUP_DIR: join(ground.dir, 'nowhere') }, 'drill')).toMatchObject({ code: 1 })
  })

  test('[BK10] a drill drops no database that it did not make, and empties the one that is given to it', async () => {
    // SQLite is put back into a folder.
    if (kind !== 'postgres') return
    const own = must(ground.databaseUrl, 'a database')
    const name = new URL(own).pathname.slice(1)
    await sql`create database ${sql.id(`${name}_drill`)}`.execute(ground.app.db.q)
    const refused = await command(settings, 'drill', '--alone')
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('there is one of that name that no drill made') })
    await sql`drop database ${sql.id(`${name}_drill`)}`.execute(ground.app.db.q)

    const given = await newDatabase('empty')
    const well = await command({ ...settings, DRILL_DATABASE_URL: given }, 'drill', '--alone')
    expect(well, well.said).toMatchObject({ code: 0 })
    const db = openPostgres(given)
    expect((await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(db.q)).rows).toEqual([])
    await sql`create table somebodys (id integer)`.execute(db.q)
    expect(await command({ ...settings, DRILL_DATABASE_URL: given }, 'drill', '--alone')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not empty'),
    })
    await db.close()
  })
})
