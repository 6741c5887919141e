import type { FormEvent, HistoryPage } from '#shared/questionnaires/history-routes.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { addDays, dayAt } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

onEachDatabase((start) => {
  const read = async (server: TestApp, asked: Readonly<Record<string, string>> = {}, form = 'tiny'): Promise<HistoryPage> => {
    const reply = await server.call('GET', `form/${form}/history?${new URLSearchParams(asked).toString()}`, {
      token: await server.token('root'),
    })
    expect(reply.status).toBe(200)
    return reply.data as HistoryPage
  }
  const actions = (events: readonly FormEvent[]): string[] => events.map((each) => each.action)

  /** Changes of the questionnaire of `tiny` from an administrator's device, one after the other. */
  const changing = (server: TestApp, who = 'root') => {
    let seq = 0
    return async (n: string, a: unknown): Promise<void> => {
      seq += 1
      server.clock.advance(1000)
      const t = server.clock.now()
      const mutation = { seq, mid: `run-${who}-history-${seq}`, n, v: 1, s: questionnaireScope('tiny'), a, b: null, t }
      const reply = await server.push(await server.token(who), `device-of-${who}`, [mutation])
      // Whatever stands plainly is not told of.
      expect(reply.data.results, n).toEqual([])
    }
  }
  const points = (from: number | null, to: number) => ({
    id: 'q3',
    from: { points: from === null ? [] : [{ key: 'value', value: from }] },
    to: { points: [{ key: 'value', value: to }] },
  })

  test('[FH1] of one question’s points it is told who, when, from what to what and in which published version, and of nothing else', async () => {
    const server = await start()
    const token = await server.token('root')
    const change = changing(server)
    await change('question.edit', points(null, 2))
    await change('question.edit', { id: 'q3', from: { fillingHint: null }, to: { fillingHint: 'Breve' } })
    await server.call('POST', 'form/tiny/publish', { token })
    server.clock.advance(60_000)
    await change('question.edit', points(2, 3))
    const { events, next, people } = await read(server, { element: 'q3', kind: 'points' })
    expect(next).toBeNull()
    expect(people).toEqual([{ _id: 'root', name: 'root Prueba' }])
    expect(events).toMatchObject([
      { number: '1.1.3', by: 'root Prueba', version: null, changed: [{ field: 'points', to: '[{"key":"value","value":3}]' }] },
      { number: '1.1.3', by: 'root Prueba', version: { n: 2 }, changed: [{ field: 'points', from: '[]' }] },
    ])
    expect((await read(server, { kind: 'publications' })).events).toMatchObject([{ version: { n: 2 }, byId: 'root' }])
    const whole = (await read(server)).events
    expect(actions(whole)).toEqual(['Cambia pregunta', 'Publica versión', 'Cambia pregunta', 'Cambia pregunta'])
    // Two changes that meet in what stood before leave nothing that waits.
    await change('question.edit', points(3, 2))
    await server.call('POST', 'form/tiny/publish', { token })
    expect((await read(server, { kind: 'points' })).events.map((each) => each.version)).toMatchObject([undefined, undefined, { n: 2 }])
    await server.close()
  })

  test('[FH4] what came in one push stands in the order of its device, whatever its names and its clock say, also where a page ends', async () => {
    const server = await start()
    const sent = ['z', 'm', 'a', 'q'].map((name, at) => ({
      seq: at + 1,
      mid: `run-root-${name}`,
      n: 'question.edit',
      v: 1,
      s: questionnaireScope('tiny'),
      a: points(at === 0 ? null : at, at + 1),
      b: null,
      t: server.clock.now(),
    }))
    const reply = await server.push(await server.token('root'), 'device-of-root', sent)
    expect(reply.data.results).toEqual([])
    const wanted = [4, 3, 2, 1].map((value) => JSON.stringify([{ key: 'value', value }]))
    expect((await read(server)).events.map(({ changed: [first] }) => first?.to)).toEqual(wanted)
    const paged: (string | undefined)[] = []
    for (let before: string | null | undefined; before !== null && paged.length < 9;) {
      const page = await read(server, { limit: '1', ...(before === undefined ? {} : { before }) })
      paged.push(...page.events.map(({ changed: [first] }) => first?.to))
      before = page.next
    }
    expect(paged).toEqual(wanted)
    await server.close()
  })

  test('[FH1] an alert is on record with the questions of its sides by name, and says that it waits for a version', async () => {
    const server = await start()
    const to = {
      first: { questionId: 'q4', says: true, value: true },
      second: { questionId: 'q1', says: false, value: null },
      text: 'No van juntas',
    }
    await changing(server)('alert.edit', { id: 'a1', from: null, to })
    const { events, names } = await read(server)
    expect(events[0]).toMatchObject({ action: 'Agrega alerta', text: 'No van juntas', version: null })
    expect(Object.keys(names)).toEqual(expect.arrayContaining(['q1', 'q4']))
    await server.close()
  })

  test('[FH2] it is looked through by part, kind, person, period and words of whatever accents, a page at a time', async () => {
    const server = await start()
    const token = await server.token('root')
    const change = changing(server)
    await change('dimension.edit', { id: 's11', from: { fillingHint: null }, to: { fillingHint: '<p>Mire el <strong>Menú</strong></p>' } })
    await change('question.edit', points(null, 2))
    await change('question.edit', { id: 'q20', from: { fillingHint: null }, to: { fillingHint: 'Otra parte' } })
    for (let each = 2; each < 12; each += 1) await change('question.edit', points(each, each + 1))
    const kinds = async (asked: Readonly<Record<string, string>>) => (await read(server, asked)).events.length
    expect(await kinds({ element: 's11' })).toBe(12)
    expect(await kinds({ element: 'd1' })).toBeGreaterThanOrEqual(12)
    expect(await kinds({ element: 's11', kind: 'helps' })).toBe(1)
    expect(await kinds({ words: 'menu MIRE' })).toBe(1)
    // Not the marks of a rich text.
    expect(await kinds({ words: 'strong' })).toBe(0)
    expect(await kinds({ words: '1.1.3' })).toBe(11)
    expect(await kinds({ by: 'root' })).toBe(13)
    expect(await kinds({ by: 'eva' })).toBe(0)
    const today = dayAt(server.clock.now())
    expect(await kinds({ from: today, until: today })).toBe(13)
    expect(await kinds({ from: addDays(today, 1) })).toBe(0)
    expect(await kinds({ until: addDays(today, -1) })).toBe(0)
    const first = await read(server, { limit: '5' })
    expect(first.events).toHaveLength(5)
    const second = await read(server, { limit: '200', before: String(first.next) })
    expect(second.next).toBeNull()
    expect([...first.events, ...second.events]).toEqual((await read(server)).events)
    expect((await server.call('GET', 'form/tiny/history?limit=201', { token })).status).toBe(400)
    expect((await server.call('GET', 'form/tiny/history?kind=otra', { token })).status).toBe(400)
    expect((await server.call('GET', 'form/tiny/history?from=2026-02-30', { token })).status).toBe(400)
    expect(first.parts).toContainEqual({ _id: 's11', number: '1.1', name: expect.any(String) })
    expect((await read(server, { element: 'q3', kind: 'stages' })).names).toMatchObject({ q3: expect.stringMatching(/^1\.1\.3 /) })
    for (const who of ['ana', 'eva'])
      expect((await server.call('GET', 'form/tiny/history', { token: await server.token(who) })).error.code).toBe('administrators_only')
    await server.close()
  })

  test('[FH1] who takes part, who evaluates, who was opened again, stages and what the replica leaves out are in it, by name', async () => {
    const server = await start()
    const token = await server.token('root')
    const put = (institutions: readonly object[], removed: readonly object[] = []) =>
      server.call('POST', 'form/tiny/participant', { token, body: { institutions, removed } })
    await put([
      { institutionId: 'norte', evaluatorId: 'otro' },
      { institutionId: 'sur', evaluatorId: 'eva' },
    ])
    server.clock.advance(1000)
    await put([{ institutionId: 'sur', evaluatorId: 'eva' }], [{ institutionId: 'norte', name: 'Servicio norte' }])
    server.clock.advance(1000)
    await put([
      { institutionId: 'norte', evaluatorId: null },
      { institutionId: 'sur', evaluatorId: 'eva' },
    ])
    server.clock.advance(1000)
    await server.call('POST', 'form/replica/tiny', { token, body: { formId: 'tiny', subdimensions: ['s21'], points: '1' } })
    server.clock.advance(1000)
    const stages = (await server.call('GET', 'form/tiny/stage', { token })).data as {
      _id: string
      kind: string
      name: string
      start: string
      end: string
    }[]
    const [input, ...later] = stages.map(({ _id, kind, name, start, end }) => ({ _id, kind, name, start, end }))
    const end = addDays(dayAt(server.clock.now()), 40)
    const moved = later.map((each) => ({ ...each, start: addDays(each.start, 20), end: addDays(each.end, 20) }))
    await server.call('PUT', 'form/tiny/stage/upsert', { token, body: { stages: [{ ...input, end }, ...moved] } })
    server.clock.advance(1000)
    expect((await server.call('POST', `form/tiny/stage/${String(input?._id)}/extended`, { token, body: { end } })).status).toBe(200)
    const { events, names } = await read(server)
    expect(new Set(actions(events))).toEqual(
      new Set(['Avisa más plazo', 'Cambia etapa', 'Configura réplica', 'Restaura institución', 'Quita institución', 'Cambia evaluador']),
    )
    expect(events.find((each) => each.action === 'Cambia evaluador')).toMatchObject({
      element: 'norte',
      text: 'Servicio norte',
      kinds: ['participants'],
      changed: [{ field: 'evaluatorId', from: '"eva"', to: '"otro"' }],
    })
    expect(names).toMatchObject({ eva: 'eva Prueba', otro: 'otro Prueba', ana: 'ana Prueba', s21: expect.stringMatching(/^2\.1 /) })
    expect((await read(server, { element: 'norte' })).events).toHaveLength(3)
    expect(events[0]).toMatchObject({ text: input?.name, changed: [{ field: 'end', to: JSON.stringify(end) }, { field: 'institutions' }] })
    await server.close()
  })

  test('[FH1] a copy and a form out of a file say where they come from', async () => {
    const server = await start()
    const token = await server.token('root')
    const copied = await server.call('GET', 'form/clone/tiny', { token })
    const id = String((copied.data as { _id: string })._id)
    expect((await read(server, {}, id)).events).toMatchObject([{ action: 'Crea formulario', changed: [{ field: 'copyOf' }] }])
    expect(actions((await read(server)).events)).toEqual(['Clona formulario'])
    await server.close()
  })
})
