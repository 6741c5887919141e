import { systemActor } from '#shared/access/actor.ts'
import { must } from '#shared/kernel/assert.ts'
import { catalogScope } from '#shared/protocol/scope.ts'
import { expect, test } from 'vitest'
import type { Mail } from '../email/carrier.ts'
import { carryLetters } from '../jobs/letters.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { changeDirectory } from './perform.ts'

onEachDatabase((start) => {
  const rename = (server: TestApp, token: string, name: string, id = 'ana') =>
    server.call('PUT', `user/${id}/profile`, { token, body: { name, surname: 'Prueba' } })
  const ledger = (server: TestApp, name: string) =>
    server.db.q
      .selectFrom('sync_mutation')
      .select(['author_id', 'scope', 'args', 'disposition'])
      .where('name', '=', name)
      .orderBy('seq')
      .execute()

  test('[AC3] who changed my name, when, from what to what: the account’s history answers, and the ledger holds the change', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const before = server.clock.now()
    expect((await rename(server, ana, 'Ana María')).data).toMatchObject({ name: 'Ana María' })
    await rename(server, ana, 'Ana María')
    await rename(server, ana, 'Anita')
    const { data } = await server.call('GET', 'user/ana/history', { token: ana })
    expect(data).toMatchObject([
      { action: 'Cambia nombre', text: 'Ana María Prueba → Anita Prueba', by: 'Anita Prueba', own: true },
      { action: 'Cambia nombre', text: 'ana Prueba → Ana María Prueba', by: 'Anita Prueba', own: true },
    ])
    expect(JSON.stringify(data)).toContain(before.slice(0, 13))
    expect((await ledger(server, 'person.rename')).map((entry) => [entry.author_id, entry.scope, entry.disposition])).toEqual([
      ['ana', 'org:norte', 'applied'],
      ['ana', 'org:norte', 'noop'],
      ['ana', 'org:norte', 'applied'],
    ])
    const pulled = await server.pull(await server.token('berta'), 'dev-berta', null)
    expect(pulled.data.rows.filter((row) => row.t === 'person' && row.i === 'ana').map((row) => row.r)).toMatchObject([{ name: 'Anita' }])
  })

  test('[AC3] the history of an account is its owner’s and the administrators’', async () => {
    const server = await start()
    await rename(server, await server.token('ana'), 'Anita')
    expect((await server.call('GET', 'user/ana/history', { token: await server.token('root') })).data).toHaveLength(1)
    for (const who of ['berta', 'sur-lider', 'eva']) {
      expect((await server.call('GET', 'user/ana/history', { token: await server.token(who) })).status, who).toBe(404)
    }
  })

  test('[AC3] a name that is changed from many places at once loses none of the changes from its history', async () => {
    const server = await start()
    const tokens = await Promise.all(Array.from({ length: 8 }, () => server.token('ana')))
    await Promise.all(tokens.map((token, at) => rename(server, token, `Ana ${at}`)))
    const { data } = await server.call('GET', 'user/ana/history', { token: must(tokens[0], 'token') })
    const texts = (Array.isArray(data) ? data : []).map((event: { text: string }) => event.text.split(' → '))
    expect(texts).toHaveLength(8)
    const steps = new Map(texts.map(([from, to]) => [from, to]))
    let name = 'ana Prueba'
    for (let step = 0; step < 8; step += 1) name = must(steps.get(name), `nothing follows ${name}`)
    const row = await server.db.q.selectFrom('user').select(['name', 'surname']).where('id', '=', 'ana').executeTakeFirstOrThrow()
    expect(name).toBe(`${row.name} ${row.surname}`)
  })

  test('[AC4] joining is on record, and happens in the same moment as the password or not at all', async () => {
    const server = await start()
    const guest = { name: 'Elsa', surname: 'Nueva', email: 'elsa@norte.example' }
    await server.push(await server.token('ana'), 'dev-ana', [wire(1, 'delegate.set', { who: { invite: guest } })])
    const letters: Mail[] = []
    await carryLetters(server.app.server, { carry: async (mail) => void letters.push(mail), close: () => undefined })
    const token = must(/token=([\w-]+)/.exec(letters[0]?.text ?? '')?.[1], 'no link')
    const body = { token, email: guest.email, password: 'entro hoy 1', confirmPassword: 'entro hoy 1' }
    const both = await Promise.all([server.call('POST', 'auth/invite', { body }), server.call('POST', 'auth/invite', { body })])
    expect(new Set(both.map((each) => each.status))).toEqual(new Set([200, 422]))
    const user = await server.db.q.selectFrom('user').select(['id', 'joined']).where('email', '=', guest.email).executeTakeFirstOrThrow()
    expect(user.joined).toBe(1)
    expect((await ledger(server, 'person.join')).map((entry) => [entry.author_id, entry.disposition])).toEqual([[user.id, 'applied']])
    expect((await server.call('GET', `user/${user.id}/history`, { token: await server.token('root') })).data).toMatchObject([
      { action: 'Acepta invitación', by: 'Elsa Nueva', own: true },
    ])
  })

  test('[AC5] an account of the lab is on record, and what is written beside it is written with it or not at all', async () => {
    const server = await start()
    const create = (email: string, also?: () => Promise<void>) =>
      changeDirectory(server.app.server, {
        userId: systemActor.id,
        scope: catalogScope,
        name: 'person.create',
        args: { name: 'Eva', surname: 'Rojas', email, kind: 'Administrator' },
        also,
      })
    await expect(create('rota@lab.example', () => Promise.reject(new Error('the power went')))).rejects.toThrow('the power went')
    expect(await ledger(server, 'person.create')).toEqual([])
    expect(await create('nueva@lab.example')).toMatchObject({ ok: true })
    const made = await server.db.q.selectFrom('user').select(['id', 'kind', 'email']).where('surname', '=', 'Rojas').execute()
    expect(made).toMatchObject([{ kind: 'Administrator', email: 'nueva@lab.example' }])
    expect((await server.call('GET', `user/${made[0]?.id}/history`, { token: await server.token('root') })).data).toMatchObject([
      { action: 'Crea cuenta', by: 'IIP', text: 'Eva Rojas <nueva@lab.example>' },
    ])
    expect(await create('ana@norte.example, x@lab.example')).toMatchObject({ ok: false, failure: { code: 'email_invalid' } })
  })
})
