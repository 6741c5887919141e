import { expect, test } from 'vitest'
import { dayAt } from '#shared/kernel/instant.ts'
import type { AuditChain, AuditPage } from '#shared/audit/routes.ts'
import { noteAct } from '../../audit/acts.ts'
import { actFor, wire, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const pageOf = async (server: TestApp, token: string, query = ''): Promise<AuditPage> =>
  (await server.call('GET', `audit${query}`, { token })).data as AuditPage
const fetched = (server: TestApp, path: string, token: string): Promise<Response> =>
  server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { headers: { Authorization: `Bearer ${token}` } }))

async function busy(server: TestApp): Promise<string> {
  const root = await server.token('root')
  await server.call('PUT', 'form/tiny', { token: root, body: { name: 'Nombre nuevo', description: '' } })
  await server.push(await server.token('eva'), 'dev-eva', [
    wire(1, 'evaluation.decide', { unit: 'q1', decision: 'Accepted', comment: null, answerRev: 1 }),
  ])
  await actFor(server, root, 'norte')
  await server.push(root, 'dev-root', [wire(1, 'answer.set', { unit: 'q1', value: 'Por ellos' }, { t: server.clock.now() })])
  return root
}

onEachDatabase((start) => {
  test('[AU9] the audit is read by administrators only, whichever call of it', async () => {
    const server = await start()
    for (const path of ['audit', 'audit/export', 'audit/chain']) {
      for (const who of ['ana', 'eva']) {
        const { status, error } = await server.call('GET', path, { token: await server.token(who) })
        expect([path, who, status, error.code]).toEqual([path, who, 403, 'administrators_only'])
      }
      expect((await server.call('GET', path)).status).toBe(401)
    }
    expect((await pageOf(server, await server.token('root'))).acts).toEqual([])
  })

  test('[AU9] it is told newest first with names and from what to what, and is narrowed by person, institution, form, kind, day and words', async () => {
    const server = await start()
    const root = await busy(server)
    const all = await pageOf(server, root)
    expect(all.acts.map((act) => [act.n, act.kind, act.byId, act.onBehalfOf, act.institution])).toEqual([
      [4, 'answer.set', 'root', 'norte', 'norte'],
      [3, 'impersonation.start', 'root', 'norte', 'norte'],
      [2, 'evaluation.decide', 'eva', '', 'norte'],
      [1, 'form.edit', 'root', '', ''],
    ])
    expect(all.acts[3]?.changed).toContainEqual({ field: 'name', from: expect.any(String), to: '"Nombre nuevo"' })
    expect(all.names).toMatchObject({ root: 'root Prueba', eva: 'eva Prueba', norte: 'Servicio norte', q1: expect.stringContaining(' ') })
    expect(all.people.map(({ _id }) => _id)).toEqual(['eva', 'root'])
    const kinds = async (query: string): Promise<string[]> => (await pageOf(server, root, `?${query}`)).acts.map((act) => act.kind)
    expect(await kinds('person=eva')).toEqual(['evaluation.decide'])
    expect(await kinds('institution=norte')).toEqual(['answer.set', 'impersonation.start', 'evaluation.decide'])
    expect(await kinds('form=other')).toEqual([])
    expect(await kinds('group=forms')).toEqual(['form.edit'])
    const today = dayAt(server.clock.now())
    expect(await kinds(`from=${today}&until=${today}`)).toHaveLength(4)
    expect(await kinds('until=2020-01-01')).toEqual([])
    expect(await kinds('words=FORMULARIO%20pruéba')).toEqual(['form.edit'])
    expect(await kinds('words=servicio%20prueba%20eva')).toEqual(['evaluation.decide'])
    // What is read is found, in whichever language it is read.
    expect(await kinds('words=norte%20comienza%20a%20actuar')).toEqual(['impersonation.start'])
    expect(await kinds('words=norte%20answers%20a%20question')).toEqual(['answer.set'])
  })

  test('[AU9] pages follow one another without a gap, and one that looked at many says where to look on', async () => {
    const server = await start()
    const root = await server.token('root')
    await server.db.write(async (tx) => {
      for (let n = 0; n < 2_100; n += 1)
        await noteAct(tx, { kind: 'session.signIn', actorId: 'eva', detail: { device: n === 0 ? 'aguja' : '' }, at: server.clock.now() })
    })
    const seen: number[] = []
    let before: number | null = null
    do {
      const page: AuditPage = await pageOf(server, root, `?limit=200${before === null ? '' : `&before=${before}`}`)
      seen.push(...page.acts.map((act) => act.n))
      before = page.next
    } while (before !== null)
    expect(seen).toEqual(Array.from({ length: 2_100 }, (_, at) => 2_100 - at))
    const far = await pageOf(server, root, '?words=aguja')
    expect(far.acts).toEqual([])
    expect((await pageOf(server, root, `?words=aguja&before=${far.next}`)).acts.map((act) => act.n)).toEqual([1])
  })

  test('[AU9] what was looked for is taken away whole, formulas inert, and the taking is in the audit', async () => {
    const server = await start()
    const root = await busy(server)
    await server.call('PUT', 'form/tiny', { token: root, body: { name: '=1+1', description: '' } })
    const csv = await (await fetched(server, 'audit/export?group=forms&format=csv', root)).text()
    const lines = csv.trim().split('\r\n')
    expect(csv.startsWith('"Acto","Fecha","Persona"')).toBe(true)
    expect(lines).toHaveLength(3)
    expect(csv).not.toContain('evaluation.decide')
    expect(lines.slice(1).every((line) => line.includes('"Cambia el formulario"'))).toBe(true)
    expect(csv).not.toMatch(/(?:^|,)"=1/m)
    const [last] = (await pageOf(server, root)).acts
    expect(last).toMatchObject({ kind: 'file.download', byId: 'root', subject: 'audit.export', detail: { file: 'auditoria.csv' } })
    const book = new Uint8Array(await (await fetched(server, 'audit/export?format=xlsx', root)).arrayBuffer())
    expect(String.fromCharCode(...book.slice(0, 2))).toBe('PK')
  })

  test('[AU9] how far the chain is as it was written is told in steps', async () => {
    const server = await start()
    const root = await busy(server)
    const chain = async (query = ''): Promise<AuditChain> =>
      (await server.call('GET', `audit/chain${query}`, { token: root })).data as AuditChain
    const whole = await chain()
    expect(whole).toMatchObject({ to: { n: 4 }, head: { n: 4 }, finding: null })
    expect(whole.at).not.toBeNull()
    expect(await chain('?after=2')).toMatchObject({ to: { n: 4 }, finding: null })
  })
})
