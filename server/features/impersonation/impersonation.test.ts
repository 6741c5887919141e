import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ImpersonationView } from '#shared/impersonation/routes.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { anotherAdministrator, wire, type Called, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const hourMs = 3_600_000
const reason = 'Su líder está de viaje y pidió por teléfono que se corrija.'

const begin = (server: TestApp, token: string, institutionId = 'norte'): Promise<Called> =>
  server.call('POST', 'impersonation', { token, body: { formId: 'tiny', institutionId, reason } })
const current = async (server: TestApp, token: string): Promise<ImpersonationView | null> =>
  (await server.call('GET', 'impersonation', { token })).data as ImpersonationView | null
const answer = (server: TestApp, token: string, seq: number, value: string, t = server.clock.now(), s = instScope('norte', 'tiny')) =>
  server.push(token, 'dev-root', [wire(seq, 'answer.set', { unit: 'q1', value }, { t, s })])
const codes = (called: Awaited<ReturnType<typeof answer>>): string[] => called.data.results.map(({ code }) => code)
const standing = async (server: TestApp): Promise<unknown> => {
  const row = await server.db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'answer').where('id', '=', 'q1').executeTakeFirst()
  return row && (JSON.parse(row.data) as { value: unknown }).value
}
const acts = async (server: TestApp) =>
  (await server.db.q.selectFrom('audit').select(['kind', 'actor_id', 'on_behalf_of', 'detail']).orderBy('n').execute()).map((row) => [
    row.kind,
    row.actor_id,
    row.on_behalf_of,
    (JSON.parse(row.detail) as { how?: string }).how,
  ])

