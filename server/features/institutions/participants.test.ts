import { addDays, dayAt, dayMs, epochMs } from '#shared/kernel/instant.ts'
import { describe, expect, test, vi } from 'vitest'
import { examine } from '../../cli/examine.ts'
import type { Database } from '../../db/open.ts'
import { sweep } from '../../jobs/sweep.ts'
import { actFor, anotherAdministrator, wire, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

type Row = Readonly<Record<string, unknown>>
const row = (data: unknown): Row => data as Row

const categoryTexts = { name: 'Regionales', shortDescription: 'Corta', longDescription: 'Larga' }
const newInstitution = { orientation: 'Institucional', leader: { name: 'Julia', surname: 'Soto' } }

onEachDatabase((start, kind) => {
  describe('who takes part', () => {
    test('[PA1] institutions are put into a form that has never been published, and those of another running form are not', async () => {
      const server = await start()
      const token = await server.token('root')
      const made = await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })
      const id = String(row(made.data)['_id'])
      const choices = row((await server.call('GET', `institution/${id}`, { token })).data)
      expect(choices).toMatchObject({ institutionIds: ['norte', 'sur'], availableInstitutionIds: [] })
      const put = (institutions: readonly object[], removed: readonly object[] = []) =>
        server.call('POST', `form/${id}/participant`, { token, body: { institutions, removed } })
      expect((await put([{ institutionId: 'norte', evaluatorId: 'eva' }])).error).toMatchObject({ code: 'participant_busy' })
      await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
      expect((await put([{ institutionId: 'norte', evaluatorId: 'ana' }])).error.code).toBe('person_unknown')
      expect((await put([{ institutionId: 'norte', evaluatorId: 'eva' }])).data).toEqual({ numInstitutions: 1 })
      expect((await server.call('GET', `form/${id}/participant`, { token })).data).toEqual({
        norte: { evaluator: 'eva', leader: 'ana', locked: false },
      })
      await server.call('PUT', `form/${id}/toggle`, { token, body: { enabled: true } })
      const ana = await server.token('ana')
      const { data } = await server.pull(ana, 'device-of-ana', null)
      expect(data.rows.filter((each) => each.t === 'participant').map((each) => each.s)).toEqual([`inst:norte:${id}`])
      await server.close()
    })

    test('[PA1] institutions that are put in together, seventeen here, are one transaction', async () => {
      const server = await start()
      const token = await server.token('root')
      const institutions: object[] = []
      const category = row((await server.call('POST', 'category', { token, body: categoryTexts })).data)['_id']
      for (const n of Array.from({ length: 17 }, (_, at) => at + 1)) {
        const body = {
          ...newInstitution,
          name: `Servicio ${n}`,
          code: `S${n}`,
          abbreviation: `S${n}`,
          category,
          domains: [`s${n}.example`],
        }
        const leader = { ...newInstitution.leader, email: `jefa@s${n}.example` }
        const made = await server.call('POST', 'institution', { token, body: { ...body, leader } })
        institutions.push({ institutionId: row(made.data)['_id'], evaluatorId: 'eva' })
      }
      const form = String(row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)['_id'])
      const put = (some: readonly object[]) =>
        server.call('POST', `form/${form}/participant`, { token, body: { institutions: some, removed: [] } })
      // The first one publishes the form, too.
      expect((await put(institutions.slice(0, 1))).data).toEqual({ numInstitutions: 1 })
      const write = vi.spyOn(server.app.server.db, 'write')
      expect((await put(institutions)).data).toEqual({ numInstitutions: 17 })
      expect(write).toHaveBeenCalledTimes(1)
      await server.close()
    })

    test('[PA1] a form is not shown while one of its institutions takes part in another that is shown and not over', async () => {
      const server = await start()
      const token = await server.token('root')
      const toggle = (form: string, enabled: boolean) => server.call('PUT', `form/${form}/toggle`, { token, body: { enabled } })
      await toggle('tiny', false)
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)['_id'])
      await server.call('POST', `form/${id}/participant`, {
        token,
        body: { institutions: [{ institutionId: 'norte', evaluatorId: 'eva' }] },
      })
      expect((await toggle(id, true)).status).toBe(200)
      expect((await toggle('tiny', true)).error).toMatchObject({ code: 'participant_busy', params: { name: 'Servicio norte' } })
      expect((await toggle(id, true)).status).toBe(200)
      await toggle(id, false)
      expect((await toggle('tiny', true)).status).toBe(200)
      await server.close()
    })

    test('[PA1] a form that is over gets no more stages while one of its institutions takes part in another that is shown and not over', async () => {
      const server = await start()
      server.clock.advance(200 * dayMs)
      const token = await server.token('root')
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)['_id'])
      const institutions = [{ institutionId: 'norte', evaluatorId: 'eva' }]
      expect((await server.call('POST', `form/${id}/participant`, { token, body: { institutions } })).status).toBe(200)
      const toggle = (form: string, enabled: boolean) => server.call('PUT', `form/${form}/toggle`, { token, body: { enabled } })
      expect((await toggle(id, true)).status).toBe(200)
      const today = dayAt(server.clock.now())
      const stages = [{ kind: 'ShowResults', name: 'Resultados', start: addDays(today, 1), end: addDays(today, 9) }]
      const add = () => server.call('PUT', 'form/tiny/stage/upsert', { token, body: { stages } })
      expect((await add()).error).toMatchObject({ code: 'participant_busy', params: { name: 'Servicio norte' } })
      await toggle(id, false)
      expect((await add()).status).toBe(200)
      expect((await toggle(id, true)).error.code).toBe('participant_busy')
      await server.close()
    })

    test('[PA1] of two who show two forms of one institution at the same moment, one does', async () => {
      const server = await start()
      const token = await server.token('root')
      // What one person asks for is decided in turn.
      const other = await anotherAdministrator(server)
      const toggle = (form: string, enabled: boolean) =>
        server.call('PUT', `form/${form}/toggle`, { token: form === 'tiny' ? token : other, body: { enabled } })
      await toggle('tiny', false)
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)['_id'])
      const institutions = [{ institutionId: 'norte', evaluatorId: 'eva' }]
      await server.call('POST', `form/${id}/participant`, { token, body: { institutions } })
      for (let time = 0; time < 8; time += 1) {
        const codes = (await Promise.all([toggle('tiny', true), toggle(id, true)])).map(({ status }) => status)
        expect(codes.toSorted((left, right) => left - right)).toEqual([200, 409])
        await Promise.all([toggle('tiny', false), toggle(id, false)])
      }
      await server.close()
    })

    test('[PA2] who leads is known or invited; of an institution of nobody it is asked', async () => {
      const server = await start()
      const token = await server.token('root')
      await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
      const made = await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })
      const id = String(row(made.data)['_id'])
      expect((await server.call('GET', 'institution/norte/leader', { token })).data).toMatchObject({ leader: { _id: 'ana' } })
      const put = (who: object) =>
        server.call('POST', `form/${id}/participant`, {
          token,
          body: { institutions: [{ institutionId: 'norte', evaluatorId: null, who }] },
        })
      const invite = { name: 'Julia', surname: 'Soto', email: 'julia@otra.example' }
      expect((await put({ invite })).error.code).toBe('email_other_institution')
      expect((await put({ invite: { ...invite, email: 'eva@laboratorio.example' } })).error.code).toBe('person_unknown')
      expect((await put({ userId: 'sur-lider' })).error.code).toBe('person_unknown')
      expect((await put({ invite: { ...invite, email: 'julia@norte.example' } })).data).toEqual({ numInstitutions: 1 })
      const led = row((await server.call('GET', `form/${id}/participant`, { token })).data)['norte']
      expect(row(led)['leader']).not.toBe('ana')
      const letters = await server.db.q.selectFrom('letter').select('template').execute()
      expect(letters.map((each) => each.template)).toContain('invited')
      await server.close()
    })

    test('[PA3] the evaluator of many is changed at once, with their load told, and the lists follow', async () => {
      const server = await start()
      const token = await server.token('root')
      const loads = async (): Promise<unknown> =>
        Object.fromEntries(
          ((await server.call('GET', 'form/tiny/evaluators', { token })).data as Row[]).map((each) => [
            each['_id'],
            [each['here'], each['total']],
          ]),
        )
      expect(await loads()).toEqual({ eva: [2, 2], otro: [0, 0] })
      const institutions = ['norte', 'sur'].map((institutionId) => ({ institutionId, evaluatorId: 'otro' }))
      expect((await server.call('POST', 'form/tiny/participant', { token, body: { institutions } })).status).toBe(200)
      expect(await loads()).toEqual({ eva: [0, 0], otro: [2, 2] })
      const seen = async (who: string): Promise<number> =>
        (await server.pull(await server.token(who), `device-of-${who}`, null)).data.rows.filter((each) => each.t === 'overview').length
      expect([await seen('eva'), await seen('otro')]).toEqual([0, 2])
      await server.close()
    })

    test('[PA3] the load of an evaluator counts the form itself and those that run: none that is over, switched off or deleted', async () => {
      const server = await start()
      const token = await server.token('root')
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)['_id'])
      const load = async (form: string): Promise<unknown> => {
        const { data } = await server.call('GET', `form/${form}/evaluators`, { token })
        const eva = row((data as Row[]).find((each) => each['_id'] === 'eva'))
        return [eva['here'], eva['total']]
      }
      const pending = async (): Promise<number> => {
        const { data } = await server.call('GET', 'notifications/institutions', { token })
        return (data as { institutions: readonly { pending: number }[] }).institutions.reduce((sum, each) => sum + each.pending, 0)
      }
      expect(await load('tiny')).toEqual([2, 2])
      expect(await load(id)).toEqual([0, 2])
      expect(await pending()).toBeGreaterThan(0)
      await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
      expect(await load('tiny')).toEqual([2, 2])
      expect(await load(id)).toEqual([0, 0])
      expect(await pending()).toBe(0)
      await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: true } })
      expect(await load(id)).toEqual([0, 2])
      server.clock.advance(400 * dayMs)
      const later = await server.token('root')
      const over = await server.call('GET', `form/${id}/evaluators`, { token: later })
      expect((over.data as Row[]).find((each) => each['_id'] === 'eva')).toMatchObject({ here: 0, total: 0 })
      await server.close()
    })

    test('[PA5] of two who say who takes part the second changes what they changed, and is told what both did', async () => {
      const server = await start()
      const token = await server.token('root')
      const seen = ['norte', 'sur'].map((institutionId) => ({ institutionId, evaluatorId: 'eva' as string | null }))
      const put = (institutions: readonly object[], rest: object) =>
        server.call('POST', 'form/tiny/participant', { token, body: { institutions, ...rest } })
      const stands = async (): Promise<unknown> =>
        Object.entries(row((await server.call('GET', 'form/tiny/participant', { token })).data)).map(([id, each]) => [
          id,
          row(each)['evaluator'],
        ])
      expect((await put([{ institutionId: 'norte', evaluatorId: 'otro' }, seen[1] ?? {}], { seen })).status).toBe(200)
      // Who saw both with eva takes sur from her, and leaves norte as it was.
      expect((await put([seen[0] ?? {}, { institutionId: 'sur', evaluatorId: null }], { seen })).status).toBe(200)
      expect(await stands()).toEqual([
        ['norte', 'otro'],
        ['sur', null],
      ])
      const clash = await put([{ institutionId: 'norte', evaluatorId: null }, seen[1] ?? {}], { seen })
      expect([clash.status, clash.error.code, clash.error.params]).toEqual([
        409,
        'participant_changed',
        { names: 'Servicio norte (otro Prueba)' },
      ])
      // One that somebody else took out meanwhile is not put in by who left it in.
      await put([{ institutionId: 'norte', evaluatorId: 'otro' }], { removed: [{ institutionId: 'sur', name: 'Servicio sur' }] })
      expect(
        (
          await put([{ institutionId: 'norte', evaluatorId: 'eva' }, seen[1] ?? {}], {
            seen: [{ institutionId: 'norte', evaluatorId: 'otro' }, seen[1]],
          })
        ).status,
      ).toBe(200)
      expect(await stands()).toEqual([['norte', 'eva']])
      await server.close()
    })

    test('[PA7] ten administrators who save the same participants at the same moment make each change once, and none of them fails', async () => {
      const server = await start()
      const tokens = [await server.token('root'), await anotherAdministrator(server)]
      const saved = async (institutions: readonly object[], removed: readonly object[] = []): Promise<unknown> => {
        const body = { institutions, removed }
        const each = Array.from({ length: 10 }, (_, at) =>
          server.call('POST', 'form/tiny/participant', { token: tokens[at % tokens.length], body }),
        )
        return [...new Set((await Promise.all(each)).map(({ status, data }) => `${status} ${JSON.stringify(data)}`))]
      }
      const asked = async (): Promise<number> =>
        (await server.db.q.selectFrom('sync_mutation').select('mid').where('name', 'like', 'participant.%').execute()).length
      const both = (evaluatorId: string) => ['norte', 'sur'].map((institutionId) => ({ institutionId, evaluatorId }))
      expect(await saved(both('otro'))).toEqual(['200 {"numInstitutions":2}'])
      expect(await asked()).toBe(2)
      expect(await saved(both('otro').slice(1), [{ institutionId: 'norte', name: 'Servicio norte' }])).toEqual([
        '200 {"numInstitutions":1}',
      ])
      expect(await asked()).toBe(3)
      expect(await saved(both('otro'))).toEqual(['200 {"numInstitutions":2}'])
      expect(await asked()).toBe(4)
      await server.close()
    })

    test.runIf(kind === 'postgres')(
      '[PA7] administrators of several servers who save the same participants at the same moment make each change once',
      async () => {
        const server = await start()
        const servers = [server, await start({ beside: server }), await start({ beside: server })]
        const tokens = [await server.token('root'), await anotherAdministrator(server)]
        const applied = async (): Promise<string[]> =>
          (
            await server.db.q
              .selectFrom('sync_mutation')
              .select('name')
              .where('name', 'like', 'participant.%')
              .where('disposition', '=', 'applied')
              .orderBy('name')
              .execute()
          ).map(({ name }) => name)
        for (let time = 0; time < 4; time += 1) {
          const isOut = time % 2 === 0
          const body = isOut
            ? {
                institutions: [{ institutionId: 'sur', evaluatorId: 'eva' }],
                removed: [{ institutionId: 'norte', name: 'Servicio norte' }],
              }
            : { institutions: ['norte', 'sur'].map((institutionId) => ({ institutionId, evaluatorId: 'eva' })) }
          const each = servers.map(({ call }, at) => call('POST', 'form/tiny/participant', { token: tokens[at % tokens.length], body }))
          expect((await Promise.all(each)).map(({ status, data }) => [status, data])).toEqual(
            servers.map(() => [200, { numInstitutions: isOut ? 1 : 2 }]),
          )
        }
        expect(await applied()).toEqual(['participant.add', 'participant.add', 'participant.remove', 'participant.remove'])
      },
    )

    test('[PA4] who is taken out goes once its name is typed, is reached by nobody, keeps what arrives, and comes back as it was', async () => {
      const server = await start()
      const token = await server.token('root')
      const ana = await server.token('ana')
      const answer = (seq: number, value: string) => ({
        seq,
        mid: `run-of-ana-here-${seq}`,
        n: 'answer.set',
        v: 1,
        s: 'inst:norte:tiny',
        a: { unit: 'q1', value },
        b: seq === 1 ? null : 'run-of-ana-here-1',
        t: server.clock.now(),
      })
      await server.push(ana, 'device-of-ana', [answer(1, 'Antes')])
      const others = [{ institutionId: 'sur', evaluatorId: 'eva' }]
      const put = (institutions: readonly object[], removed: readonly object[] = []) =>
        server.call('POST', 'form/tiny/participant', { token, body: { institutions, removed } })
      expect((await put(others)).error).toMatchObject({ code: 'participant_name', params: { name: 'Servicio norte' } })
      expect((await put(others, [{ institutionId: 'norte', name: 'Servicio sur' }])).error.code).toBe('participant_name')
      expect((await put(others, [{ institutionId: 'norte', name: ' servicio  NORTE ' }])).data).toEqual({ numInstitutions: 1 })
      expect((await server.pull(ana, 'device-of-ana', null)).data.rows.filter((each) => each.s === 'inst:norte:tiny')).toEqual([])
      const late = await server.push(ana, 'device-of-ana', [answer(2, 'Después')])
      expect(late.data.results).toMatchObject([{ d: 'refused', code: 'participant_removed' }])
      const root = await server.pull(token, 'device-of-root', null)
      expect(root.data.rows.filter((each) => each.t === 'overview' && each.r !== null).map((each) => each.i)).toEqual(['sur'])
      expect(
        row(row(row((await server.call('GET', 'institution/tiny', { token })).data)['institutionById'])['norte'])['removedAt'],
      ).toBeTruthy()
      await put([...others, { institutionId: 'norte', evaluatorId: 'otro' }])
      const back = await server.pull(ana, 'device-of-ana', null)
      expect(back.data.rows.find((each) => each.t === 'answer')).toMatchObject({ i: 'q1', r: { value: 'Antes' } })
      await server.close()
    })

    const lettersOf = async (server: TestApp, templates: readonly string[]): Promise<string[][]> =>
      (
        await server.db.q
          .selectFrom('letter')
          .select(['template', 'to_user'])
          .where('template', 'in', templates)
          .orderBy('template')
          .orderBy('to_user')
          .execute()
      ).map((each) => [each.template, each.to_user])

    test('[PA6] whoever leads an institution, holds something in it or evaluates it is written to once when it is taken out and when it comes back', async () => {
      const server = await start()
      const ana = await server.token('ana')
      const share = { elements: [{ element: 'd1', level: 'Dimension', seen: 0 }], who: { userId: 'berta' } }
      expect((await server.push(ana, 'device-of-ana', [wire(1, 'assignment.set', share)])).data.results).toEqual([])
      const sur = { institutionId: 'sur', evaluatorId: 'eva' }
      const norte = { institutionId: 'norte', evaluatorId: 'eva' }
      await putIn(server, [norte, sur])
      await putIn(server, [sur], [{ institutionId: 'norte', name: 'Servicio norte' }])
      expect(await lettersOf(server, ['takenOut', 'broughtBack'])).toEqual(['ana', 'berta', 'eva'].map((to) => ['takenOut', to]))
      await putIn(server, [norte, sur])
      expect(await lettersOf(server, ['broughtBack'])).toEqual(['ana', 'berta', 'eva'].map((to) => ['broughtBack', to]))
      await server.close()
    })

    test('[QE25] whoever leads, answers or evaluates in a form is written to once when it is hidden and when it is shown again', async () => {
      const server = await start()
      const token = await server.token('root')
      const toggle = (enabled: boolean) => server.call('PUT', 'form/tiny/toggle', { token, body: { enabled } })
      await putIn(server, [
        { institutionId: 'norte', evaluatorId: 'eva' },
        { institutionId: 'sur', evaluatorId: 'eva' },
      ])
      for (const enabled of [false, false, true, true]) expect((await toggle(enabled)).status).toBe(200)
      expect(await lettersOf(server, ['formHidden', 'formShown'])).toEqual(
        ['formHidden', 'formShown'].flatMap((template) => ['ana', 'eva', 'sur-lider'].map((to) => [template, to])),
      )
      await server.close()
    })

    test('[PA4] after thirty days the answers of who was taken out are gone, and it can be put in anew', async () => {
      const server = await start()
      const token = await server.token('root')
      const put = (institutions: readonly object[], removed: readonly object[] = []) =>
        server.call('POST', 'form/tiny/participant', { token, body: { institutions, removed } })
      const sur = { institutionId: 'sur', evaluatorId: 'eva' }
      await put([sur], [{ institutionId: 'norte', name: 'Servicio norte' }])
      const left = async (): Promise<number> =>
        (await server.db.q.selectFrom('sync_row').select('id').where('scope', '=', 'inst:norte:tiny').where('deleted', '=', 0).execute())
          .length
      server.clock.advance(29 * dayMs)
      await sweep(server.app.server)
      expect(await left()).toBeGreaterThan(0)
      server.clock.advance(2 * dayMs)
      await sweep(server.app.server)
      expect(await left()).toBe(0)
      await server.close()
    })

    test('[PA4] what went after thirty days is nowhere any more: not in a world in memory, and not on a device that heard of nothing', async () => {
      const server = await start()
      const ana = await server.token('ana')
      await server.push(ana, 'device-of-ana', [answerOf(server.clock.now())])
      const { data: before } = await server.pull(ana, 'device-of-ana', null)
      expect(before.rows.some((each) => each.t === 'answer' && each.i === 'q1')).toBe(true)
      await putIn(server, [sur], [{ institutionId: 'norte', name: 'Servicio norte' }])
      server.clock.advance(31 * dayMs)
      await sweep(server.app.server)
      await putIn(server, [sur, { institutionId: 'norte', evaluatorId: 'eva' }])
      const token = await server.token('root')
      await actFor(server, token, 'norte')
      const act = wire(1, 'answer.set', { unit: 'q3', value: 3 }, { t: server.clock.now(), mid: 'of-root-1' })
      expect((await server.push(token, 'device-of-root', [act])).data.results).toEqual([])
      const overview = (await server.pull(token, 'device-of-root', null)).data.rows.find(
        (each) => each.t === 'overview' && each.i === 'norte',
      )
      expect(overview?.r).toMatchObject({ answered: 1 })
      const again = await server.pull(await server.token('ana'), 'device-of-ana', before.cursor)
      expect(again.data.rows.find((each) => each.t === 'answer' && each.i === 'q1')).toMatchObject({ r: null })
      await server.close()
    })

    test('[PA4] who is brought back while what is long gone is swept keeps everything', async () => {
      const server = await start()
      const ana = await server.token('ana')
      await server.push(ana, 'device-of-ana', [answerOf(server.clock.now())])
      await putIn(server, [sur], [{ institutionId: 'norte', name: 'Servicio norte' }])
      server.clock.advance(30 * dayMs + 1)
      const { db } = server.app.server
      const meanwhile: Database = {
        ...db,
        write: async (work) => {
          await putIn(server, [sur, { institutionId: 'norte', evaluatorId: 'eva' }])
          return db.write(work)
        },
      }
      await sweep({ ...server.app.server, db: meanwhile })
      const back = await server.pull(await server.token('ana'), 'device-of-ana', null)
      expect(back.data.rows.find((each) => each.t === 'answer')).toMatchObject({ i: 'q1', r: { value: 'Antes' } })
      await server.close()
    })

    test('[PA4] an institution that was taken out is no fault of the database to who examines it', async () => {
      const server = await start()
      await putIn(server, [sur], [{ institutionId: 'norte', name: 'Servicio norte' }])
      const found = await examine(server.db, server.app.server.files, epochMs(server.clock.now()))
      expect(found.filter(({ check }) => check === 'mirror')).toEqual([])
      await server.close()
    })
  })
})

const sur = { institutionId: 'sur', evaluatorId: 'eva' }
async function putIn(server: TestApp, institutions: readonly object[], removed: readonly object[] = []): Promise<void> {
  const token = await server.token('root')
  const put = await server.call('POST', 'form/tiny/participant', { token, body: { institutions, removed } })
  expect(put.error).toBeUndefined()
}
const answerOf = (now: string) => wire(1, 'answer.set', { unit: 'q1', value: 'Antes' }, { t: now })
