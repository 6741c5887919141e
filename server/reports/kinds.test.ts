import { readCsv } from '#shared/kernel/csv.ts'
import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { unzipSync } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'
import { read, utils } from 'sheetjs-ce'
import { expect, test } from 'vitest'
import { writeChanges } from '../sync/changes.ts'
import type { TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

type Line = readonly (string | number)[]

/** What a CSV file says: a number where it stands bare, a text between quotes. */
function csvLines(bytes: Uint8Array): Line[] {
  const text = new TextDecoder().decode(bytes)
  const roomy = { rows: 100_000, columns: 1_000, cellLength: 100_000, cells: 1_000_000, characters: 10_000_000 }
  const rows = readCsv(text.replace('\ufeff', ''), roomy)
  if (!rows.ok) throw new Error(rows.failure.code)
  return rows.value.map(({ cells }) => cells.map(String))
}

/** What a spreadsheet's library of others reads out of each sheet of a workbook. */
function sheetsOf(bytes: Uint8Array): ReadonlyMap<string, Line[]> {
  const book = read(bytes, { type: 'array', cellDates: false })
  return new Map(
    book.SheetNames.map((name) => [
      name,
      utils.sheet_to_json<Line>(must(book.Sheets[name], 'a sheet without content'), { header: 1, raw: true, defval: '', blankrows: true }),
    ]),
  )
}

async function streamedRows(bytes: Uint8Array, sheet: number): Promise<Line[]> {
  const rows: Line[] = []
  for await (const { values } of streamXlsxRows(bytes, { sheet }))
    rows.push(
      Array.from(values, (value) => (typeof value === 'number' ? value : value === null || value === undefined ? '' : String(value))),
    )
  return rows
}

/** Lines without the empty cells at their ends, which files write and programs do not keep. */
const bare = (lines: readonly Line[]): string[][] =>
  lines.map((line) => {
    const texts = line.map(String)
    return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
  })

onEachDatabase((start) => {
  const fetched = async (server: TestApp, userId: string, path: string): Promise<Response> =>
    server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { headers: { Authorization: `Bearer ${await server.token(userId)}` } }))
  const bytesOf = async (server: TestApp, userId: string, path: string): Promise<Uint8Array> => {
    const response = await fetched(server, userId, path)
    expect([response.status, path]).toEqual([200, path])
    return new Uint8Array(await response.arrayBuffer())
  }
  const columnOf = (lines: readonly Line[], name: string) => (line: Line | undefined) => line?.[lines[0]?.indexOf(name) ?? -1]

  const answered = async (): Promise<TestApp> => {
    const server = await start()
    const token = await server.token('ana')
    const save = async (questionId: string, answer: unknown): Promise<void> => {
      const saved = await server.call('POST', 'form/tiny/saveQuestionAnswer', { token, body: { questionId, answer } })
      expect([questionId, saved.status]).toEqual([questionId, 200])
    }
    await save('q1', '=1+1; "comillas", ñ\nlínea')
    await save('q3', 4.5)
    await save('q4', true)
    await save('q41', '0012')
    await save('q5', { value: 'B', extraValue: 'detalle' })
    await save('q6', ['A', 'B'])
    await save('q7', '2026-03-01')
    await save('q8', 2)
    for (const index of [0, 1]) {
      const body = { questionId: 'q81', answer: `iniciativa ${index}`, index }
      expect((await server.call('POST', 'form/tiny/saveQuestionAnswer', { token, body })).status).toBe(200)
    }
    await save('m0', 0)
    return server
  }
  const changed = async (server: TestApp, institutionId: string, part: Partial<Participant>): Promise<void> => {
    const row = await server.db.read(
      async (tx) => must(await server.app.server.worlds.readOnce(tx, { institutionId, formId: 'tiny' }), 'no world').participant,
    )
    const change = {
      scope: instScope(institutionId, 'tiny'),
      part: '',
      table: 'participant',
      id: institutionId,
      row: { ...row, ...part },
    } as const
    await server.db.write((tx) => writeChanges(tx, [change], server.clock.now()))
  }

  const paths = [
    'reports/tiny/institutions/configuration/export',
    'reports/tiny/institutions/answers/export',
    'reports/tiny/institutions/answers/export?layout=wide',
    'reports/tiny/institutions/answers/export?layout=rows',
    'reports/tiny/institutions/answers/all/export',
    'reports/tiny/institutions/answers/evaluation/export',
    'reports/tiny/institutions/norte/answershistory/export',
    'reports/tiny/survey/answers/export',
    'reports/tiny/survey/answers/export?layout=wide',
    'reports/tiny/results/export',
    'result/tiny/questions/export',
  ]

  test('[RE5] each report says the same as CSV, in a zip and as a workbook that two programs of others read, with its codebook', async () => {
    const server = await answered()
    for (const path of paths) {
      const query = path.includes('?') ? '&' : '?'
      const csv = await bytesOf(server, 'root', path)
      const xlsx = await bytesOf(server, 'root', `${path}${query}format=xlsx`)
      const zip = unzipSync(await bytesOf(server, 'root', `${path}${query}format=zip`))
      const told = bare(csvLines(csv))
      expect(new Set(told[0]).size, path).toBe(told[0]?.length)
      const sheets = sheetsOf(xlsx)
      expect([...sheets.keys()], path).toEqual(['Datos', 'Columnas', 'Preguntas', 'Opciones'])
      expect(bare(sheets.get('Datos') ?? []), path).toEqual(told)
      expect(bare(await streamedRows(xlsx, 0)), path).toEqual(told)
      const [data, ...beside] = Object.entries(zip)
      expect(data && bare(csvLines(data[1])), path).toEqual(told)
      expect(
        beside.map(([, file]) => bare(csvLines(file))),
        path,
      ).toEqual(['Columnas', 'Preguntas', 'Opciones'].map((name) => bare(sheets.get(name) ?? [])))
      // Every column is in the codebook, in its place.
      expect(
        sheets
          .get('Columnas')
          ?.slice(1)
          .map(([name]) => name),
        path,
      ).toEqual(sheets.get('Datos')?.[0])
    }
  })

  test('[RE5] numbers are numbers, days ISO, codes texts, options coded, and each row of a block is a line', async () => {
    const server = await answered()
    const sheets = sheetsOf(await bytesOf(server, 'root', 'reports/tiny/institutions/answers/export?format=xlsx'))
    const lines = (sheets.get('Datos') ?? []).filter((line, at) => at === 0 || line[1] === 'NORTE')
    const at = (name: string) => columnOf(lines, name)
    const of = (id: string) => lines.filter((line) => at('Id pregunta')(line) === id)
    const said = (id: string) => of(id).map((line) => [at('Respuesta')(line), at('Código de respuesta')(line)])
    expect(said('q1')).toEqual([['=1+1; "comillas", ñ\nlínea', '']])
    expect(said('q3')).toEqual([[4.5, '']])
    expect(said('m0')).toEqual([[0, '']])
    expect(said('q4')).toEqual([['Sí', 1]])
    expect(said('q41')).toEqual([['0012', '']])
    expect(said('q5')).toEqual([['B: detalle', 2]])
    expect(said('q6')).toEqual([['A; B', '1;2']])
    expect(said('q7')).toEqual([['2026-03-01', '']])
    expect(said('q8')).toEqual([[2, '']])
    expect(of('q81').map((line) => [at('Fila')(line), at('Respuesta')(line)])).toEqual([
      [1, 'iniciativa 0'],
      [2, 'iniciativa 1'],
    ])
    expect(new Set(of('q81').map(at('Id fila'))).size).toBe(2)
    expect(at('Respondida el')(of('q1')[0])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const options = sheets.get('Opciones') ?? []
    expect(options.filter(([id]) => id === 'q6').map(([, , code, text]) => [code, text])).toEqual([
      [1, 'A'],
      [2, 'B'],
      [0, 'Ninguna'],
    ])
    expect((sheets.get('Preguntas') ?? []).map(([id]) => id)).toContain('e1')
  })

  test('[RE5] the wide form has a row for each institution, and the form by rows a line for each row of a block', async () => {
    const server = await answered()
    const wide = csvLines(await bytesOf(server, 'root', 'reports/tiny/institutions/answers/export?layout=wide'))
    expect(wide.slice(1).map(([id]) => id)).toEqual(['norte', 'sur'])
    const at = (name: string) => columnOf(wide, name)(wide[1])
    expect([at('1.1.3 [q3]'), at('1.1.8 [q8]'), wide[0]?.some((name) => String(name).includes('q81'))]).toEqual(['4.5', '2', false])
    const rows = csvLines(await bytesOf(server, 'root', 'reports/tiny/institutions/answers/export?layout=rows'))
    const inner = rows[0]?.find((name) => String(name).endsWith('[q81]')) ?? ''
    expect(rows.slice(1).map((line) => [line[0], columnOf(rows, 'Fila')(line), columnOf(rows, String(inner))(line)])).toEqual([
      ['norte', '1', 'iniciativa 0'],
      ['norte', '2', 'iniciativa 1'],
    ])
    const other = await fetched(server, 'root', 'reports/tiny/results/export?layout=wide')
    expect([other.status, (await other.json()).error.code]).toEqual([400, 'malformed'])
  })

  test('[RE6] an evaluator takes of their own what they may watch, of which an institution that has not sent shows nothing', async () => {
    const server = await answered()
    const taken = ['institutions/answers', 'institutions/answers/all', 'institutions/answers/evaluation', 'results'].map(
      (path) => `reports/tiny/${path}/export`,
    )
    for (const path of [...taken, 'result/tiny/questions/export', 'reports/tiny/institutions/norte/answershistory/export']) {
      expect(csvLines(await bytesOf(server, 'eva', path)), path).toHaveLength(1)
      expect((await fetched(server, 'otro', path)).status, path).toBe(404)
      expect((await fetched(server, 'ana', path)).status, path).toBe(403)
    }
    await changed(server, 'norte', { locked: true, lockReason: 'sent' })
    for (const path of [...taken, 'result/tiny/questions/export', 'reports/tiny/institutions/norte/answershistory/export']) {
      const lines = csvLines(await bytesOf(server, 'eva', path))
      expect([...new Set(lines.slice(1).map(columnOf(lines, 'Código')))], path).toEqual(['NORTE'])
    }
    const all = csvLines(await bytesOf(server, 'eva', 'reports/tiny/institutions/answers/all/export'))
    expect(all.map(columnOf(all, 'Id pregunta'))).not.toContain('e1')
    for (const path of ['institutions/configuration', 'survey/answers']) {
      const refused = await fetched(server, 'eva', `reports/tiny/${path}/export`)
      expect([refused.status, (await refused.json()).error.code], path).toEqual([403, 'administrators_only'])
    }
    const own = await fetched(server, 'eva', 'reports/tiny/institutions/norte/answershistory/export')
    await changed(server, 'norte', { evaluatorId: 'otro' })
    await own.text()
    expect((await fetched(server, 'eva', 'reports/tiny/institutions/norte/answershistory/export')).status).toBe(404)
  })

  test('[RE7] results tell decisions and most points, and without a report of obtained points only those that were brought', async () => {
    const server = await answered()
    const results = async () => csvLines(await bytesOf(server, 'root', 'reports/tiny/results/export'))
    const byQuestion = async () => csvLines(await bytesOf(server, 'root', 'result/tiny/questions/export'))
    const automatic = await results()
    const told = (lines: readonly Line[], name: string) => columnOf(lines, name)(lines[1])
    expect(
      ['Por decidir', 'Sin decisión', 'Puntaje máximo', 'Puntaje obtenido', 'Estado del puntaje'].map((name) => told(automatic, name)),
    ).toEqual(['11', '11', '2', '', 'Sin calcular'])
    const token = await server.token('root')
    expect((await server.call('POST', 'form/tiny/calculated', { token, body: { option: '2' } })).status).toBe(200)
    expect(told(await results(), 'Estado del puntaje')).toBe('Sin cargar')
    const rows = ['norte', 'sur'].map((id, at) => `${id.toUpperCase()},1.1.1,q1,2,${at === 0 ? 1.25 : 0}`)
    const sheet = ['institutionCode,number,questionId,max,points', ...rows].join('\r\n')
    const sent = await server.app.fetch(
      new Request('http://localhost/api/v1/reports/tiny/uploadPointsConfigManual', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
        body: sheet,
      }),
    )
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('"problems":[]')])
    const manual = await results()
    expect(['Cálculo', 'Puntaje obtenido', 'Estado del puntaje'].map((name) => told(manual, name))).toEqual(['Manual', '1.25', 'Cargado'])
    const lines = await byQuestion()
    expect(
      lines.slice(1).map((line) => ['Id pregunta', 'Respondida', 'Puntaje obtenido'].map((name) => columnOf(lines, name)(line))),
    ).toEqual([
      ['q1', 'Sí', '1.25'],
      ['q1', 'No', '0'],
    ])
    const made = await server.call('POST', 'category', { token, body: { name: 'Regionales', shortDescription: 'a', longDescription: 'b' } })
    await server.call('PUT', 'institution/norte', { token, body: { category: (made.data as { _id: string })._id } })
    for (const table of [await results(), await byQuestion()]) {
      expect(table[0]?.slice(-8, -3)).toEqual(['Categoría', 'Orientación', 'Informe', 'Versión', 'Publicado el'])
      expect(table[0]?.slice(-2)).toEqual(['Categoría hoy', 'Orientación hoy'])
      expect(table[1]?.slice(-2)).toEqual(['Regionales', 'Institucional'])
      expect(columnOf(table, 'Categoría')(table[1])).toBe('Regionales')
    }
  })
})
