import { dayMs } from '#shared/kernel/instant.ts'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyChain } from '../audit/verify.ts'
import { configOf, usualKeeping } from '../config.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { retain } from './retention.ts'

const address = '198.51.100.9'

/** What is kept for a time: one of each. */
async function withTraces({ app, call, db, clock, dataDir }: TestApp, id = 'letter'): Promise<void> {
  await call('POST', 'auth', { body: { email: 'eva@laboratorio.example', password: 'no-es' }, from: address })
  await call('POST', 'auth', { body: { email: 'nadie@laboratorio.example', password: 'no-es' }, from: address })
  await app.settled()
  const at = clock.now()
  await db.q.insertInto('known_device').values({ secret_hash: id, user_id: 'ana', created_at: at, last_used_at: at }).execute()
  await db.q
    .insertInto('letter')
    .values({
      id,
      template: 'notificationSent',
      to_user: 'ana',
      data: '{"subject":"Asunto","body":"Palabras"}',
      state: 'sent',
      attempts: 0,
      next_at: at,
      created_at: at,
      sent_at: at,
      error: null,
    })
    .execute()
  await mkdir(join(dataDir, 'mail'), { recursive: true })
  await writeFile(join(dataDir, 'mail', 'old.eml'), 'Palabras')
  await utimes(join(dataDir, 'mail', 'old.eml'), 0, 0)
  await writeFile(join(dataDir, 'mail', 'new.eml'), 'Palabras')
}

const actsOf = ({ db }: TestApp, kind: string) =>
  db.q.selectFrom('audit').select(['detail', 'actor_id']).where('kind', '=', kind).orderBy('n').execute()

