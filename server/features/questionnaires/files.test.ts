import { definitionFileOf } from '#shared/forms/definition-file.ts'
import { aForm } from '#shared/forms/fixtures.ts'
import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { formReportId } from '#shared/forms/model.ts'
import { formFileMaxBytes } from '#shared/questionnaires/routes.ts'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { workbookOfSheets } from '../../http/table-file.ts'
import { xlsOf, xlsxOf } from '../../testing/books.ts'
import { onDefaultDatabase } from '../../testing/databases.ts'

type Row = Readonly<Record<string, unknown>>
interface Sent {
  readonly status: number
  readonly data: Row
  readonly error: { readonly code: string; readonly message: string }
}

const file = definitionFileOf({
  definition: aForm,
  description: 'De otra parte',
  reportTexts: { [formReportId]: { finalIntroduction: '<p>Fin</p>' } },
})

onDefaultDatabase((start) => {
  const post = async (
    server: TestApp,
    path: string,
    body: string | Uint8Array,
    token: string,
    headers: Record<string, string> = {},
  ): Promise<Sent> => {
    const all = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream', ...headers }
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)
    const response = await server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { method: 'POST', headers: all, body: bytes }))
    return { status: response.status, ...(await response.json()) }
  }
  const get = async (server: TestApp, path: string, token: string): Promise<Response> =>
    server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { headers: { Authorization: `Bearer ${token}` } }))
  const formsOf = async (server: TestApp, token: string): Promise<number> => {
    const { data } = await server.call('GET', 'form', { token })
    return (data as { formIds: readonly string[] }).formIds.length
  }

  describe('questionnaires as files', () => {
    test('[QE14] a form goes out in both formats, and a form that is made of either file asks the same', async () => {
      const server = await start()
      const token = await server.token('root')
      const made = await post(server, 'form/file', file, token)
      expect(made).toMatchObject({ status: 200, data: { name: 'Índice 2025', description: 'De otra parte', enabled: false } })
      const first = String(made.data['_id'])
      for (const format of ['json', 'xlsform']) {
        const out = await get(server, `form/${first}/file?format=${format}`, token)
        expect(out.headers.get('content-disposition')).toMatch(/^attachment; filename="Indice-2025\.(?:json|xlsx)"/)
        expect(out.headers.get('cache-control')).toBe('no-store')
        const bytes = new Uint8Array(await out.arrayBuffer())
        const report = await post(server, 'form/file/examination', bytes, token)
        expect(report.data).toMatchObject({
          format,
          name: 'Índice 2025',
          dimensions: 2,
          subDimensions: 4,
          questions: 19,
          losses: [],
          more: 0,
        })
        const again = await post(server, 'form/file?name=Otra%20vez', bytes, token)
        expect(again.data).toMatchObject({ name: 'Otra vez', description: 'De otra parte' })
        expect(await askedIn(server, String(again.data['_id']), token)).toEqual(await askedIn(server, first, token))
      }
      await server.close()
    })

    /** What a form asks, without ids of its own: each question by the first of its line. */
    async function askedIn(server: TestApp, formId: string, token: string): Promise<unknown> {
      const out = await get(server, `form/${formId}/file`, token)
      const { dimensions, survey, reportTexts } = await out.json()
      const lines = new Map<string, string>()
      const known = (question: Question & { questions?: Question[]; dependents?: Question[] }): void => {
        lines.set(question.id, must(question.originId, `${question.id} has no line`))
        for (const each of [...(question.questions ?? []), ...(question.dependents ?? [])]) known(each)
      }
      const all = [...dimensions.flatMap((each: { subDimensions: unknown[] }) => each.subDimensions), survey]
      for (const each of all) each.questions.forEach(known)
      const text = JSON.stringify({ dimensions, survey, reportTexts })
      const ids = [...dimensions, ...all].map((each, at) => [each.id, `d${at}`] as const)
      return JSON.parse([...lines, ...ids].reduce((found, [id, line]) => found.replaceAll(`"${id}"`, `"${line}"`), text))
    }

    test('[QE14] a form of another program tells what it leaves behind before anything is written, and is made without that', async () => {
      const server = await start()
      const token = await server.token('root')
      const book = workbookOfSheets([
        {
          name: 'survey',
          rows: [
            ['type', 'name', 'label::Español (es)', 'relevant'],
            ['text', 'who', '¿Quién?'],
            ['geopoint', 'where', '¿Dónde?'],
            ['date', 'day', '¿Cuándo?', "${where} != ''"],
          ],
        },
      ])
      const before = await formsOf(server, token)
      const report = await post(server, 'form/file/examination', book, token)
      expect(report.data).toMatchObject({
        format: 'xlsform',
        questions: 2,
        losses: [
          { sheet: 'survey', row: 3, column: 'type', code: 'xlsform_type', params: { type: 'geopoint' } },
          { sheet: 'survey', row: 4, column: 'relevant', code: 'xlsform_condition' },
        ],
      })
      expect(await formsOf(server, token)).toBe(before)
      const made = await post(server, 'form/file', book, token)
      expect(made.status).toBe(200)
      expect(await formsOf(server, token)).toBe(before + 1)
      const out = await (await get(server, `form/${String(made.data['_id'])}/file`, token)).json()
      const [first] = out.dimensions[0].subDimensions[0].questions
      // A name of another program's form is of no line of questions; a survey is there to put questions in.
      expect(first).toMatchObject({ kind: 'SimpleText', text: '¿Quién?' })
      expect(first).not.toHaveProperty('originId')
      expect(out.survey).toMatchObject({ id: 'survey', questions: [] })
      await server.close()
    })

    test('[QE14] one key makes one form of a file; with another file it is another call', async () => {
      const server = await start()
      const token = await server.token('root')
      const key = { 'Idempotency-Key': 'bring-one-form' }
      const [made, again] = [await post(server, 'form/file', file, token, key), await post(server, 'form/file', file, token, key)]
      expect(again.data['_id']).toBe(made.data['_id'])
      expect((await post(server, 'form/file', file.replace('Índice 2025', 'Otro'), token, key)).error.code).toBe('key_reused')
      await server.close()
    })

    test('[QE14] what runs in a page is cleaned out of a file like out of anything that is typed', async () => {
      const server = await start()
      const token = await server.token('root')
      const hostile = JSON.parse(file)
      hostile.reportTexts.finalIntroduction = '<p>a<script>alert(1)</script></p>'
      hostile.dimensions[0].subDimensions[0].questions[0].fillingHint = '<img src=x onerror=alert(1)><p>b</p>'
      hostile.dimensions[0].subDimensions[0].questions[0].en = { fillingHint: '<a href="javascript:alert(1)">c</a>' }
      const made = await post(server, 'form/file', JSON.stringify(hostile), token)
      const text = await (await get(server, `form/${String(made.data['_id'])}/file`, token)).text()
      expect(text).not.toMatch(/<script|javascript:|onerror/)
      expect(text).toContain('<p>b</p>')
      await server.close()
    })

    test('[TI3] a table that a device cannot read itself is told cell by cell, to administrators alone', async () => {
      const server = await start()
      const [root, ana] = [await server.token('root'), await server.token('ana')]
      const book = xlsOf([
        ['id', 'en'],
        ['which.text', { t: 'n', v: 0.25, z: '0%' }],
      ])
      const { data } = await post(server, 'table/reading', book, root)
      expect(data).toEqual({
        rows: [
          { row: 1, cells: ['id', 'en'] },
          { row: 2, cells: ['which.text', { kind: 'number', held: 25, says: 25, shown: '25%' }] },
        ],
        merged: [],
      })
      expect((await post(server, 'table/reading', book, ana)).error.code).toBe('administrators_only')
      expect((await post(server, 'table/reading', '%PDF-1.7', root)).error).toMatchObject({
        code: 'workbook_is_other',
        params: { what: 'PDF' },
      })
      await server.close()
    })

    test('[QE14] files that are no questionnaire change nothing, and only administrators bring and take them', async () => {
      const server = await start()
      const [root, ana] = [await server.token('root'), await server.token('ana')]
      const before = await formsOf(server, root)
      const refused: readonly (readonly [string, string | Uint8Array])[] = [
        ['definition_file_unread', '{"schema":'],
        ['definition_file_unknown', '{}'],
        ['definition_malformed', file.replace('"Boolean"', '"Scale"')],
        ['workbook_other_program', '<html></html>'],
        ['workbook_is_other', '%PDF-1.7'],
        ['workbook_empty', ''],
        ['workbook_damaged', xlsxOf({ 'xl/worksheets/sheet1.xml': '<x/>' }).subarray(0, 300)],
        ['xlsform_no_survey', 'a,b\n1,2\n'],
      ]
      for (const [code, body] of refused)
        for (const path of ['form/file/examination', 'form/file']) {
          const found = await post(server, path, body, root)
          expect(found.error?.code, `${path} ${code}`).toBe(code)
          expect(found.error.message).not.toMatch(/\{|…/)
        }
      expect((await post(server, 'form/file/examination', Buffer.alloc(formFileMaxBytes + 1, 0x20), root)).error.code).toBe('too_large')
      for (const path of ['form/file/examination', 'form/file'])
        expect((await post(server, path, file, ana)).error.code).toBe('administrators_only')
      expect((await (await get(server, 'form/tiny/file', ana)).json()).error.code).toBe('administrators_only')
      expect((await (await get(server, 'form/none/file', root)).json()).error.code).toBe('not_found')
      expect(await formsOf(server, root)).toBe(before)
      await server.close()
    })
  })
})
