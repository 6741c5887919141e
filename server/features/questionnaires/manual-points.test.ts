import { definitionFileOf } from '#shared/forms/definition-file.ts'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { must } from '#shared/kernel/assert.ts'
import { csvOf, type Cell } from '#shared/kernel/sheet.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { manualPoints, manualPointsMaxBytes } from '#shared/questionnaires/manual-points-routes.ts'
import { history as historyOf } from '#shared/questionnaires/history-routes.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { workbookOf } from '../../http/table-file.ts'
import { sweep } from '../../jobs/sweep.ts'
import { xlsOf, xlsxOfRows } from '../../testing/books.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const heading = ['institutionCode', 'number', 'questionId', 'max', 'points']
const options = ['a', 'b'].map((value) => ({ value }))
const definition = aDefinition([
  aQuestion('choice', 'Single', { options, points: [{ key: 'a', value: 2.5 }] }),
  aQuestion('plain'),
  aQuestion('office', 'Number', { administrative: true, points: [{ key: 'value', value: 1.25 }] }),
])

onEachDatabase((start, _, testOnce) => {
  /** A form of two institutions and two questions that are worth points. */
  async function running(taking = ['norte', 'sur']) {
    const server = await start()
    const token = await server.token('root')
    await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
    const send = async (path: string, body: string | Uint8Array | FormData, who = token) => {
      const headers: Record<string, string> = { Authorization: `Bearer ${who}` }
      if (!(body instanceof FormData)) headers['Content-Type'] = 'application/octet-stream'
      const raw = body instanceof FormData ? body : Buffer.from(body)
      const response = await server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { method: 'POST', headers, body: raw }))
      return { status: response.status, ...(await response.json()) }
    }
    const file = definitionFileOf({ definition, description: '', reportTexts: {} })
    const id = String((await send('form/file', file)).data['_id'])
    const put = (ids: readonly string[]) =>
      server.call('POST', `form/${id}/participant`, {
        token,
        body: { institutions: ids.map((institutionId) => ({ institutionId, evaluatorId: 'eva' })) },
      })
    await put(taking)
    const bytesOf = async (path: string): Promise<Buffer> => {
      const headers = { Authorization: `Bearer ${token}` }
      const response = await server.app.fetch(new Request(`http://localhost/api/v1/reports/${id}/${path}`, { headers }))
      return Buffer.from(await response.arrayBuffer())
    }
    const template = async (): Promise<string[][]> => {
      const text = (await bytesOf('templatePointsConfigManual/export')).toString('utf8')
      expect(text[0]).toBe('\ufeff')
      const lines = text.slice(1).trim().split('\r\n')
      return lines.map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')))
    }
    const upload = (body: string | Uint8Array | FormData, query = 'name=puntos.csv', who = token) =>
      send(`reports/${id}/uploadPointsConfigManual?${query}`, body, who)
    const state = async () =>
      v.parse(must(manualPoints.reply, 'reply'), (await server.call('GET', `reports/${id}/pointsConfigManual`, { token })).data)
    const [, first, second] = await template()
    const [choice, office] = [must(first?.[2], 'choice'), must(second?.[2], 'office')]
    /** A whole table with these points. */
    const table = (...points: readonly Cell[]): Cell[][] => [
      ['NORTE', '', choice, '', points[0] ?? ''],
      ['NORTE', '', office, '', points[1] ?? ''],
      ['SUR', '', choice, '', points[2] ?? ''],
      ['SUR', '', office, '', points[3] ?? ''],
    ]
    const standing = async () => (await state()).institutions.map((each) => [each.code, each.points, each.stale])
    return { server, id, token, put, bytesOf, template, upload, state, standing, choice, office, table }
  }
  const csv = (rows: readonly (readonly Cell[])[]): string => [heading, ...rows].map((row) => row.join(',')).join('\n')

  describe('points by hand', () => {
    test('[MP2] three wrong rows are each named and nothing changes; mended, all of it is taken; the next file replaces it and it stays', async () => {
      const { server, id, token, template, upload, state, standing, bytesOf, choice, office, table } = await running()
      expect(await template()).toEqual([
        heading,
        ['NORTE', '1.1.1', choice, '2.5', ''],
        ['NORTE', '1.1.2a', office, '1.25', ''],
        ['SUR', '1.1.1', choice, '2.5', ''],
        ['SUR', '1.1.2a', office, '1.25', ''],
      ])
      expect(await state()).toMatchObject({ calculatedBy: 1, questions: 2, sheet: null, earlier: [] })
      const negative = await upload(csv(table(-1, '-0.5', 1, 1)))
      expect(negative).toMatchObject({
        success: false,
        error: {
          code: 'table_wrong',
          message: 'No se tomó nada del archivo. Por corregir: 2. Fila 2, columna «points»: Los puntos van de 0 a 2,5.',
        },
      })
      const wrong = table(3, 'uno', 1, 1)
      const refused = await upload(csv([...wrong.slice(0, 3), ['OESTE', '', office, '', 1]]))
      expect(refused).toMatchObject({
        status: 422,
        success: false,
        data: {
          sheet: null,
          problems: [
            { row: 0, column: null, code: 'points_rows_missing', params: { institution: 'SUR', numbers: '1.1.2a' } },
            { row: 2, column: 'points', code: 'points_out_of_bounds', params: { max: 2.5 } },
            { row: 3, column: 'points', code: 'number_unread' },
            { row: 5, column: 'institutionCode', code: 'table_institution_unknown' },
          ],
          more: 0,
        },
      })
      expect(await state()).toMatchObject({ calculatedBy: 1, sheet: null })
      const first = csv(table(2.5, '1.25', 0, 0.5))
      expect(await upload(first)).toMatchObject({
        status: 200,
        data: { sheet: { name: 'puntos.csv', rows: 4, institutions: 2 }, problems: [] },
      })
      expect(await standing()).toEqual([
        ['NORTE', 3.75, []],
        ['SUR', 0.5, []],
      ])
      expect((await state()).calculatedBy).toBe(2)
      expect((await template()).map((line) => line[4])).toEqual(['points', '2.5', '1.25', '0', '0.5'])
      const next = await upload(workbookOf([heading, ...table(1, 1, 1, 1)]), 'name=segunda.xlsx')
      expect(next.data.sheet).toMatchObject({ name: 'segunda.xlsx' })
      const { sheet, earlier } = await state()
      expect([sheet?.name, ...earlier.map((each) => each.name)]).toEqual(['segunda.xlsx', 'puntos.csv'])
      expect(await standing()).toEqual([
        ['NORTE', 2, []],
        ['SUR', 2, []],
      ])
      expect((await bytesOf(`pointsConfigManual/${earlier[0]?._id}/export`)).toString('utf8')).toBe(first)
      const { events } = v.parse(must(historyOf.reply, 'reply'), (await server.call('GET', `form/${id}/history`, { token })).data)
      expect(events.filter(({ action }) => action === 'Carga puntos').map(({ text, changed }) => [text, changed])).toEqual([
        ['segunda.xlsx', [{ field: 'manualPoints', from: '"puntos.csv"', to: '"segunda.xlsx"' }]],
        ['puntos.csv', [{ field: 'manualPoints', from: 'null', to: '"puntos.csv"' }]],
      ])
      await server.close()
    })

    test('[MP3] who saw another table in force replaces none; the same file again is the same table', async () => {
      const { server, upload, state, table } = await running()
      const first = csv(table(1, 1, 1, 1))
      expect((await upload(first, 'seen=none')).data.sheet).toMatchObject({ rows: 4 })
      const { sheet } = await state()
      const beaten = await upload(csv(table(0, 0, 0, 0)), 'seen=none')
      expect([beaten.status, beaten.error.code, beaten.error.params.by]).toEqual([409, 'changed_meanwhile', 'root'])
      expect((await upload(first, 'seen=none')).data.sheet._id).toBe(sheet?._id)
      expect(await state()).toMatchObject({ sheet, earlier: [] })
      expect((await upload(csv(table(0, 0, 0, 0)), `seen=${sheet?._id}`)).data.sheet._id).not.toBe(sheet?._id)
      await server.close()
    })

    test('[MP4] choosing how points come about discards no table, and what is swept leaves its files', async () => {
      const { server, id, token, upload, state, bytesOf, table } = await running()
      const first = csv(table(1, 1, 1, 1))
      await upload(first)
      await upload(csv(table(2, 1, 1, 1)))
      const before = await state()
      for (const option of ['1', '2']) await server.call('POST', `form/${id}/calculated`, { token, body: { option } })
      expect(await state()).toEqual(before)
      await sweep({
        ...server.app.server,
        files: { ...server.app.server.files, sweep: (shelf, isNamed) => server.app.server.files.sweep(shelf, isNamed, Date.now() + dayMs) },
      })
      expect((await bytesOf(`pointsConfigManual/${before.earlier[0]?._id}/export`)).toString('utf8')).toBe(first)
      await server.close()
    })

    test('[MP5] an institution that came later, and one whose questions moved, have no points; nothing is worked out for them', async () => {
      const { server, id, token, put, upload, standing, template, choice, table } = await running(['norte'])
      expect((await upload(csv(table(2.5, 1).slice(0, 2)))).data.problems).toEqual([])
      expect((await put(['norte', 'sur'])).status).toBe(200)
      expect(await standing()).toEqual([
        ['NORTE', 3.5, []],
        ['SUR', null, []],
      ])
      expect((await template()).filter(([code]) => code === 'SUR').map((line) => line[4])).toEqual(['', ''])
      expect((await upload(csv(table(1, 1).slice(0, 2)))).data.problems).toMatchObject([
        { code: 'points_rows_missing', params: { institution: 'SUR' } },
      ])
      await server.call('POST', 'points', {
        token,
        body: { formId: id, questionId: choice, answerId: 'a', value: 2 },
      })
      expect(await standing()).toEqual([
        ['NORTE', null, ['1.1.1']],
        ['SUR', null, []],
      ])
      await server.close()
    })

    testOnce(
      '[MP6] what is downloaded, filled in and uploaded is what is downloaded next, in every format, and what comes back as it was changes nothing',
      async () => {
        const { server, template, upload, state } = await running()
        const empty = await template()
        await assertProperty(
          fc.asyncProperty(
            fc.array(fc.integer({ min: 0, max: 12_500 }), { minLength: 4, maxLength: 4 }),
            fc.constantFrom('csv', 'xlsx', 'xls'),
            async (parts, format) => {
              const points = parts.map((part) => part / 10_000)
              const sheet = empty.map((line, at): Cell[] => (at === 0 ? line : [...line.slice(0, 4), points[at - 1] ?? 0]))
              const made = { csv: () => csvOf(sheet), xlsx: () => workbookOf(sheet), xls: () => xlsOf(sheet) }[format]()
              expect((await upload(made)).data.problems).toEqual([])
              const back = await template()
              expect(back.slice(1).map((line) => Number(line[4]))).toEqual(points)
              const stood = await state()
              expect((await upload(csvOf(back), 'name=otra.csv&seen=none')).data).toMatchObject({
                sheet: { _id: stood.sheet?._id },
                problems: [],
              })
              expect(await state()).toEqual(stood)
            },
          ),
          { runs: 4 },
        )
        await server.close()
      },
    )

    test('[MP7] only administrators read and bring points, at any stage, and no device receives them', async () => {
      const { server, id, token, upload, table, state } = await running()
      const tried = ['pointsConfigManual', 'templatePointsConfigManual/export', `pointsConfigManual/x/export`]
      for (const who of ['ana', 'eva']) {
        const other = await server.token(who)
        for (const path of tried)
          expect((await server.call('GET', `reports/${id}/${path}`, { token: other })).error.code).toBe('administrators_only')
        expect((await server.call('GET', 'reports/calculate/types', { token: other })).error.code).toBe('administrators_only')
        expect((await upload(csv(table(1, 1, 1, 1)), '', other)).error.code).toBe('administrators_only')
      }
      expect((await server.call('GET', 'reports/calculate/types', { token, headers: { 'accept-language': 'es' } })).data).toEqual([
        { id: 1, name: 'Automáticamente' },
        { id: 2, name: 'Manualmente' },
      ])
      for (const path of tried) expect((await server.call('GET', `reports/nada/${path}`, { token })).status).toBe(404)
      const day = (offset: number): string => new Date(Date.parse(server.clock.now()) + offset * dayMs).toISOString().slice(0, 10)
      const stages = [{ kind: 'ShowResults', name: 'Resultados', start: day(0), end: day(3) }]
      expect((await server.call('PUT', `form/${id}/stage/upsert`, { token, body: { stages } })).status).toBe(200)
      expect((await server.call('PUT', `form/${id}/toggle`, { token, body: { enabled: true } })).status).toBe(200)
      expect((await upload(csv(table(0.1234, 1, 1, 1)))).data.sheet).toMatchObject({ rows: 4 })
      for (const who of ['ana', 'eva', 'root']) {
        const pulled = await server.pull(await server.token(who), `dev-${who}`, null, { limit: 5000, open: [`questionnaire:${id}`] })
        expect(JSON.stringify(pulled)).not.toContain('0.1234')
      }
      expect((await state()).sheet?.by).not.toBe('')
      await server.close()
    })

    testOnce('[MP2] careless files each get a sentence, and change nothing', async () => {
      const { server, upload, state, standing, table, choice } = await running()
      await upload(csv(table(1, 1, 1, 1)))
      const before = await state()
      const whole = table(2, 1, 2, 1)
      const cellsOf = (values: readonly Cell[], row: number): string =>
        values.map((value, at) => `<c r="${String.fromCodePoint(65 + at)}${row}" t="inlineStr"><is><t>${value}</t></is></c>`).join('')
      const xml = (rows: readonly (readonly Cell[])[]): string =>
        rows.map((row, at) => `<row r="${at + 1}">${cellsOf(row, at + 1)}</row>`).join('')
      const refusals: readonly (readonly [string, string | Uint8Array, string])[] = [
        ['too large', new Uint8Array(manualPointsMaxBytes + 1), 'too_large'],
        ['a formula without its value', xlsxOfRows(`${xml([heading])}<row r="2"><c r="A2"><f>1+1</f></c></row>`), 'workbook_formula'],
        ['merged cells', xlsxOfRows(xml([heading, ...whole]), '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'), 'problem'],
        ['two headings', csv([heading, ...whole]), 'problem'],
        ['a heading below', ['Puntos', heading.join(','), ...whole.map((row) => row.join(','))].join('\n'), 'problem'],
        ['a day for a number', csv(whole.map((row, at) => (at === 0 ? ['NORTE', '', choice, '', '02/05/2026'] : row))), 'problem'],
        ['a serial day', workbookOf([heading, ...whole.map((row, at) => (at === 0 ? ['NORTE', '', choice, '', 46_348] : row))]), 'problem'],
        ['a failed formula', csv(whole.map((row, at) => (at === 0 ? ['NORTE', '', choice, '', '#DIV/0!'] : row))), 'problem'],
        ['a column of prototypes', csv(whole).replace('max', '__proto__'), 'problem'],
        ['an institution of prototypes', csv(whole.map((row) => ['__proto__', ...row.slice(1)])), 'problem'],
      ]
      for (const [what, file, code] of refusals) {
        server.clock.advance(10_000)
        const { status, data, error } = await upload(file)
        expect(status, what).toBeLessThan(500)
        if (code === 'problem') expect(data?.problems?.length ?? error?.code.length, what).toBeGreaterThan(0)
        else expect(error?.code, what).toContain(code)
      }
      expect(await state()).toEqual(before)
      const latin = Buffer.from(`código de institución;x\n`, 'latin1')
      expect((await upload(latin)).data.problems.length).toBeGreaterThan(0)
      const windows = Buffer.from([heading, ...table('0,5', 1, 1, 1)].map((row) => row.join(';')).join('\r\n'), 'latin1')
      expect((await upload(windows)).data.problems).toEqual([])
      expect((await standing())[0]).toEqual(['NORTE', 1.5, []])
      await server.close()
    })

    test('[MP2] the file comes as the body or in a form with the field file, of the form that the path names', async () => {
      const { server, id, upload, state, table } = await running()
      const formWith = (formId: string, name: string): FormData => {
        const fields = new FormData()
        fields.set('formId', formId)
        fields.set('file', new File([csv(table(1, 1, 1, 1))], name))
        return fields
      }
      expect((await upload(formWith('otro', 'a.csv'), '')).status).toBe(404)
      expect((await upload(new FormData(), '')).error).toMatchObject({ code: 'malformed', params: { field: 'file' } })
      expect((await upload(formWith(id, 'a.csv'), '')).data.sheet).toMatchObject({ name: 'a.csv' })
      expect((await state()).sheet?.name).toBe('a.csv')
      await server.close()
    })
  })
})
