import { definitionFileOf } from '#shared/forms/definition-file.ts'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import type { Cell } from '#shared/kernel/sheet.ts'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { workbookOf } from '../../http/table-file.ts'
import { createTestApp } from '../../testing/app.ts'
import { aBomb, xlsOf, xlsxOf, xlsxOfRows } from '../../testing/books.ts'

const definition = aDefinition([
  aQuestion('plain', 'Number', { points: [{ key: 'value', value: 2 }] }),
  aQuestion('office', 'Number', { administrative: true, points: [{ key: 'value', value: 1.25 }] }),
])

const cellsOf = (values: readonly Cell[], row: number): string =>
  values.map((value, at) => `<c r="${String.fromCodePoint(65 + at)}${row}" t="inlineStr"><is><t>${value}</t></is></c>`).join('')
const xml = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row, at) => `<row r="${at + 1}">${cellsOf(row, at + 1)}</row>`).join('')
const sheetOf = (doctype: string, text: string): string =>
  `<?xml version="1.0"?>${doctype}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`

/** Files that are none of what a door takes, by what is wrong with them. `columns` and `wrong`: the headings of its table, and a row of it that cannot be. */
const hostile = (columns: readonly string[], wrong: readonly Cell[]): readonly (readonly [string, Uint8Array])[] => {
  const sheet = 'xl/worksheets/sheet1.xml'
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  return [
    ['nothing', new Uint8Array()],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])],
    ['a page', strToU8('<!doctype html><script>alert(1)</script>')],
    ['a workbook that is cut off', workbookOf([[...columns], [...wrong]]).subarray(0, 900)],
    ['a binary workbook that is cut off', xlsOf([[...columns], [...wrong]]).subarray(0, 1200)],
    ['a bomb', aBomb()],
    ['two thousand parts', xlsxOf(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`xl/media/p${at}.bin`, 'x'])))],
    ['an entity of a file', xlsxOf({ [sheet]: sheetOf('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '&e;') })],
    ['an entity of entities', xlsxOf({ [sheet]: sheetOf(`<!DOCTYPE x [<!ENTITY l0 "ja">${laughs}]>`, '&l12;') })],
    ['a formula without its value', xlsxOfRows(`${xml([columns])}<row r="2"><c r="A2"><f>WEBSERVICE("http://x")</f></c></row>`)],
    ['a value of another book', xlsxOfRows(`${xml([columns])}<row r="2"><c r="A2"><f>[1]Hoja!A1</f><v>7</v></c></row>`)],
    ['merged cells', xlsxOfRows(xml([columns, wrong]), '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>')],
    ['cells merged beyond every sheet', xlsxOfRows(xml([columns, wrong]), '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')],
    ['two rows of headings', workbookOf([[...columns], [...columns], [...wrong]])],
    ['headings below', workbookOf([['Título'], [], [...columns], [...wrong]])],
    ['three hundred columns', workbookOf([[...columns, ...Array.from({ length: 300 }, (_, at) => `c${at}`)], [...wrong]])],
    ['a cell beyond every column', xlsxOfRows(`${xml([columns])}<row r="2"><c r="ZZZZZZ2" t="inlineStr"><is><t>x</t></is></c></row>`)],
    ['a row beyond every row', xlsxOfRows(`${xml([columns])}<row r="99999999999"><c r="A2" t="inlineStr"><is><t>x</t></is></c></row>`)],
    ['a hundred thousand wrong rows', strToU8([columns.join(','), ...Array.from({ length: 100_000 }, () => wrong.join(','))].join('\n'))],
    ['rows without end', strToU8(`${columns.join(',')}\n${'x\n'.repeat(250_000)}`)],
    ['a cell of a megabyte', strToU8(`${columns.join(',')}\n"${'x'.repeat(1_000_000)}"\n`)],
    ['Latin letters', Buffer.from(`Código;Institución;Año\n${wrong.join(';')}\n`, 'latin1')],
    ['letters of sixteen bits', Buffer.from(`\ufeff${columns.join('\t')}\n${wrong.join('\t')}\n`, 'utf16le')],
    ['an open quote', strToU8(`${columns.join(',')}\n"${wrong.join(',')}`)],
    ['nulls', strToU8(`${columns.join(',')}\n\0\0\0,\0\n`)],
    ['a binary workbook of wrong rows', xlsOf([[...columns], [...wrong]])],
    ['days as numbers', workbookOf([[...columns], wrong.map(() => 46_348)])],
    ['names that mean something to a program', strToU8(`__proto__,constructor,${columns.join(',')}\n${wrong.join(',')}\n`)],
  ]
}

/** Descriptions of forms that are none. */
const hostileForms: readonly (readonly [string, Uint8Array])[] = [
  ['a hundred thousand brackets', strToU8(`{"schema":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
  ['objects in objects', strToU8(`${'{"dimensions":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
  ['numbers beyond all', strToU8('{"format":"iip-form","schema":1e999}')],
  ['a prototype', strToU8('{"__proto__":{"format":"iip-form"},"constructor":{"prototype":{"x":1}}}')],
  ['half a letter', strToU8('{"name":"\ud800"}')],
]

const door = async () => {
  const server = await createTestApp()
  const token = await server.token('root')
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' }
  const send = async (path: string, body: Uint8Array) => {
    const response = await server.app.fetch(
      new Request(`http://localhost/api/v1/${path}`, { method: 'POST', headers, body: Buffer.from(body) }),
    )
    const { data, error } = await response.json()
    return { status: response.status, data, error }
  }
  await server.call('PUT', 'form/tiny/toggle', { token, body: { enabled: false } })
  const made = await send('form/file', strToU8(definitionFileOf({ definition, description: '', reportTexts: {} })))
  const id = String(made.data._id)
  const institutions = ['norte', 'sur'].map((institutionId) => ({ institutionId, evaluatorId: 'eva' }))
  await server.call('POST', `form/${id}/participant`, { token, body: { institutions } })
  /** All that is there: rows, histories, tables, files. */
  const state = async (): Promise<string> => {
    const { q } = server.db
    const rows = await q
      .selectFrom('sync_row')
      .select(['scope', 'tbl', 'id', 'version', 'data'])
      .orderBy('scope')
      .orderBy('tbl')
      .orderBy('id')
      .execute()
    const told = await q.selectFrom('history').select('id').orderBy('id').execute()
    return JSON.stringify([rows, told, await q.selectFrom('form').select('id').orderBy('id').execute()])
  }
  return { server, id, send, state }
}

/** All doors read by one reader: each file goes through one of them, and every night through each. */
const isEverything = process.env['EVERYTHING'] === '1'
const doors = 4

describe('files that are not what they should be', () => {
  test.for([
    [
      0,
      'administrative answers',
      (id: string) => `form/${id}/uploadAdministrativeQuestions?name=x`,
      ['institutionCode', 'questionId', 'value'],
      ['NADIE', 'x', 'y'],
    ],
    [
      1,
      'obtained points',
      (id: string) => `reports/${id}/uploadPointsConfigManual?name=x`,
      ['institutionCode', 'number', 'questionId', 'max', 'points'],
      ['NADIE', '', 'x', '', 'y'],
    ],
    [2, 'a form that is looked at', () => 'form/file/examination', ['type', 'name', 'label'], ['text', 'a', 'b']],
    [3, 'a form that is made', () => 'form/file', ['type', 'name', 'label'], ['text', 'a', 'b']],
  ] as const)('[TI6] door %i, %s: each gets a sentence, and nothing changes', async ([number, what, path, columns, wrong]) => {
    const { server, id, send, state } = await door()
    const before = await state()
    const files = [
      ...hostile(columns, wrong).filter((_, at) => isEverything || at % doors === number),
      ...(what.startsWith('a form') ? hostileForms : []),
    ]
    for (const [name, bytes] of files) {
      server.clock.advance(10_000)
      const { status, data, error } = await send(path(id), bytes)
      const label = `${name}: ${status} ${JSON.stringify(error ?? data).slice(0, 500)}`
      expect(status, label).toBeLessThan(500)
      if (error) {
        expect(error.message, label).toMatch(/^\p{Lu}.*\.$/su)
        expect(error.message, label).not.toMatch(/\{\w+\}|undefined/)
      } else expect(data.problems?.length, label).toBeGreaterThan(0)
    }
    expect(await state()).toBe(before)
    await server.close()
  })
})
