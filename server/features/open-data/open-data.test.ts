import { must } from '#shared/kernel/assert.ts'
import type { Cell, NamedSheet } from '#shared/kernel/sheet.ts'
import { reportHeader } from '#shared/open-data/filter.ts'
import { openSetNames } from '#shared/open-data/model.ts'
import { openSetOf } from '#shared/open-data/statistics.ts'
import { readOpenWorkbook, writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import type { OpenDataset, OpenInstitution } from '#shared/open-data/model.ts'
import { readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workbookOfSheets } from '../../http/table-file.ts'
import { sweep } from '../../jobs/sweep.ts'
import type { Called, TestApp } from '../../testing/app.ts'
import { lyingOf, xlsOf, xlsxOf } from '../../testing/books.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { openDatasetOf } from './fixtures.ts'

const path = 'publicReports/openstatistics'
const dataset = openDatasetOf([2022, 2023])
const book = workbookOfSheets(writeOpenWorkbook(dataset))

onEachDatabase((start, _, testOnce) => {
  async function running(server?: TestApp) {
    const app = server ?? (await start())
    const token = await app.token('root')
    const send = async (fields: FormData | string, to = 'openstatistics', who = token): Promise<Called<Record<string, unknown>>> => {
      const response = await app.app.fetch(
        new Request(`http://localhost/api/v1/${to}`, { method: 'POST', headers: { Authorization: `Bearer ${who}` }, body: fields }),
      )
      const { data, error } = await response.json()
      return { status: response.status, headers: response.headers, data, error }
    }
    const form = (file: Uint8Array | null = book, over: Record<string, string> = {}): FormData => {
      const fields = new FormData()
      for (const [name, value] of Object.entries({ title: 'Índice 2022 y 2023', description: 'Dos mediciones', ...over }))
        fields.set(name, value)
      if (file) fields.set('file', new File([new Uint8Array(file)], 'estadísticas.xlsx'))
      return fields
    }
    const add = async (file?: Uint8Array): Promise<string> => {
      const { data, error } = await send(form(file))
      expect(error).toBeUndefined()
      return String(data['_id'])
    }
    const publish = (id: string, isPublic = true): Promise<Called> => app.call('PUT', `openstatistics/${id}/publish/${isPublic}`, { token })
    const get = (call = '', headers = {}): Promise<Called> => app.call('GET', `${path}${call}`, { headers })
    return { ...app, token, send, form, add, publish, get }
  }

  test('[OD6] a report needs a title, a description and one Excel file, each told in the words of the specification', async () => {
    const { send, form, call, token } = await running()
    const two = form()
    two.append('file', new File([new Uint8Array(book)], 'otro.xlsx'))
    const csv = new TextEncoder().encode('Año,Código\n2022,A1')
    const told: [string, FormData | string][] = [
      ['El título es requerido', form(book, { title: ' ' })],
      ['El título no debe contener más de 40 caracteres', form(book, { title: 'x'.repeat(41) })],
      ['La descripción es requerida', form(book, { description: '' })],
      ['La descripción no debe contener más de 500 caracteres', form(book, { description: 'x'.repeat(501) })],
      ['Elija un archivo', form(null)],
      ['Elija un archivo', 'nada'],
      ['Sólo puede seleccionar 1 archivo', two],
      ['Sólo se aceptan archivos excel', form(csv)],
      ['Sólo se aceptan archivos excel', form(new TextEncoder().encode('%PDF-1.7'))],
      ['Sólo se aceptan archivos excel', form(new Uint8Array())],
    ]
    for (const [message, fields] of told) expect((await send(fields)).error.message, message).toBe(message)
    expect((await call('GET', 'openstatistics', { token })).data).toEqual([])
  })

  testOnce(
    '[OD5] a workbook with a wrong cell is not taken and its first one is told; what is wrong in each is told on request',
    async () => {
      const { send, form, call, token } = await running()
      const sheets = writeOpenWorkbook(dataset).map((sheet): NamedSheet => ({
        ...sheet,
        rows: sheet.rows.map((row, at): readonly Cell[] =>
          sheet.name === 'Instituciones' && at === 2 ? [...row.slice(0, 5), 99, ...row.slice(6)] : row,
        ),
      }))
      const wrong = form(workbookOfSheets(sheets))
      expect((await send(wrong)).error).toMatchObject({ code: 'open_workbook_wrong', params: { n: 1, sheet: 'Instituciones', cell: 'F3' } })
      expect((await send(wrong, 'openstatistics/check')).data).toMatchObject({
        problems: [{ sheet: 'Instituciones', cell: 'F3', code: 'open_points_wrong' }],
        more: 0,
      })
      expect((await send(form(), 'openstatistics/check')).data).toEqual({
        years: [2022, 2023],
        institutions: dataset.institutions.length,
        initiatives: dataset.initiatives.length,
        problems: [],
        more: 0,
      })
      expect((await call('GET', 'openstatistics', { token })).data).toEqual([])
    },
  )

  testOnce('[OD6] hostile workbooks are refused by what they are, and the next one is taken', async () => {
    const { send, form, add } = await running()
    const rows = Array.from({ length: 100_000 }, (_, at): Cell[] => [2022, `C${at}`])
    const many = workbookOfSheets([{ name: 'Instituciones', rows: [['Año', 'Código'], ...rows] }])
    const cases: [string, Uint8Array][] = [
      ['workbook_damaged', book.slice(0, book.length / 2)],
      ['workbook_unpacks', lyingOf(book, 100 * 2 ** 20)],
      ['workbook_unsafe', xlsxOf({ 'xl/styles.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' })],
      [
        'open_workbook_wrong',
        xlsOf([
          ['Ventas', 'Mes'],
          [1, 2],
        ]),
      ],
      ['open_workbook_wrong', many],
    ]
    for (const [code, bytes] of cases) expect((await send(form(bytes))).error.code, code).toBe(code)
    await add()
  })

  test('[OD8] what is public is read by everybody, one report at a time, and each change is on record', async () => {
    const { add, publish, get, call, token, db } = await running()
    expect((await get()).data).toEqual({ status: false })
    expect((await get('/maturityLevels')).error.code).toBe('open_data_none')
    const [one, two] = [await add(), await add(workbookOfSheets(writeOpenWorkbook(openDatasetOf([2024]))))]
    expect((await publish(one)).data).toEqual({ _id: one, public: true })
    expect((await publish(two)).error).toMatchObject({
      code: 'open_report_active',
      message: 'Ya existe un reporte activo. Sólo un reporte puede estar activo a la vez.',
    })
    expect([(await get()).data, (await get('/yearsavailable')).data]).toEqual([{ status: true }, [2022, 2023]])
    expect((await publish(one, false)).status).toBe(200)
    expect((await publish(two)).status).toBe(200)
    expect((await get('/yearsavailable')).data).toEqual([2024])
    expect((await call('DELETE', `openstatistics/${two}`, { token })).data).toBeNull()
    expect([(await get()).data, (await publish(two)).error.code]).toEqual([{ status: false }, 'not_found'])
    expect((await call('GET', 'openstatistics', { token })).data).toMatchObject([
      { _id: one, public: false, title: 'Índice 2022 y 2023', years: [2022, 2023], by: expect.any(String) },
    ])
    const acts = await db.q.selectFrom('history').select(['action', 'text']).where('scope', '=', 'site').orderBy('id').execute()
    expect(acts.map(({ action }) => action).toSorted()).toEqual(
      [
        'Agrega reporte público',
        'Agrega reporte público',
        'Despublica reporte público',
        'Elimina reporte público',
        'Publica reporte público',
        'Publica reporte público',
      ].toSorted(),
    )
  })

  test('[OD8] of two that are published at the same moment one is', async () => {
    const { add, publish, call, token } = await running()
    const ids = [
      await add(),
      await add(workbookOfSheets(writeOpenWorkbook(openDatasetOf([2024])))),
      await add(workbookOfSheets(writeOpenWorkbook(openDatasetOf([2021])))),
    ]
    const told = await Promise.all(ids.map((id) => publish(id)))
    expect(told.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    const listed = (await call('GET', 'openstatistics', { token })).data as { public: boolean }[]
    expect(listed.filter((each) => each.public)).toHaveLength(1)
  })

  test('[OD8] publishing reads the workbook again: one whose bytes are gone is not published, and one that goes later is no open data', async () => {
    const { add, publish, get, dataDir, app } = await running()
    const [one, two] = [await add(), await add(workbookOfSheets(writeOpenWorkbook(openDatasetOf([2024]))))]
    expect((await publish(one)).status).toBe(200)
    expect((await publish(one, false)).status).toBe(200)
    const files = join(dataDir, 'files')
    for (const name of readdirSync(files)) rmSync(join(files, name))
    expect((await publish(one)).error.code).toBe('open_report_unreadable')
    expect((await publish(two)).error.code).toBe('open_report_unreadable')
    expect((await get()).data).toEqual({ status: false })
    await app.settled()
  })

  test('[OD7] every call says what the statistics say of the workbook, with the filter that was asked for', async () => {
    const { add, publish, get } = await running()
    await publish(await add())
    const filter = { years: [2022, 2023], category: 'Pilares', orientation: null } as const
    const calls = {
      keyCapability: 'performanceKeyCapability',
      methodologic: 'colabOpenessMethodologic',
      scoreDistribution: 'scoreDistribution',
      classDistribution: 'distClassScoreCategory',
      publicSectorIndex: 'publicSectorIndex',
      initiativeOrigin: 'iniciativeOrigin',
      initiativeTypes: 'iniciativeTypes',
      scopeChange: 'scopeChange',
      maturityLevels: 'maturityLevels',
      directedInitiatives: 'directedInitiatives',
    } as const
    expect([...Object.keys(calls), 'averageIndex'].toSorted()).toEqual([...openSetNames].toSorted())
    const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
    for (const [set, call] of Object.entries(calls) as [keyof typeof calls, string][])
      expect((await get(`/${call}?years=2023,2022,1999&category=Pilares&otra=x`)).data, set).toEqual(
        asJson(openSetOf(set, dataset, filter)),
      )
    expect((await get('/scoreDistribution/years/2022,2023?category=Pilares')).data).toEqual(
      asJson(openSetOf('averageIndex', dataset, filter)),
    )
    const between = (await get('/scoreDistribution/years/2022/2023')).data as { indexDiff: number }
    const { results } = openSetOf('averageIndex', dataset, { ...filter, category: null })
    expect(between.indexDiff).toBeCloseTo(must(results[1]?.indexDiff, 'a change'), 9)
    expect((await get('/scoreDistribution')).data).toEqual(
      asJson(openSetOf('scoreDistribution', dataset, { years: [2022], category: null, orientation: null })),
    )
    expect((await get('/scoreDistribution?category=Todas&orientation=')).data).toEqual((await get('/scoreDistribution')).data)
    // A form that is sent without a script names the years one by one.
    expect((await get('/maturityLevels?years=2022&years=2023&category=')).data).toEqual((await get('/maturityLevels?years=2022,2023')).data)
    const symbols = async (language: string): Promise<unknown> =>
      ((await get('/colabOpenessMethodologic', { 'Accept-Language': language })).data as { symbols: unknown }).symbols
    expect([await symbols('es'), await symbols('en')]).toEqual([
      { pu: 'Participación de Usuarios', ci: 'Coordinación Institucional', ge: 'Gestión del Entorno' },
      { pu: 'User Participation', ci: 'Institutional Coordination', ge: 'Environment Management' },
    ])
    // Beside a category an orientation is no choice.
    expect((await get('/maturityLevels?category=Nuevas&orientation=Institucional')).data).toEqual(
      (await get('/maturityLevels?category=Nuevas')).data,
    )
    expect((await get('/orientationsAvailable')).data).toEqual([
      'Institucional',
      'Ciudadana con Foco Económico',
      'Ciudadana con Foco Social',
    ])
  })

  testOnce(
    '[OD7] what is no filter is refused, years that there are not too when nothing else is asked for, and 10,000 of them cost nothing',
    async () => {
      const { add, publish, get } = await running()
      await publish(await add())
      const codes = async (query: string): Promise<string> => {
        const { error } = await get(query)
        return error?.code ?? 'ok'
      }
      const junk = [
        `/maturityLevels?years=${Array.from({ length: 10_000 }, () => '2022').join(',')}`,
        '/maturityLevels?years=2022;drop',
        '/maturityLevels?years=22',
        '/maturityLevels?category=Otra',
        '/maturityLevels?category=__proto__',
        '/maturityLevels?orientation=Norte',
        '/scoreDistribution/years/abc',
        '/scoreDistribution/years/2022/23',
        `/scoreDistribution/years/${'2022,'.repeat(60)}2022`,
      ]
      for (const each of junk) expect(await codes(each), each.slice(0, 60)).toBe('malformed')
      expect((await get('/maturityLevels?years=1999')).error).toMatchObject({ code: 'open_years_unknown', params: { years: '2022, 2023' } })
      expect(await codes('/scoreDistribution/years/2022/1999')).toBe('open_years_unknown')
      expect(await codes('/scoreDistribution/years/1999')).toBe('open_years_unknown')
    },
  )

  testOnce('[OD9] replies are kept by whoever reads them until the data changes, and hold nothing of a session', async () => {
    const { add, publish, get, app, token } = await running()
    const id = await add()
    await publish(id)
    const first = await get('/maturityLevels?years=2022')
    const etag = must(first.headers.get('etag') ?? undefined, 'an etag')
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.get('cdn-cache-control')).toBe('public, max-age=60')
    expect(first.headers.get('set-cookie')).toBeNull()
    // Whoever reads on after a swap is told so: which report it is stands in each reply, also in one that sends nothing.
    expect(first.headers.get(reportHeader)).toBe(id)
    const again = async (headers: Record<string, string>, call = '/maturityLevels?years=2022'): Promise<number> =>
      (await app.fetch(new Request(`http://localhost/api/v1/${path}${call}`, { headers }))).status
    expect([
      await again({ 'If-None-Match': etag }),
      await again({ 'If-None-Match': etag.slice(2) }),
      await again({ 'If-None-Match': '"x"' }),
    ]).toEqual([304, 304, 200])
    expect((await get('/maturityLevels?years=2022', { Authorization: `Bearer ${token}` })).headers.get('etag')).toBe(etag)
    await publish(id, false)
    await publish(await add(workbookOfSheets(writeOpenWorkbook(openDatasetOf([2022], 7)))))
    expect(await again({ 'If-None-Match': etag })).toBe(200)
  })

  testOnce('[OD6] a workbook goes out as it came, the template is one that is read, and files stay while a report is there', async () => {
    const { add, app, token, call, dataDir } = await running()
    const id = await add()
    const bytesOf = async (at: string): Promise<Uint8Array> => {
      const response = await app.fetch(
        new Request(`http://localhost/api/v1/openstatistics/${at}`, { headers: { Authorization: `Bearer ${token}` } }),
      )
      expect(response.status).toBe(200)
      return new Uint8Array(await response.arrayBuffer())
    }
    expect(await bytesOf(`${id}/workbook`)).toEqual(new Uint8Array(book))
    const template = await app.server.workbooks.readOpenData(await bytesOf('template'))
    expect(template).toMatchObject({ ok: true, value: { problems: [{ code: 'open_nothing' }], more: 0 } })
    const files = join(dataDir, 'files')
    const aged = (): void => {
      for (const name of readdirSync(files)) utimesSync(join(files, name), new Date(0), new Date(0))
    }
    aged()
    await sweep(app.server)
    expect(readdirSync(files)).toHaveLength(1)
    await call('DELETE', `openstatistics/${id}`, { token })
    aged()
    await sweep(app.server)
    expect([readdirSync(files), (await call('GET', `openstatistics/${id}/workbook`, { token })).error.code]).toEqual([[], 'not_found'])
  })

  test('[OD6] the same call made twice with one key adds one report', async () => {
    const { form, app, token, call } = await running()
    const once = async (): Promise<string> => {
      const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'clave-0001' }
      return (
        await (await app.fetch(new Request('http://localhost/api/v1/openstatistics', { method: 'POST', headers, body: form() }))).json()
      ).data._id
    }
    expect(await once()).toBe(await once())
    expect((await call('GET', 'openstatistics', { token })).data).toHaveLength(1)
  })
})

