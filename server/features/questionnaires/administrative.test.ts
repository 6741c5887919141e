import { definitionFileOf } from '#shared/forms/definition-file.ts'
import { aForm } from '#shared/forms/fixtures.ts'
import { addDays, dayAt } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import { administrativeMaxBytes } from '#shared/questionnaires/administrative-routes.ts'
import { describe, expect, test } from 'vitest'
import { workbookOf } from '../../http/table-file.ts'
import type { TestApp } from '../../testing/app.ts'
import { xlsOf } from '../../testing/books.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const heading = ['institutionCode', 'institution', 'number', 'questionId', 'question', 'value']

onEachDatabase((start, _, testOnce) => {
  const post = async (server: TestApp, path: string, body: string | Uint8Array, token: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' }
    const bytes = Buffer.from(body)
    const response = await server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { method: 'POST', headers, body: bytes }))
    return { status: response.status, ...(await response.json()) }
  }

  /** A form of two institutions with the administrative questions `code` and `ledger`, and its template's lines. */
  async function running() {
    const server = await start()
    const token = await server.token('root')
    await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
    const file = definitionFileOf({ definition: aForm, description: '', reportTexts: {} })
    const id = String((await post(server, 'form/file', file, token)).data['_id'])
    const institutions = ['norte', 'sur'].map((institutionId) => ({ institutionId, evaluatorId: 'eva' }))
    await server.call('POST', `form/${id}/participant`, { token, body: { institutions } })
    await server.call('PUT', `form/${id}/toggle`, { token, body: { enabled: true } })
    const read = async (path: string): Promise<string> => {
      const headers = { Authorization: `Bearer ${token}` }
      const response = await server.app.fetch(new Request(`http://localhost/api/v1/form/${id}/${path}`, { headers }))
      return Buffer.from(await response.arrayBuffer()).toString('utf8')
    }
    const template = async (): Promise<string[][]> => {
      const text = await read('downloadAdministrativeQuestions')
      expect(text[0]).toBe('\ufeff')
      return text
        .slice(1)
        .trim()
        .split('\r\n')
        .map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')))
    }
    const upload = (body: string | Uint8Array, who = token) =>
      post(server, `form/${id}/uploadAdministrativeQuestions?name=gasto.csv`, body, who)
    const [, first, second] = await template()
    const [code, ledger] = [must(first?.[3], 'code'), must(second?.[3], 'ledger')]
    const values = async () => (await template()).slice(1).map((line) => line[5])
    /** The template as a workbook. */
    const workbook = async (): Promise<Uint8Array> => {
      const headers = { Authorization: `Bearer ${token}` }
      const path = `form/${id}/downloadAdministrativeQuestions?format=xlsx`
      const response = await server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { headers }))
      return new Uint8Array(await response.arrayBuffer())
    }
    return { server, id, read, template, workbook, upload, values, code, ledger }
  }
  const csv = (rows: readonly (readonly (string | number)[])[]): string => [heading, ...rows].map((row) => row.join(',')).join('\n')

  describe('administrative questions by file', () => {
    test('[TI12] the template is a workbook too, and what a spreadsheet made of its CSV file in one column is taken', async () => {
      const { template, workbook, upload, values, code } = await running()
      expect(await upload(await workbook())).toMatchObject({ status: 200, data: { answers: 0, problems: [] } })
      const lines = [heading, ['norte', 'Servicio', '1.2.1a', code, 'a, b', '7']].map((row) => row.map((cell) => `"${cell}"`).join(','))
      expect(await upload(workbookOf(lines.map((line) => [line])))).toMatchObject({ data: { answers: 1, problems: [] } })
      expect([(await template())[1]?.[5], (await values())[0]]).toEqual(['7', '7'])
    })

    test('[AQ4] three wrong rows are each named and nothing changes; mended, all of it is taken, with its file in the histories', async () => {
      const { server, upload, template, values, code, ledger } = await running()
      expect(await template()).toEqual([
        heading,
        ['NORTE', 'Servicio norte', '1.2.1a', code, expect.any(String), ''],
        ['NORTE', 'Servicio norte', '2.2.2a', ledger, expect.any(String), ''],
        ['SUR', 'Servicio sur', '1.2.1a', code, expect.any(String), ''],
        ['SUR', 'Servicio sur', '2.2.2a', ledger, expect.any(String), ''],
      ])
      const rows = [
        ['NORTE', '', '', code, '', 7],
        ['NORTE', '', '', ledger, '', 'doce'],
        ['OESTE', '', '', code, '', 8],
        ['SUR', '', '', 'nada', '', 8],
      ]
      const refused = await upload(csv(rows))
      expect(refused.error.message).toBe(
        'No se tomó nada del archivo. Por corregir: 3. Fila 3, columna «value»: Lo escrito no es un número',
      )
      expect(refused.data.problems[1].message).toMatch(/^Fila 4, columna «institutionCode»: ./)
      expect(refused).toMatchObject({
        status: 422,
        success: false,
        data: {
          answers: 0,
          problems: [
            { row: 3, column: 'value', code: 'number_unread' },
            { row: 4, column: 'institutionCode', code: 'table_institution_unknown' },
            { row: 5, column: 'questionId', code: 'table_question_unknown' },
          ],
          more: 0,
        },
      })
      expect(await values()).toEqual(['', '', '', ''])
      const right = [rows[0] ?? [], ['norte', '', '', ledger, '', 12], ['SUR', '', '', code, '', 8], ['SUR', '', '', ledger, '', '']]
      expect((await upload(csv(right))).data).toEqual({ institutions: 2, answers: 3, unchanged: 0, problems: [], more: 0 })
      expect(await values()).toEqual(['7', '12', '8', ''])
      expect((await upload(csv(right))).data).toMatchObject({ institutions: 0, answers: 0, unchanged: 3 })
      const lines = await server.db.q.selectFrom('history').select(['action', 'text', 'unit']).where('unit', '=', code).execute()
      expect(lines.map(({ action, text }) => [action, text])).toEqual([
        ['Responde', 'administración · gasto.csv'],
        ['Responde', 'administración · gasto.csv'],
      ])
      await server.close()
    })

    testOnce('[AQ4] XLSX and XLS say the same as CSV, and what the template hands out changes nothing when it comes back', async () => {
      const { server, upload, template, values, code, ledger } = await running()
      const row = ['NORTE', '', '', code, '', 3.5]
      expect((await upload(workbookOf([heading, row]))).data).toMatchObject({ answers: 1, problems: [] })
      expect((await upload(xlsOf([heading, ['SUR', '', '', ledger, '', 4]]))).data).toMatchObject({ answers: 1, problems: [] })
      expect(await values()).toEqual(['3.5', '', '', '4'])
      const again = (await template()).map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\r\n')
      expect((await upload(again)).data).toMatchObject({ answers: 0, unchanged: 2, problems: [] })
      await server.close()
    })

    test('[AQ4] the same twice, a question that institutions answer, and a table without a column are named', async () => {
      const { server, upload, values, code, read } = await running()
      const { dimensions } = JSON.parse(await read('file'))
      const name: string = dimensions[0].subDimensions[0].questions[0].id
      const twice = [
        ['NORTE', '', '', code, '', 7],
        ['NORTE', '', '', code, '', 8],
      ]
      expect((await upload(csv(twice))).data.problems).toMatchObject([{ row: 3, code: 'table_row_again', params: { row: 2 } }])
      expect((await upload(csv([['NORTE', '', '', name, '', 'x']]))).data.problems).toMatchObject([
        { row: 2, column: 'questionId', code: 'question_not_administrative' },
      ])
      expect((await upload('institutionCode,questionId\nNORTE,x\n')).data.problems).toMatchObject([
        { column: 'value', code: 'table_column_missing' },
      ])
      expect(await values()).toEqual(['', '', '', ''])
      await server.close()
    })

    test('[AQ1] a form whose points are closed takes no file, whatever is in it, and the history of the form names the file however it came', async () => {
      const { server, id, upload, values, code } = await running()
      const token = await server.token('root')
      const fields = new FormData()
      fields.set('file', new File([csv([['NORTE', '', '', code, '', 7]])], 'gasto.csv'))
      const path = `http://localhost/api/v1/form/${id}/uploadAdministrativeQuestions`
      const headers = { Authorization: `Bearer ${token}` }
      const sent = await server.app.fetch(new Request(path, { method: 'POST', headers, body: fields }))
      expect((await sent.json()).data).toMatchObject({ institutions: 1, answers: 1 })
      const { data } = await server.call('GET', `form/${id}/history`, { token })
      expect(JSON.stringify(data)).toContain('"text":"gasto.csv"')
      const stood = await values()
      const today = dayAt(server.clock.now())
      const stages = [{ kind: 'ReplicaInput', name: 'Réplica', start: today, end: addDays(today, 9) }]
      expect((await server.call('PUT', `form/${id}/stage/upsert`, { token, body: { stages } })).status).toBe(200)
      for (const file of [csv([['NORTE', '', '', code, '', 8]]), csv([['NADIE', '', '', 'x', '', 'y']])])
        expect((await upload(file)).error.code).toBe('form_points_closed')
      // What is no table is told as that first: whoever comes back in time brings the right file.
      const { success, error } = await upload('%PDF-1.7\n1 0 obj')
      expect([success, error.code]).toEqual([false, 'workbook_is_other'])
      expect(error.message).toMatch(/^Por dentro el archivo es PDF, .*Elija la que guardó como Excel/)
      expect(await values()).toEqual(stood)
    })

    testOnce('[AQ1] only administrators download and upload; what is no table, or too large, changes nothing', async () => {
      const { server, upload, values, id } = await running()
      for (const who of ['ana', 'eva']) {
        const token = await server.token(who)
        expect((await upload(csv([]), token)).error.code).toBe('administrators_only')
        const got = await server.call('GET', `form/${id}/downloadAdministrativeQuestions`, { token })
        expect(got.error.code).toBe('administrators_only')
      }
      expect((await upload('%PDF-1.7 nada')).error.code).toBe('workbook_is_other')
      expect((await upload(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]))).error.code).toBe('workbook_damaged')
      expect((await upload(new Uint8Array(administrativeMaxBytes + 1))).error.code).toBe('too_large')
      expect(await values()).toEqual(['', '', '', ''])
      await server.close()
    })
  })
})
