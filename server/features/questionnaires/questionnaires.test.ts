import { must } from '#shared/kernel/assert.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { describe, expect, test } from 'vitest'
import { Publishing } from '../../jobs/publishing.ts'
import { anotherAdministrator } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { fillQuestionnaires } from '../../sync/questionnaires.ts'
import { publish } from '../forms/publication.ts'

type Row = Readonly<Record<string, unknown>>
const row = (data: unknown): Row => data as Row

const mutation = (seq: number, name: string, form: string, a: unknown, t: string) => ({
  seq,
  mid: `run-root-questionnaire-${seq}`,
  n: name,
  v: 1,
  s: questionnaireScope(form),
  a,
  b: null,
  t,
})

onEachDatabase((start) => {
  describe('forms of administrators', () => {
    test('[QE10] a form is made, changed, shown, copied and deleted by calls, each once, and nobody else may', async () => {
      const server = await start()
      const token = await server.token('root')
      const made = await server.call('POST', 'form', {
        token,
        body: { name: 'Índice 2027' },
        headers: { 'Idempotency-Key': 'make-one-form' },
      })
      const again = await server.call('POST', 'form', {
        token,
        body: { name: 'Índice 2027' },
        headers: { 'Idempotency-Key': 'make-one-form' },
      })
      expect(made).toMatchObject({ status: 200, data: { name: 'Índice 2027', enabled: false, numStages: 0, numInstitutions: 0 } })
      expect(again.data).toEqual(made.data)
      const id = String(row(made.data)['_id'])
      const edited = await server.call('PUT', `form/${id}`, { token, body: { name: 'Índice 2028', description: 'Ciclo' } })
      expect(edited.data).toMatchObject({ name: 'Índice 2028', description: 'Ciclo' })
      const shown = await server.call('PUT', `form/${id}/toggle`, { token, body: { enabled: true } })
      expect(shown.data).toMatchObject({ enabled: true, versionId: expect.stringMatching(/^v-/) })
      const version = await server.call('GET', `forms/${String(row(shown.data)['versionId'])}`, { token })
      expect(version.data).toMatchObject({ name: 'Índice 2028', dimensions: [{ name: 'Nombre dimensión' }, {}, {}] })
      const copied = await server.call('GET', `form/clone/${id}`, { token })
      expect(copied.data).toMatchObject({ name: 'Copia de Índice 2028', enabled: false })
      const listed = await server.call('GET', 'form', { token })
      expect(row(listed.data)['formIds']).toHaveLength(3)
      const readiness = async (form: string, as = token) => server.call('GET', `form/${form}/readiness`, { token: as })
      expect((await readiness(id)).data).toEqual({ points: 0, stages: 0, institutions: 0, missing: 4, unreached: [] })
      expect((await readiness('tiny')).data).toMatchObject({ institutions: 2 })
      expect((await readiness('none')).error.code).toBe('not_found')
      expect((await server.call('DELETE', `form/${id}`, { token })).data).toEqual({ msg: 'Formulario eliminado exitosamente' })
      expect(row((await server.call('GET', 'form', { token })).data)['formIds']).toHaveLength(2)
      expect((await server.call('PUT', `form/${id}`, { token, body: { name: 'x', description: '' } })).error.code).toBe('not_found')
      expect((await server.call('DELETE', 'form/tiny', { token })).status).toBe(200)
      for (const who of ['ana', 'eva']) {
        const other = await server.token(who)
        expect((await server.call('GET', 'form', { token: other })).error.code).toBe('administrators_only')
        expect((await server.call('POST', 'form', { token: other, body: { name: 'x' } })).error.code).toBe('administrators_only')
        expect((await server.call('GET', `form/clone/${id}`, { token: other })).error.code).toBe('administrators_only')
      }
      await server.close()
    })

    test('[RS6] an administrator says where levels begin; thresholds out of order, and what somebody else said meanwhile, are refused', async () => {
      const server = await start()
      const token = await server.token('root')
      const levels = (body: object, as = token) => server.call('PUT', 'form/tiny/levels', { token: as, body })
      expect((await levels({ med: 0.4, good: 0.7, seen: null })).data).toEqual({ med: 0.4, good: 0.7 })
      const listed = row(row((await server.call('GET', 'form', { token })).data)['formById'])
      expect(listed['tiny']).toMatchObject({ levels: { med: 0.4, good: 0.7 } })
      expect((await levels({ med: 0.5, good: 0.8, seen: null })).error.code).toBe('changed_meanwhile')
      expect((await levels({ med: 0.5, good: 1 })).data).toEqual({ med: 0.5, good: 1 })
      for (const wrong of [
        { med: 0, good: 0.5 },
        { med: 0.5, good: 0.5 },
        { med: 0.5, good: 1.0001 },
        { med: -1, good: 0.5 },
      ])
        expect((await levels(wrong)).error.code, JSON.stringify(wrong)).toBe('levels_order')
      expect((await levels({ med: '0.4', good: 0.7 })).status).toBe(400)
      for (const who of ['ana', 'eva']) expect((await levels({ med: 0.4, good: 0.7 }, await server.token(who))).status).toBe(403)
      const history = await server.call('GET', 'form/tiny/history', { token })
      expect((history.data as HistoryPage).events).toMatchObject([
        { action: 'Cambia niveles', changed: [{ field: 'levels', from: '{"med":0.4,"good":0.7}', to: '{"med":0.5,"good":1}' }] },
        { action: 'Cambia niveles', changed: expect.arrayContaining([expect.objectContaining({ field: 'levels', from: 'null' })]) },
      ])
      expect((await server.call('PUT', 'form/nada/levels', { token, body: { med: 0.4, good: 0.7 } })).error.code).toBe('not_found')
      await server.close()
    })

    test('[AP7] a call that shows a form, repeated after somebody hid it, shows it no second time; another under its key is refused', async () => {
      const server = await start()
      const token = await server.token('root')
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)['_id'])
      const toggle = (enabled: boolean, headers = {}) => server.call('PUT', `form/${id}/toggle`, { token, body: { enabled }, headers })
      const key = { 'Idempotency-Key': 'show-it-once' }
      expect((await toggle(true, key)).data).toMatchObject({ enabled: true })
      expect((await toggle(false)).data).toMatchObject({ enabled: false })
      expect((await toggle(true, key)).data).toMatchObject({ enabled: false })
      expect((await toggle(false, key)).error.code).toBe('key_reused')
      await server.close()
    })

    test('[QE9] who only asks about the address that copies a form copies none', async () => {
      const server = await start()
      const token = await server.token('root')
      const headers = { Authorization: `Bearer ${token}` }
      const asked = await server.app.fetch(new Request('http://localhost/api/v1/form/clone/tiny', { method: 'HEAD', headers }))
      expect(asked.status).toBe(405)
      expect(row((await server.call('GET', 'form', { token })).data)['formIds']).toEqual(['tiny'])
    })

    test('[AP7] a key is its administrator’s own: two who make a form under the same one make two', async () => {
      const server = await start()
      const make = async (token: string): Promise<unknown> => {
        const headers = { 'Idempotency-Key': 'the-same-key' }
        return row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' }, headers })).data)['_id']
      }
      const [root, rita] = [await server.token('root'), await anotherAdministrator(server)]
      const ids = [await make(root), await make(rita), await make(root)]
      expect(new Set(ids).size).toBe(2)
      expect(ids[2]).toBe(ids[0])
    })

    test('[QE2] a call that says what its caller saw writes over nothing that somebody else changed since, and other fields are no matter', async () => {
      const server = await start()
      const token = await server.token('root')
      const seen = { name: 'Índice 2027', description: 'Ciclo' }
      const id = String(row((await server.call('POST', 'form', { token, body: seen })).data)['_id'])
      const edit = async (body: Row) => server.call('PUT', `form/${id}`, { token, body })
      expect((await edit({ ...seen, name: 'Índice 2028', seen })).status).toBe(200)
      const other = await edit({ ...seen, description: 'Ciclo 2027', seen })
      expect(other.data).toMatchObject({ name: 'Índice 2028', description: 'Ciclo 2027' })
      const refused = await edit({ ...seen, name: 'Índice 2029', seen })
      expect([refused.status, refused.error.code]).toEqual([409, 'changed_meanwhile'])
      expect((await edit({ ...seen, seen })).data).toMatchObject({ name: 'Índice 2028', description: 'Ciclo 2027' })
      await server.close()
    })

    test('[QE8] a form with answers is not deleted; a deleted one is nobody’s any more', async () => {
      const server = await start()
      const token = await server.token('root')
      const ana = await server.token('ana')
      const answer = {
        seq: 1,
        mid: 'run-of-ana-here-1',
        n: 'answer.set',
        v: 1,
        s: 'inst:norte:tiny',
        a: { unit: 'q1', value: 'Sí' },
        b: null,
      }
      await server.push(ana, 'device-of-ana', [{ ...answer, t: server.clock.now() }])
      expect((await server.call('DELETE', 'form/tiny', { token })).error.code).toBe('form_answered')
      const gone = await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
      expect(gone.data).toMatchObject({ enabled: false, initialized: true })
      const { data } = await server.pull(ana, 'device-of-ana', null)
      expect(data.rows.filter((each) => each.t === 'form')).toEqual([])
      await server.close()
    })

    test('[QE7] who changed what, when, from what to what is told of the form and of each part of it', async () => {
      const server = await start()
      const token = await server.token('root')
      const made = await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })
      const id = String(row(made.data)['_id'])
      await server.call('PUT', `form/${id}`, { token, body: { name: 'Índice 2028', description: '' } })
      const { events } = (await server.call('GET', `form/${id}/history`, { token })).data as HistoryPage
      expect(events).toMatchObject([
        {
          action: 'Cambia formulario',
          element: id,
          by: 'root Prueba',
          changed: [{ field: 'name', from: '"Índice 2027"', to: '"Índice 2028"' }],
        },
        { action: 'Crea formulario', text: 'Índice 2027' },
      ])
      const older = await server.call('GET', `form/${id}/history?before=${String(events[0]?._id)}`, { token })
      expect(older.data).toMatchObject({ events: [{ action: 'Crea formulario' }], next: null })
      expect((await server.call('GET', 'form/none/history', { token })).error.code).toBe('not_found')
      await server.close()
    })
  })

  describe('questionnaires on devices', () => {
    test('an administrator’s device receives every form, the questions of the one that it opens, and what it changes; nobody else’s does', async () => {
      const server = await start()
      const token = await server.token('root')
      const made = await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })
      const id = String(row(made.data)['_id'])
      const first = await server.pull(token, 'device-of-root', null)
      expect(first.data.rows.filter((each) => each.t === 'form').map((each) => each.i)).toEqual(expect.arrayContaining(['tiny', id]))
      expect(first.data.rows.some((each) => each.t === 'question' || each.t === 'dimension')).toBe(false)
      const open = [questionnaireScope(id)]
      const second = await server.pull(token, 'device-of-root', first.data.cursor, { open })
      expect(second.data.rows.filter((each) => each.t === 'dimension').map((each) => each.i)).toHaveLength(3)
      const sub = must(
        second.data.rows.find((each) => each.t === 'dimension' && row(each.r)['parentId'] !== null),
        'no sub-dimension',
      ).i
      const question = {
        id: 'q-1',
        text: '¿Cuenta con un plan?',
        kind: 'Boolean',
        dimensionId: sub,
        parentId: null,
        visibleIf: null,
        blockId: null,
        dependent: [],
        block: [],
        options: [],
        allowNoneOption: false,
        required: true,
        administrative: false,
        allowFile: false,
        points: [],
        survey: false,
      }
      const pushed = await server.push(token, 'device-of-root', [
        mutation(1, 'question.add', id, { after: null, questions: [question] }, server.clock.now()),
        mutation(
          2,
          'question.edit',
          id,
          { id: 'q-1', from: { fillingHint: null }, to: { fillingHint: '<p>Ayuda</p><script>x()</script>' } },
          server.clock.now(),
        ),
      ])
      expect(pushed.data.results).toEqual([])
      const third = await server.pull(token, 'device-of-root', second.data.cursor)
      expect(third.data.rows.find((each) => each.t === 'question')).toMatchObject({ i: 'q-1', r: { fillingHint: '<p>Ayuda</p>' } })
      for (const who of ['ana', 'eva']) {
        const other = await server.token(who)
        const refused = await server.push(other, `device-of-${who}`, [
          { ...mutation(1, 'question.remove', id, { id: 'q-1' }, server.clock.now()), mid: `run-of-${who}-elsewhere-1` },
        ])
        expect(refused.data.results).toMatchObject([{ d: 'refused', code: 'administrators_only' }])
        const pulled = await server.pull(other, `device-of-${who}`, null, { open })
        expect(pulled.data.rows.some((each) => each.s.startsWith('questionnaire:') || each.i === id)).toBe(false)
      }
      await server.close()
    })

    test('[QE2] of two administrators’ devices the second is told what stands and who wrote it, and the first’s text stays', async () => {
      const server = await start()
      const token = await server.token('root')
      const edit = (seq: number, to: string) =>
        mutation(seq, 'question.edit', 'tiny', { id: 'q3', from: { fillingHint: null }, to: { fillingHint: to } }, server.clock.now())
      await server.push(token, 'first-device', [edit(1, '<p>Uno</p>')])
      const second = await server.push(token, 'second-device', [{ ...edit(1, '<p>Dos</p>'), mid: 'run-root-elsewhere-1' }])
      expect(second.data.results).toMatchObject([{ d: 'lost', code: 'changed_meanwhile', params: { field: 'fillingHint', by: 'root' } }])
      const { data } = await server.pull(token, 'second-device', null, { open: [questionnaireScope('tiny')] })
      expect(data.rows.find((each) => each.i === 'q3' && each.t === 'question')).toMatchObject({ r: { fillingHint: '<p>Uno</p>' } })
      expect(data.rows.filter((each) => each.t === 'conflict')).toEqual([])
      await server.close()
    })
  })

  describe('publishing', () => {
    test('a help that is changed in a running form is published once it has rested, as one version, and moves nobody’s count', async () => {
      const server = await start()
      const token = await server.token('root')
      const ana = await server.token('ana')
      const before = await server.pull(ana, 'device-of-ana', null)
      const versionIn = (rows: typeof before.data.rows): unknown => row(rows.find((each) => each.t === 'form')?.r)['versionId']
      const formerly = versionIn(before.data.rows)
      const overviews = async (): Promise<number> =>
        (await server.pull(token, 'device-of-root', null)).data.rows
          .filter((each) => each.t === 'overview')
          .reduce((sum, each) => sum + each.v, 0)
      const counted = await overviews()
      const publishing = new Publishing()
      await publishing.run(server.app.server)
      const edit = (seq: number, from: string | null, to: string) =>
        mutation(seq, 'question.edit', 'tiny', { id: 'q3', from: { fillingHint: from }, to: { fillingHint: to } }, server.clock.now())
      await server.push(token, 'device-of-root', [edit(1, null, '<p>Una ayuda</p>')])
      await publishing.run(server.app.server)
      await server.push(token, 'device-of-root', [edit(2, '<p>Una ayuda</p>', '<p>Otra ayuda</p>')])
      server.clock.advance(29_000)
      await publishing.run(server.app.server)
      expect(versionIn((await server.pull(ana, 'device-of-ana', null)).data.rows)).toBe(formerly)
      server.clock.advance(31_000)
      await publishing.run(server.app.server)
      const after = versionIn((await server.pull(ana, 'device-of-ana', null)).data.rows)
      expect(after).not.toBe(formerly)
      const definition = (await server.call('GET', `forms/${String(after)}`, { token: ana })).data as FormDefinition
      expect(definition.questions.find((each) => each.id === 'q3')?.fillingHint).toBe('<p>Otra ayuda</p>')
      expect(await overviews()).toBe(counted)
      const versions = await server.db.q.selectFrom('form_version').select('id').orderBy('id').execute()
      expect(versions).toHaveLength(2)
      const { events: named } = (await server.call('GET', 'form/tiny/history', { token })).data as HistoryPage
      expect(named[0]).toMatchObject({ action: 'Publica versión', by: 'IIP' })
      expect(await publish(server.app.server, 'tiny')).toMatchObject({ ok: true, value: after })
      expect(await server.db.q.selectFrom('form_version').select('id').orderBy('id').execute()).toHaveLength(2)
      await server.close()
    })

    test('questions that come while a form is shown and institutions take part in it are published, and the institutions are counted with them', async () => {
      const server = await start()
      const token = await server.token('root')
      await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)['_id'])
      const institutions = [{ institutionId: 'norte', evaluatorId: 'eva' }]
      await server.call('POST', `form/${id}/participant`, { token, body: { institutions } })
      expect((await server.call('PUT', `form/${id}/toggle`, { token, body: { enabled: true } })).status).toBe(200)
      const asked = async () => {
        const { data } = await server.pull(token, 'device-of-root', null)
        return data.rows.flatMap(({ t, s, r }) =>
          t === 'overview' && s.startsWith(`overview:${id}`) ? [row(row(r)['input'])['total']] : [],
        )
      }
      const before = await asked()
      await server.call('POST', `form/${id}/question`, { token, body: { dimensionId: `${id}-s11`, fields: { text: '¿Qué?' } } })
      const publishing = new Publishing()
      await publishing.run(server.app.server)
      server.clock.advance(31_000)
      await publishing.run(server.app.server)
      const ana = await server.token('ana')
      const { data } = await server.pull(ana, 'device-of-ana', null)
      const [header] = data.rows.filter((each) => each.t === 'form').map((each) => row(each.r))
      const version = await server.call('GET', `forms/${String(header?.['versionId'])}`, { token: ana })
      expect((version.data as FormDefinition).questions.map(({ text }) => text)).toEqual(['¿Qué?'])
      expect([before, await asked()]).toEqual([[0], [1]])
      await server.close()
    })

    test('[QE12] the questions of a form that an earlier program stored whole can be changed after a start, and it asks the same', async () => {
      const server = await start()
      await server.db.q.deleteFrom('sync_row').where('scope', '=', questionnaireScope('tiny')).execute()
      await server.db.q.deleteFrom('sync_scope').where('id', '=', questionnaireScope('tiny')).execute()
      expect(await fillQuestionnaires(server.db, server.clock.now)).toBe(1)
      expect(await fillQuestionnaires(server.db, server.clock.now)).toBe(0)
      const token = await server.token('root')
      const { data } = await server.pull(token, 'device-of-root', null, { open: [questionnaireScope('tiny')] })
      expect(data.rows.filter((each) => each.t === 'question').length).toBeGreaterThan(3)
      const versions = await server.db.q.selectFrom('form_version').select('id').orderBy('id').execute()
      expect((await publish(server.app.server, 'tiny')).ok).toBe(true)
      expect(await server.db.q.selectFrom('form_version').select('id').orderBy('id').execute()).toEqual(versions)
      await server.close()
    })
  })
})
