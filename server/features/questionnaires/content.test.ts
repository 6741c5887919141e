import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/databases.ts'

onEachDatabase((start) => {
  describe('points, helps and report texts by calls', () => {
    test('[QE3] points are listed and set answer by answer; what would pass 100 is refused and several are set all or none', async () => {
      const server = await start()
      const token = await server.token('root')
      const set = (body: object) => server.call('POST', 'points', { token, body: { formId: 'tiny', ...body } })
      expect((await server.call('GET', 'points/tiny', { token })).data).toEqual([
        { _id: 'q1:value', questionId: 'q1', answer: null, kind: 'SimpleText', value: 2, divisorId: null, answerId: null, formId: 'tiny' },
      ])
      expect((await set({ questionId: 'q4', answer: true, value: 3.5 })).data).toEqual({ _id: 'q4:true' })
      expect((await set({ questionId: 'q5', answer: 'A', value: 1 })).data).toEqual({ _id: 'q5:A' })
      expect((await set({ questionId: 'q3', value: 1, divisorId: 'm0' })).data).toEqual({ _id: 'q3:value' })
      expect((await set({ questionId: 'q1', value: 99 })).error.code).toBe('definition_points_over')
      expect((await set({ questionId: 'q5', answer: 'Z', value: 1 })).error.code).toBe('not_found')
      expect((await set({ questionId: 'none', value: 1 })).error.code).toBe('not_found')
      const totals = (pointsByQuestionId: object) =>
        server.call('POST', 'points/updateTotals', { token, body: { formId: 'tiny', pointsByQuestionId } })
      const many = { q1: [{ key: 'value', value: 50 }], q2: [{ key: 'value', value: 60 }] }
      expect((await totals(many)).error.code).toBe('definition_points_over')
      expect((await totals({ q1: [{ key: 'value', value: 50 }], q2: [{ key: 'value', value: 1 }] })).data).toEqual({ total: 56.5 })
      expect((await server.call('GET', 'points/tiny', { token })).data).toMatchObject([
        { value: 50 },
        { value: 1 },
        { divisorId: 'm0' },
        {},
        {},
      ])
      const ana = await server.token('ana')
      expect((await server.call('GET', 'points/tiny', { token: ana })).error.code).toBe('administrators_only')
      await server.close()
    })

    test('[QE1] help texts of a form that runs are changed, cleaned, and the others stay', async () => {
      const server = await start()
      const token = await server.token('root')
      const dimension = await server.call('PUT', 'form/tiny/dimension/d1/helps', {
        token,
        body: { configHint: '<p>Cómo <strong>repartir</strong></p><script>x()</script>' },
      })
      expect(dimension.data).toEqual({ _id: 'd1', configHint: '<p>Cómo <strong>repartir</strong></p>', fillingHint: '' })
      const question = await server.call('PUT', 'form/tiny/question/q1/helps', { token, body: { fillingHint: '<p>Otra</p>' } })
      expect(question.data).toEqual({ _id: 'q1', fillingHint: '<p>Otra</p>', questionHint: '<p>Criterio de la evaluación</p>' })
      expect((await server.call('PUT', 'form/tiny/question/none/helps', { token, body: {} })).error.code).toBe('not_found')
      await server.close()
    })

    test('[QE3] a text that is too long once it is cleaned is refused in words, and the form can be published all the same', async () => {
      const server = await start()
      const token = await server.token('root')
      // Each of these signs becomes five.
      const signs = `<p>${'&'.repeat(15_000)}</p>`
      const put = await server.call('PUT', 'form/tiny/question/q1/helps', { token, body: { fillingHint: signs } })
      expect([put.status, put.error.code]).toEqual([422, 'text_limit'])
      const report = await server.call('POST', 'form/tiny/report', { token, body: { finalConclusion: signs } })
      expect([report.status, report.error.code]).toEqual([422, 'text_limit'])
      const fits = `<p>${'&'.repeat(3000)}</p>`
      expect((await server.call('PUT', 'form/tiny/question/q1/helps', { token, body: { fillingHint: fits } })).status).toBe(200)
      expect((await server.call('POST', 'form/tiny/publish', { token, body: {} })).status).toBe(200)
    })

    test('[QE7] texts of the reports are saved together, read back, and on record', async () => {
      const server = await start()
      const token = await server.token('root')
      const body = { finalIntroduction: '<p>Uno</p>', dimensions: { d1: { good: '<p>Bien</p>' }, s11: { bad: '<p>Mal</p>' } } }
      const saved = await server.call('POST', 'form/tiny/report', { token, body })
      expect(saved.data).toEqual({ msg: 'Reporte actualizado correctamente' })
      expect((await server.call('GET', 'form/tiny/admin/report/final', { token })).data).toMatchObject({
        finalIntroduction: '<p>Uno</p>',
        dimensions: { d1: { parent: null, good: '<p>Bien</p>' }, s11: { parent: 'd1', bad: '<p>Mal</p>' } },
      })
      const wrong = { finalConclusion: '<p>Dos</p>', dimensions: { none: { good: '<p>x</p>' } } }
      expect((await server.call('POST', 'form/tiny/report', { token, body: wrong })).error.code).toBe('element_gone')
      const read = (await server.call('GET', 'form/tiny/admin/report/final', { token })).data
      expect(read).not.toHaveProperty('finalConclusion')
      expect(((await server.call('GET', 'form/tiny/history', { token })).data as HistoryPage).events).toMatchObject([
        { action: 'Cambia texto de informe' },
        { action: 'Cambia texto de informe' },
        { action: 'Cambia texto de informe' },
      ])
      await server.close()
    })
  })
})