onEachDatabase((start) => {
  test('[IM1] an administrator answers for an institution once they said why, and history and audit have both names', async () => {
    const server = await start()
    const root = await server.token('root')
    expect(codes(await answer(server, root, 1, 'sin decir por qué'))).toEqual(['impersonation_missing'])
    expect(await standing(server)).toBeUndefined()
    const begun = await begin(server, root)
    expect(begun.status).toBe(200)
    expect(begun.data).toEqual({
      ...(await current(server, root)),
      name: expect.stringContaining('orte'),
      formImpersonalizate: expect.any(String),
    })
    expect(codes(await answer(server, root, 2, 'por ellos'))).toEqual([])
    expect(await standing(server)).toBe('por ellos')
    // It is of one institution.
    expect(codes(await answer(server, root, 3, 'otra', server.clock.now(), instScope('sur', 'tiny')))).toEqual(['impersonation_missing'])
    const line = await server.db.q
      .selectFrom('history')
      .select(['user_id', 'role', 'scope'])
      .where('action', '=', 'Responde')
      .executeTakeFirst()
    expect(line).toEqual({ user_id: 'root', role: 'Administrator', scope: instScope('norte', 'tiny') })
    expect(await acts(server)).toEqual([
      ['answer.set', 'root', null, undefined],
      ['impersonation.start', 'root', 'norte', undefined],
      ['answer.set', 'root', 'norte', undefined],
      ['answer.set', 'root', null, undefined],
    ])
    const { detail } = await server.db.q.selectFrom('audit').select('detail').where('n', '=', 2).executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toEqual({ reason })
  })

  test('[IM1] only administrators act for an institution, with a reason, where it takes part and in a stage that lets them', async () => {
    const server = await start()
    for (const who of ['ana', 'eva']) expect((await begin(server, await server.token(who))).error.code).toBe('administrators_only')
    const root = await server.token('root')
    const asked = (body: object) => server.call('POST', 'impersonation', { token: root, body })
    expect((await asked({ formId: 'tiny', institutionId: 'norte', reason: '   ' })).error.code).toBe('malformed')
    expect((await asked({ formId: 'tiny', institutionId: 'nadie', reason })).error.code).toBe('not_found')
    expect((await asked({ formId: 'nada', institutionId: 'norte', reason })).error.code).toBe('not_found')
    await server.call('PUT', 'form/tiny/toggle', { token: root, body: { enabled: false } })
    expect((await begin(server, root)).error.code).toBe('form_disabled')
  })

  test('[IM2] meanwhile settings, passwords, sessions and acting for another are closed, and deciding and the survey stay closed', async () => {
    const server = await start()
    const root = await server.token('root')
    await begin(server, root)
    const refused = [
      await begin(server, root, 'sur'),
      await server.call('PUT', 'user/root/profile', { token: root, body: { name: 'Otra', surname: 'Persona' } }),
      await server.call('PUT', 'user/change-password/root', {
        token: root,
        body: { password: 'x', newPassword: 'otra-clave-77', confirmNewPassword: 'otra-clave-77' },
      }),
      await server.call('POST', 'user/sessions/end-others', { token: root }),
      await server.call('DELETE', 'user/sessions/whichever', { token: root }),
      await server.call('POST', 'user/second-factor', { token: root }),
      ...(await Promise.all(
        ['confirm', 'recovery-codes', 'remove'].map((act) =>
          server.call('POST', `user/second-factor/${act}`, { token: root, body: { password: 'x', code: '000000' } }),
        ),
      )),
      await server.call('POST', 'user/eva/second-factor/reset', { token: root }),
      await server.call('POST', 'user/passkeys/proof', { token: root }),
      await server.call('POST', 'user/passkeys/begin', { token: root, body: { proof: { password: 'x' } } }),
      await server.call('PUT', 'user/passkeys/any', { token: root, body: { name: 'Otra' } }),
      await server.call('POST', 'user/passkeys/any/remove', { token: root, body: { proof: { password: 'x' } } }),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'impersonating'))
    const { data } = await server.push(root, 'dev-root', [
      wire(1, 'evaluation.decide', { unit: 'q1', decision: 'Accepted', comment: null, answerRev: 1 }, { t: server.clock.now() }),
      wire(2, 'survey.send', {}, { t: server.clock.now() }),
    ])
    expect(data.results.map(({ d }) => ['lost', 'refused'].includes(d))).toEqual([true, true])
    expect((await server.call('POST', 'impersonation/end', { token: root })).data).toEqual({ ended: true })
    expect((await server.call('PUT', 'user/root/profile', { token: root, body: { name: 'Otra', surname: 'Persona' } })).status).toBe(200)
  })

  test('[IM3] it ends when its person says so, and with their session: nothing more stands afterwards, and both are in the audit', async () => {
    const server = await start()
    const root = await server.token('root')
    await begin(server, root)
    await server.call('POST', 'impersonation/end', { token: root })
    expect(await current(server, root)).toBeNull()
    expect(codes(await answer(server, root, 1, 'tarde'))).toEqual(['impersonation_missing'])
    await begin(server, root)
    await server.call('POST', 'auth/logout', { token: root })
    const again = await server.token('root')
    expect(await current(server, again)).toBeNull()
    expect(codes(await answer(server, again, 2, 'tarde'))).toEqual(['impersonation_missing'])
    expect(await standing(server)).toBeUndefined()
    expect((await acts(server)).filter(([kind]) => kind === 'impersonation.end')).toEqual([
      ['impersonation.end', 'root', 'norte', 'person'],
      ['impersonation.end', 'root', 'norte', 'session'],
    ])
  })

  test('[SI9] it goes on when its session takes another token', async () => {
    const server = await start()
    const root = await server.token('root')
    await begin(server, root)
    const before = await current(server, root)
    const token = randomBytes(32).toString('base64url')
    const tokenHash = createHash('sha256').update(token).digest('hex')
    expect((await server.call('POST', 'auth/token', { token: root, body: { tokenHash } })).status).toBe(200)
    expect(before).not.toBeNull()
    expect(await current(server, token)).toEqual(before)
    expect(codes(await answer(server, token, 1, 'a tiempo'))).toEqual([])
  })

  test('[IM3] it ends with the session in which it began also when that runs out of time, however much is done from another one', async () => {
    const server = await start()
    const first = await server.token('root')
    server.clock.advance(11 * hourMs)
    await begin(server, first)
    const second = await server.token('root')
    server.clock.advance(hourMs / 2)
    expect(codes(await answer(server, second, 1, 'a las once y media'))).toEqual([])
    expect((await current(server, second))?.endsAt).toMatch(/^2026-03-11T00:00/)
    server.clock.advance(hourMs / 2 + 1)
    expect((await server.call('GET', 'impersonation', { token: first })).status).toBe(401)
    expect(await current(server, second)).toBeNull()
    expect(codes(await answer(server, second, 2, 'a las doce'))).toEqual(['impersonation_missing'])
    expect(await standing(server)).toBe('a las once y media')
    server.clock.advance(60_000)
    await server.app.tick()
    expect((await acts(server)).at(-1)).toEqual(['impersonation.end', 'root', 'norte', 'session'])
    // What is dated between its end and the moment at which that was noted is after its end.
    expect(codes(await answer(server, second, 3, 'dicho antes', '2026-03-11T00:00:30.000Z'))).toEqual(['impersonation_missing'])
    expect((await begin(server, second)).status).toBe(200)
  })

  test('[IM3] it ends at the moment at which somebody else ends its session, in whichever way: what is dated before stands, what is dated later does not', async () => {
    const server = await start()
    const rita = await anotherAdministrator(server)
    const asRita = (method: string, path: string, body?: object) => server.call(method, path, { token: rita, body })
    const ways = {
      session: async () => {
        const { id } = await server.db.q.selectFrom('session').select('id').where('user_id', '=', 'root').executeTakeFirstOrThrow()
        return asRita('DELETE', `user/root/sessions/${id}`)
      },
      account: async () => {
        const closed = await asRita('POST', 'user/root/toggle', { active: false })
        server.clock.advance(20_000)
        expect((await asRita('POST', 'user/root/toggle', { active: true })).status).toBe(200)
        return closed
      },
      kind: () => asRita('PUT', 'user/root', { name: 'root', surname: 'Prueba', email: 'root@laboratorio.example', kind: 'Evaluator' }),
    }
    const seen: unknown[] = []
    let seq = 0
    for (const [way, end] of Object.entries(ways)) {
      const token = await server.token('root')
      await begin(server, token)
      await server.pull(token, 'dev-root', null, { pending: 0 })
      server.clock.advance(10 * 60_000)
      const before = server.clock.now()
      server.clock.advance(1000)
      const over = server.clock.now()
      expect((await end()).status).toBe(200)
      server.clock.advance(20_000)
      const after = server.clock.now()
      server.clock.advance(20_000)
      const row = await server.db.q
        .selectFrom('impersonation')
        .select(['ended_at', 'how'])
        .orderBy('started_at', 'desc')
        .executeTakeFirstOrThrow()
      expect([way, row.how, row.ended_at?.slice(0, 19)]).toEqual([way, 'session', over.slice(0, 19)])
      if (way === 'kind') continue
      const again = await server.token('root')
      for (const [value, t] of Object.entries({ before, after }))
        seen.push([way, value, !codes(await answer(server, again, (seq += 1), value, t)).includes('impersonation_missing')])
      await server.db.q.deleteFrom('session').where('user_id', '=', 'root').execute()
      server.clock.advance(hourMs)
    }
    expect(seen).toEqual(
      ['session', 'account'].flatMap((way) => [
        [way, 'before', true],
        [way, 'after', false],
      ]),
    )
    expect((await acts(server)).filter(([kind]) => kind === 'impersonation.end')).toEqual(
      Object.keys(ways).map(() => ['impersonation.end', 'root', 'norte', 'session']),
    )
  })

  test('[IM3] it ends by itself an hour after the last thing that was done in it, and with a session that is gone without a word', async () => {
    const server = await start()
    const root = await server.token('root')
    await begin(server, root)
    server.clock.advance(hourMs - 60_000)
    expect(codes(await answer(server, root, 1, 'a tiempo'))).toEqual([])
    server.clock.advance(hourMs - 60_000)
    expect(await current(server, root)).not.toBeNull()
    server.clock.advance(2 * 60_000)
    expect(await current(server, root)).toBeNull()
    expect(codes(await answer(server, root, 2, 'tarde'))).toEqual(['impersonation_missing'])
    await server.app.tick()
    await server.app.tick()
    await begin(server, root)
    await server.db.q.deleteFrom('session').execute()
    await server.app.tick()
    expect((await acts(server)).filter(([kind]) => kind === 'impersonation.end')).toEqual([
      ['impersonation.end', 'root', 'norte', 'idle'],
      ['impersonation.end', 'root', 'norte', 'session'],
    ])
  })

  test('[IM4] what was done offline before it was over stands whenever its device brings it, and extends nothing; what came after is kept with its words', async () => {
    const server = await start()
    const root = await server.token('root')
    await begin(server, root)
    await server.pull(root, 'dev-root', null, { pending: 0 })
    const at = (minutes: number): string => new Date(Date.parse(server.clock.now()) + minutes * 60_000).toISOString()
    const [first, second] = [at(50), at(100)]
    server.clock.advance(3 * hourMs)
    await server.app.tick()
    const sent = await server.push(root, 'dev-root', [
      wire(1, 'answer.set', { unit: 'q1', value: 'a los 50' }, { t: first }),
      wire(2, 'answer.set', { unit: 'q1', value: 'a los 100' }, { t: second, b: 'mid-answer-1' }),
    ])
    expect(sent.data.results.map(({ seq, code }) => [seq, code])).toEqual([[2, 'impersonation_missing']])
    expect(await standing(server)).toBe('a los 50')
    const cards = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('tbl', '=', 'conflict')
      .where('scope', '=', 'user:root')
      .execute()
    expect(cards).toHaveLength(1)
    expect(cards[0]?.data).toContain('a los 100')
    const told = await acts(server)
    expect(told.filter(([kind]) => kind === 'answer.set').map(([, , behalf]) => behalf)).toEqual(['norte', null])
    const noted = await server.db.q.selectFrom('impersonation').select(['last_at', 'ended_at']).executeTakeFirstOrThrow()
    expect(Date.parse(noted.ended_at ?? '') - Date.parse(noted.last_at)).toBe(hourMs)
  })

  test('[IM4] no times that a device writes carry it on, neither before nor after its end is noted', async () => {
    const server = await start()
    const root = await server.token('root')
    await begin(server, root)
    await server.pull(root, 'dev-root', null, { pending: 0 })
    const at = (minutes: number): string => new Date(Date.parse(server.clock.now()) + minutes * 60_000).toISOString()
    const forged = [59, 118, 177].map(at)
    server.clock.advance(177 * 60_000)
    // Nobody has noted yet that it is over.
    const batch = forged.map((t, n) => wire(n + 1, 'answer.set', { unit: 'q1', value: `a los ${t}` }, { t }))
    const sent = await server.push(root, 'dev-root', batch)
    expect(sent.data.results.map(({ seq, code }) => [seq, code])).toEqual([
      [2, 'impersonation_missing'],
      [3, 'impersonation_missing'],
    ])
    expect(await current(server, root)).toBeNull()
    expect(codes(await answer(server, root, 4, 'ahora'))).toEqual(['impersonation_missing'])
  })

  test('[IM4] after its end no device writes in it that was not in contact during it, nor one that brings work after seven days', async () => {
    const server = await start()
    const root = await server.token('root')
    const started = server.clock.now()
    await begin(server, root)
    await server.pull(root, 'dev-root', null, { pending: 0 })
    server.clock.advance(10 * 60_000)
    const within = new Date(Date.parse(started) + 5 * 60_000).toISOString()
    await server.call('POST', 'impersonation/end', { token: root })
    server.clock.advance(hourMs)
    const push = async (deviceId: string, seq: number) =>
      codes(
        await server.push(root, deviceId, [
          wire(seq, 'answer.set', { unit: 'q1', value: deviceId }, { t: within, mid: `${deviceId}-run-of-mids-${seq}` }),
        ]),
      )
    expect(await push('dev-new', 1)).toEqual(['impersonation_missing'])
    // One that was in contact since knows nothing of work that it had not sent then.
    await server.pull(root, 'dev-later', null, { pending: 0 })
    expect(await push('dev-later', 1)).toEqual(['impersonation_missing'])
    expect(await standing(server)).toBeUndefined()
    expect(await push('dev-root', 1)).toEqual([])
    expect(await standing(server)).toBe('dev-root')
    server.clock.advance(7 * 24 * hourMs)
    const again = await server.token('root')
    const late = wire(
      2,
      'answer.set',
      { unit: 'q1', value: 'tarde' },
      { t: within, mid: 'dev-root-run-of-mids-2', b: 'dev-root-run-of-mids-1' },
    )
    expect(codes(await server.push(again, 'dev-root', [late]))).toEqual(['impersonation_missing'])
  })

  test('[IM2] the account is closed on whichever device its person is, and ended from there', async () => {
    const server = await start()
    const root = await server.token('root')
    const other = await server.token('root')
    await begin(server, root)
    expect((await current(server, other))?.institutionId).toBe('norte')
    expect((await server.call('PUT', 'user/root/profile', { token: other, body: { name: 'Otra', surname: 'Persona' } })).error.code).toBe(
      'impersonating',
    )
    expect((await begin(server, other, 'sur')).error.code).toBe('impersonating')
    expect((await server.call('POST', 'impersonation/end', { token: other })).data).toEqual({ ended: true })
    expect(await current(server, root)).toBeNull()
    expect(codes(await answer(server, root, 1, 'tarde'))).toEqual(['impersonation_missing'])
  })
})