test('[OD5] a sheet that is nobody’s may be of any shape, and one that is empty is told as such and not as missing', async () => {
  const { WorkbookReader } = await import('../../workbooks/workbook-reader.ts')
  const [first, ...rest] = writeOpenWorkbook(dataset)
  const wide: NamedSheet = { name: 'Tabla dinámica', rows: [Array.from({ length: 300 }, (_, at) => at)] }
  const other = await new WorkbookReader().readOpenData(workbookOfSheets([wide, must(first, 'a sheet'), ...rest]))
  expect(other).toEqual({ ok: true, value: { dataset, problems: [], more: 0 } })
  const emptied = writeOpenWorkbook(dataset).map((sheet): NamedSheet => (sheet.name === 'Iniciativas' ? { ...sheet, rows: [] } : sheet))
  const empty = await new WorkbookReader().readOpenData(workbookOfSheets(emptied))
  expect(empty.ok && empty.value.problems).toEqual([{ sheet: 'Iniciativas', cell: 'A1', code: 'table_empty' }])
  const missing = await new WorkbookReader().readOpenData(workbookOfSheets([wide, ...emptied.slice(0, 2)]))
  expect(missing.ok && missing.value.problems).toEqual([
    { sheet: 'Iniciativas', cell: 'A1', code: 'open_sheet_missing', params: { sheets: 'Tabla dinámica, Instituciones, Colaboración' } },
  ])
  // In one of its own the limits hold.
  const own = await new WorkbookReader().readOpenData(workbookOfSheets([{ ...wide, name: 'INSTITUCIONES' }]))
  expect(own).toMatchObject({ ok: false, failure: { code: 'workbook_columns' } })
})

test('[OD5] a workbook that was read in a process of its own says what it says when it is read here', async () => {
  const { WorkbookReader } = await import('../../workbooks/workbook-reader.ts')
  const read = await new WorkbookReader().readOpenData(book)
  const sheets = writeOpenWorkbook(dataset).map(({ name, rows }) => ({
    name,
    merged: [],
    rows: rows.map((cells, at) => ({ row: at + 1, cells })),
  }))
  expect(read).toEqual({ ok: true, value: readOpenWorkbook(sheets) })
  const check = (of: OpenDataset): readonly OpenInstitution[] => of.institutions
  expect(read.ok && check(read.value.dataset)).toEqual(dataset.institutions)
})
