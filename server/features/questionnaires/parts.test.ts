import { questionKinds } from '#shared/forms/model.ts'
import { firstInner } from '#shared/questionnaires/new-question.ts'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/databases.ts'

type Row = Readonly<Record<string, unknown>>
const row = (data: unknown): Row => data as Row

onEachDatabase((start) => {
  describe('dimensions and questions by calls', () => {
    test('[QE3] a form of every kind is built by calls alone, numbered, and read back whole', async () => {
      const server = await start()
      const token = await server.token('root')
      const call = async (method: string, path: string, body?: unknown): Promise<Row> => {
        const { status, data, error } = await server.call(method, path, { token, body })
        expect(status, `${method} ${path} ${JSON.stringify(error)}`).toBe(200)
        return row(data)
      }
      const id = String((await call('POST', 'form', { name: 'Índice 2027' }))['_id'])
      const dimension = await call('POST', `form/${id}/dimension`, { name: 'Resultados' })
      const sub = await call('POST', `form/${id}/dimension`, { name: 'Iniciativas', parent: dimension['_id'] })
      await call('PUT', `form/${id}/dimension/${String(sub['_id'])}`, { name: 'Iniciativas del año' })
      const add = (fields: Row, more: Row = {}) => call('POST', `form/${id}/question`, { dimensionId: sub['_id'], fields, ...more })
      for (const kind of questionKinds) {
        const options = kind === 'Single' || kind === 'Multiple' ? { options: [{ value: 'A' }, { value: 'B' }] } : {}
        const made = await add({ text: `Una de ${kind}`, kind, ...options })
        expect(made).toMatchObject({ kind, text: `Una de ${kind}`, dimensionId: sub['_id'] })
        if (kind === 'Boolean')
          expect(await add({ text: '¿Cuál?', parent: made['_id'] })).toMatchObject({ visibleIf: true, number: '2.1.4.1' })
        if (kind === 'Block') {
          const { questionById } = await call('GET', `form/${id}`)
          const [first] = made['block'] as readonly string[]
          // Just as when it is made on the page.
          const said = JSON.parse(
            JSON.stringify(firstInner(String(first), { id: String(made['_id']), dimensionId: String(sub['_id']) })),
          ) as Row
          expect(row(row(questionById)[String(first)])).toMatchObject({ ...said, points: { kind: said['kind'], list: [] } })
          const inner = await add({ text: '¿Cuándo?', kind: 'Date', parent: made['_id'] }, { isBlock: true })
          expect(inner).toMatchObject({ blockId: made['_id'], parentId: null, number: '2.1.8.2' })
        }
      }
      const survey = await call('POST', `form/${id}/survey/question`, { fields: { text: '¿Qué mejorarías?', kind: 'Text' } })
      await call('PUT', `form/${id}/survey/question/${String(survey['_id'])}`, { fields: { required: false } })
      expect(await call('GET', `form/${id}/surveyquestion/all`)).toMatchObject({ questions: [survey['_id']], dimensionId: 'survey' })
      const whole = await call('GET', `form/${id}`)
      expect(Object.keys(row(whole['questionById']))).toHaveLength(11)
      expect(Object.values(row(whole['dimensionsById'])).map((each) => row(each)['name'])).toContain('Iniciativas del año')
      const first = Object.values(row(whole['questionById'])).map(row)[0]
      const edited = await call('PUT', `form/${id}/question/${String(first?.['_id'])}`, { fields: { text: 'Otra', kind: 'Block' } })
      expect(edited).toMatchObject({ kind: 'Block', text: 'Otra', max: 10 })
      expect((await call('DELETE', `form/${id}/question/${String(first?.['_id'])}`))['msg']).toBe('Pregunta eliminada exitosamente')
      await call('DELETE', `form/${id}/surveyquestion/${String(survey['_id'])}`)
      expect((await call('DELETE', `form/${id}/dimension/${String(sub['_id'])}`))['msg']).toBe('Sub dimensión eliminada exitosamente')
      expect((await call('DELETE', `form/${id}/dimension/${String(dimension['_id'])}`))['msg']).toBe('Dimensión eliminada exitosamente')
      await server.close()
    })

    test('[AP7] a call that comes again under its key is answered with what became of it, also when what it was about is gone', async () => {
      const server = await start()
      const token = await server.token('root')
      const form = row((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data)
      const of = `form/${String(form['_id'])}`
      let keys = 0
      const twice = async (method: string, path: string, body?: unknown) => {
        keys += 1
        const headers = { 'Idempotency-Key': `key-of-call-${keys}` }
        const first = await server.call(method, `${of}/${path}`, { token, body, headers })
        const again = await server.call(method, `${of}/${path}`, { token, body, headers })
        expect([again.status, again.data], `${method} ${path}`).toEqual([first.status, first.data])
        return row(first.data)
      }
      const top = String((await twice('POST', 'dimension', { name: 'Recursos' }))['_id'])
      const sub = String((await twice('POST', 'dimension', { name: 'Personas', parent: top }))['_id'])
      const question = await twice('POST', 'question', { dimensionId: sub, fields: { text: '¿Cuántas?' } })
      const path = `question/${String(question['_id'])}`
      await twice('PUT', path, { fields: { text: '¿Cuántas personas?' } })
      await twice('PUT', `${path}/helps`, { fillingHint: '<p>Ayuda</p>' })
      expect(await twice('DELETE', path)).toEqual({ msg: 'Pregunta eliminada exitosamente' })
      expect(await twice('DELETE', `dimension/${sub}`)).toEqual({ msg: 'Sub dimensión eliminada exitosamente' })
      expect(await twice('DELETE', `dimension/${top}`)).toEqual({ msg: 'Dimensión eliminada exitosamente' })
      const history = row((await server.call('GET', `${of}/history`, { token })).data)['events'] as Row[]
      expect(history.map((each) => each['action']).toReversed()).toEqual([
        'Crea formulario',
        'Agrega dimensión',
        'Agrega dimensión',
        'Agrega pregunta',
        'Cambia pregunta',
        'Cambia pregunta',
        'Elimina pregunta',
        'Elimina dimensión',
        'Elimina dimensión',
      ])
    })

    test('[PO5] a rate that nobody can earn is refused by every call, with both questions in words and no id', async () => {
      const server = await start()
      const token = await server.token('root')
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Nuevo' } })).data)['_id'])
      const add = async (fields: Row, more: Row = {}) =>
        server.call('POST', `form/${id}/question`, { token, body: { dimensionId: `${id}-s11`, fields, ...more } })
      const made = async (fields: Row, more: Row = {}) => String(row((await add(fields, more)).data)['_id'])
      const block = await made({ text: 'Equipos', kind: 'Block' })
      const inRow = await made({ text: '¿Cuántas horas?', kind: 'Number', parent: block }, { isBlock: true })
      const outside = await made({ text: '¿Cuántas personas?', kind: 'Number' })
      const points = [{ key: 'value', value: 10, divisor: inRow }]
      const calls = [
        await add({ text: '¿Cuántas personas?', kind: 'Number', points }),
        await server.call('PUT', `form/${id}/question/${outside}`, { token, body: { fields: { points } } }),
        await server.call('POST', 'points', { token, body: { formId: id, questionId: outside, value: 10, divisorId: inRow } }),
        await server.call('POST', 'points/updateTotals', { token, body: { formId: id, pointsByQuestionId: { [outside]: points } } }),
      ]
      for (const { status, error } of calls) {
        expect([status, error.code]).toEqual([422, 'definition_rate'])
        expect(error.message).toContain('«¿Cuántas personas?»')
        expect(error.message).toContain('«¿Cuántas horas?»')
      }
      expect((await server.call('GET', `form/${id}/readiness`, { token })).data).toMatchObject({ unreached: [] })
      await server.close()
    })

    test('[QE1] a call that may not, or says nothing that can be, is told why, and nothing of it is kept', async () => {
      const server = await start()
      const token = await server.token('root')
      const refused = async (method: string, path: string, body?: unknown): Promise<string> =>
        (await server.call(method, path, { token, body })).error.code
      expect(await refused('POST', 'form/tiny/dimension', { name: 'Otra' })).toBe('form_structure_frozen')
      expect(await refused('POST', 'form/tiny/question', { dimensionId: 's11', fields: { text: '¿Qué?' } })).toBe('form_structure_frozen')
      expect(await refused('DELETE', 'form/tiny/question/q1')).toBe('form_structure_frozen')
      expect(await refused('POST', 'form', { name: '   ' })).toBe('form_name_empty')
      const id = String(row((await server.call('POST', 'form', { token, body: { name: 'Nuevo' } })).data)['_id'])
      const sub = `${id}-s11`
      expect(await refused('POST', `form/${id}/question`, { dimensionId: sub, fields: { text: ' ' } })).toBe('question_text_empty')
      expect(await refused('POST', `form/${id}/question`, { dimensionId: 'none', fields: { text: '¿Qué?' } })).toBe('not_found')
      expect(await refused('POST', `form/${id}/question`, { dimensionId: sub, fields: { text: '¿Qué?', kind: 'Single' } })).toBe(
        'definition_options',
      )
      const alike = { text: '¿Qué?', kind: 'Single', options: [{ value: 'Única' }, { value: 'U\u0301NICA ' }] }
      expect(await refused('POST', `form/${id}/question`, { dimensionId: sub, fields: alike })).toBe('definition_options_alike')
      const over = { text: '¿Qué?', points: [{ key: 'value', value: 100.5 }] }
      expect(await refused('POST', `form/${id}/question`, { dimensionId: sub, fields: over })).toBe('definition_points')
      expect(await refused('PUT', `form/${id}/question/none`, { fields: { text: 'x' } })).toBe('not_found')
      expect(await refused('DELETE', `form/${id}/dimension/none`)).toBe('not_found')
      expect(await refused('PUT', 'form/none/toggle', { enabled: true })).toBe('not_found')
      await server.close()
    })
  })
})