onEachDatabase((start) => {
  test('[LW10] what was kept as long as the settings say goes, on record by kind and number, and the chain holds', async () => {
    const server = await start({ keeping: { ...usualKeeping, signInsDays: 40, lettersDays: 60 } })
    await withTraces(server)
    server.clock.advance(41 * dayMs)
    await retain(server.app.server)
    expect(await server.db.q.selectFrom('known_device').selectAll().execute()).toEqual([])
    expect(await server.db.q.selectFrom('attempt').selectAll().execute()).toEqual([])
    const failed = await actsOf(server, 'session.failed')
    expect(failed.map(({ detail }) => JSON.parse(detail))).toEqual([
      { code: 'login_failed', count: 1 },
      { code: 'login_failed', count: 1 },
    ])
    const letter = (): Promise<{ data: string; state: string } | undefined> =>
      server.db.q.selectFrom('letter').select(['data', 'state']).where('id', '=', 'letter').executeTakeFirst()
    expect((await letter())?.data).toContain('Palabras')
    expect(await readdir(join(server.dataDir, 'mail'))).toEqual(['new.eml'])
    server.clock.advance(20 * dayMs)
    await retain(server.app.server)
    expect(await letter()).toEqual({ data: '{}', state: 'sent' })
    expect((await actsOf(server, 'data.expired')).map(({ detail, actor_id }) => [actor_id, JSON.parse(detail)])).toEqual([
      ['system', { browsers: 1, attempts: 3, uploads: 0, letters: 0 }],
      ['system', { browsers: 0, attempts: 0, uploads: 0, letters: 1 }],
    ])
    expect((await actsOf(server, 'data.redacted')).map(({ detail }) => JSON.parse(detail))).toEqual([
      expect.objectContaining({ why: 'retention', acts: 2, entries: 0 }),
    ])
    expect((await verifyChain(server.db)).finding).toBeNull()
  })

  test('[LW10] nothing goes by a clock that may be wrong', async () => {
    let jump: { readonly byMs: number } | undefined = { byMs: 400 * dayMs }
    const server = await start({ jump: () => jump })
    await withTraces(server)
    server.clock.advance(400 * dayMs)
    await retain(server.app.server)
    expect(await server.db.q.selectFrom('known_device').selectAll().execute()).toHaveLength(1)
    jump = undefined
    await retain(server.app.server)
    expect(await server.db.q.selectFrom('known_device').selectAll().execute()).toHaveLength(0)
    expect(await actsOf(server, 'data.expired')).toHaveLength(1)
  })

  test('[LW10] what cannot be removed keeps nothing else from going, is told, and goes with the next run', async () => {
    const server = await start({ keeping: { ...usualKeeping, deactivatedDays: 100 } })
    const { db, clock, dataDir } = server
    await withTraces(server)
    const root = await server.token('root')
    for (const id of ['berta', 'carlos'])
      expect((await server.call('POST', `user/${id}/toggle`, { token: root, body: { active: false } })).status).toBe(200)
    // A letter that says nothing anybody reads, and no folder of letters.
    await db.q.updateTable('letter').set({ to_user: 'berta', data: 'half' }).where('id', '=', 'letter').execute()
    await rm(join(dataDir, 'mail'), { recursive: true })
    await writeFile(join(dataDir, 'mail'), 'no folder')
    clock.advance(400 * dayMs)
    await expect(retain(server.app.server)).rejects.toMatchObject({ errors: { length: 2 } })
    expect(await db.q.selectFrom('known_device').selectAll().execute()).toEqual([])
    expect(await actsOf(server, 'data.redacted')).not.toEqual([])
    const names = async (): Promise<string[]> =>
      (await db.q.selectFrom('user').select('name').where('id', 'in', ['berta', 'carlos']).orderBy('id').execute()).map(({ name }) => name)
    expect(await names()).toEqual(['berta', 'Persona'])
    await db.q.updateTable('letter').set({ data: '{}' }).where('id', '=', 'letter').execute()
    await rm(join(dataDir, 'mail'))
    await retain(server.app.server)
    expect(await names()).toEqual(['Persona', 'Persona'])
  })

  test('[LW11] whose account was closed so long ago is anonymised, and who was opened again or is in charge of something is not', async () => {
    const server = await start({ keeping: { ...usualKeeping, deactivatedDays: 100 } })
    const root = await server.token('root')
    for (const id of ['berta', 'carlos', 'otro']) {
      expect((await server.call('POST', `user/${id}/toggle`, { token: root, body: { active: false } })).status).toBe(200)
    }
    await server.call('POST', 'user/carlos/toggle', { token: root, body: { active: true } })
    await server.db.q.updateTable('participant').set({ evaluator_id: 'otro' }).where('institution_id', '=', 'sur').execute()
    server.clock.advance(99 * dayMs)
    await retain(server.app.server)
    const names = async (): Promise<string[]> =>
      (
        await server.db.q.selectFrom('user').select(['id', 'name']).where('id', 'in', ['berta', 'carlos', 'otro']).orderBy('id').execute()
      ).map(({ name }) => name)
    expect(await names()).toEqual(['berta', 'carlos', 'otro'])
    server.clock.advance(2 * dayMs)
    await retain(server.app.server)
    expect(await names()).toEqual(['Persona', 'carlos', 'otro'])
    const acts = await server.db.q.selectFrom('history').select(['unit', 'role']).where('action', '=', 'Anonimiza cuenta').execute()
    expect(acts).toEqual([{ unit: 'berta', role: 'System' }])
  })

  test('[LW11] an invitation that was withdrawn counts from then, and an account of which nothing says when it was closed stays', async () => {
    const server = await start({ keeping: { ...usualKeeping, deactivatedDays: 100 } })
    const { db, clock } = server
    const invite = { name: 'Elsa', surname: 'Nueva', email: 'elsa@norte.example' }
    const elements = [{ element: 'd1', level: 'Dimension', seen: 0 }]
    const does = async (seq: number, name: string, args: unknown): Promise<void> => {
      const { data } = await server.push(await server.token('ana'), 'dev-ana', [wire(seq, name, args)])
      expect(data.results).toEqual([])
    }
    await does(1, 'assignment.set', { elements, who: { invite } })
    const { id } = await db.q.selectFrom('user').select('id').where('email', '=', invite.email).executeTakeFirstOrThrow()
    await db.q.updateTable('user').set({ active: 0 }).where('id', '=', 'carlos').execute()
    clock.advance(200 * dayMs)
    await does(2, 'invitation.withdraw', { userId: id })
    const names = async (): Promise<string[]> => {
      clock.advance(dayMs)
      await retain(server.app.server)
      const rows = await db.q.selectFrom('user').select('name').where('id', 'in', [id, 'carlos']).orderBy('name').execute()
      return rows.map(({ name }) => name)
    }
    expect(await names()).toEqual(['Elsa', 'carlos'])
    // As a program wrote it that did not say in the line whose it was.
    await db.q.updateTable('history').set({ unit: '' }).where('action', '=', 'Retira invitación').execute()
    expect(await names()).toEqual(['Elsa', 'carlos'])
    clock.advance(100 * dayMs)
    expect(await names()).toEqual(['Persona', 'carlos'])
  })
})

test('[LW10] settings say for how long what is kept; without them what was usual goes on, and nobody’s name goes by itself', () => {
  expect(configOf({}).keeping).toEqual({ signInsDays: 365, lettersDays: 730, uploadsDays: 30, deactivatedDays: null })
  const keeping = { KEEP_SIGN_INS_DAYS: '90', KEEP_LETTERS_DAYS: '400', KEEP_UPLOADS_DAYS: '7', KEEP_DEACTIVATED_DAYS: '1825' }
  expect(configOf(keeping).keeping).toEqual({ signInsDays: 90, lettersDays: 400, uploadsDays: 7, deactivatedDays: 1825 })
  expect(() => configOf({ KEEP_SIGN_INS_DAYS: '3' })).toThrow('KEEP_SIGN_INS_DAYS must be a whole number of days from 30, and is "3".')
})
