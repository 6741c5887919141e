import { readCsv } from '#shared/kernel/csv.ts'
import { shownIn, type ReadCell } from '#shared/kernel/read-cell.ts'
import { openSetNames } from '#shared/open-data/model.ts'
import { everyYearOf, openSetOf } from '#shared/open-data/statistics.ts'
import { aboutSet, tableOf } from '#shared/open-data/tables.ts'
import { writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { siteLanguages } from '#shared/site/model.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { workbookOfSheets } from '../../http/table-file.ts'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { tableLimits } from '../../workbooks/limits.ts'
import { openDatasetOf } from './fixtures.ts'
import { openDataViewOf } from './view.ts'

const dataset = openDatasetOf([2022, 2023])
const everything = { years: [2022, 2023], category: null, orientation: null } as const

/** A server with the workbook published, unless there is to be none. */
async function serving(
  bytes: Uint8Array | null = workbookOfSheets(writeOpenWorkbook(dataset)),
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<TestApp> {
  const server = await createTestApp(options)
  if (bytes === null) return server
  const token = await server.token('root')
  const fields = new FormData()
  fields.set('title', 'Prueba')
  fields.set('description', 'Inventada')
  fields.set('file', new File([new Uint8Array(bytes)], 'prueba.xlsx'))
  const sent = await server.app.fetch(
    new Request('http://localhost/api/v1/openstatistics', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: fields }),
  )
  const { data } = await sent.json()
  expect((await server.call('PUT', `openstatistics/${data._id}/publish/true`, { token })).status).toBe(200)
  return server
}
const get = (server: TestApp, file: string, headers: Record<string, string> = {}): Promise<Response> =>
  server.app.fetch(new Request(`http://localhost/open-data/${file}`, { headers }))
const rowsOf = (text: string): readonly (readonly ReadCell[])[] => {
  expect(text[0]).toBe('\ufeff')
  const read = readCsv(text.slice(1), { ...tableLimits, columns: 40 })
  if (!read.ok) throw new Error(read.failure.code)
  return read.value.map(({ cells }) => cells)
}
/** A response's text with its mark: what decodes it takes it away. */
const textOf = async (response: Response): Promise<string> => Buffer.from(await response.arrayBuffer()).toString('utf8')

test('[OD11] every set is a CSV file whose figures are those of its table, in full, with headings in both languages', async () => {
  const server = await serving()
  for (const name of openSetNames)
    for (const language of siteLanguages) {
      const response = await get(server, `${name}.csv?lang=${language}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
      const [heading, ...rows] = rowsOf(await textOf(response))
      const { columns } = aboutSet(name, language)
      expect(heading, name).toEqual(columns.map(({ label }) => label))
      const tables = everyYearOf(name, dataset, everything).map((reply) => tableOf(name, reply, language))
      const expected = tables.flatMap(({ rows: told }) => told.map((row) => columns.map(({ key }) => String(row[key] ?? ''))))
      // A reader leaves out what is empty at the end of a row.
      expect(
        rows.map((row) => columns.map((_, at) => shownIn(row[at] ?? ''))),
        name,
      ).toEqual(expected)
    }
  await server.close()
})

test('[OD11] with a filter a file holds what is shown by it, and without one everything', async () => {
  const server = await serving()
  const shown = await (await get(server, 'classDistribution.json?years=2023&category=Nuevas')).json()
  expect(shown.filter).toEqual({ years: [2023], category: 'Nuevas', orientation: null })
  expect(shown.rows).toEqual(
    JSON.parse(
      JSON.stringify(
        tableOf(
          'classDistribution',
          openSetOf('classDistribution', dataset, { years: [2023], category: 'Nuevas', orientation: null }),
          'es',
        ).rows,
      ),
    ),
  )
  expect((await (await get(server, 'classDistribution.json')).json()).filter).toEqual(everything)
  await server.close()
})

test('[OD11] a category alone is of every year, what charts join stands year by year, and a file that is shown says of which years it is', async () => {
  const server = await serving()
  const alone = await (await get(server, 'averageIndex.json?category=Pilares&years=')).json()
  expect([alone.filter, alone.rows.map((row: { year: number }) => row.year)]).toEqual([
    { years: [2022, 2023], category: 'Pilares', orientation: null },
    [2022, 2023],
  ])
  const yearsIn = async (file: string): Promise<unknown[]> => {
    const { rows } = await (await get(server, file)).json()
    return [...new Set(rows.map(({ years }: { years: string }) => years))]
  }
  for (const set of ['initiativeTypes', 'scopeChange']) {
    expect(await yearsIn(`${set}.json`)).toEqual(['2022', '2023'])
    expect(await yearsIn(`${set}.json?years=2023,2022`)).toEqual(['2022, 2023'])
  }
  const origin = await (await get(server, 'initiativeOrigin.json')).json()
  expect(origin.rows.map((row: { year: number }) => row.year)).toEqual([2022, 2023])
  await server.close()
})

test('[OD11] a filter is one file however it is written, and years may stand in several fields', async () => {
  const server = await serving()
  const one = await get(server, 'averageIndex.json?years=2022,2023&category=Pilares')
  const { url } = await one.json()
  const others = [
    'category=Pilares&years=2023,2022',
    'years=2022&years=2023&category=Pilares',
    'years=2022,2022,2023,1999&category=Pilares&otra=x',
  ]
  for (const other of others) {
    const response = await get(server, `averageIndex.json?${other}`)
    expect([response.headers.get('etag'), (await response.json()).url]).toEqual([one.headers.get('etag'), url])
  }
  await server.close()
})

test('[OD3] [OD11] the file of a filter with one institution tells how many there are, and nothing of their results', async () => {
  const one = { ...dataset, institutions: dataset.institutions.filter(({ category, code }) => category !== 'Nuevas' || code === 'D3') }
  const kept = {
    ...one,
    initiatives: dataset.initiatives.filter((each) => one.institutions.some(({ year, code }) => year === each.year && code === each.code)),
  }
  const server = await serving(workbookOfSheets(writeOpenWorkbook(kept)))
  const [, ...rows] = rowsOf(await textOf(await get(server, 'scoreDistribution.csv?years=2022,2023&category=Nuevas')))
  expect(rows).toEqual([
    ['2022', '1'],
    ['2023', '1'],
  ])
  const [, ...means] = rowsOf(await textOf(await get(server, 'averageIndex.csv?category=Nuevas')))
  expect(means).toEqual([
    ['2022', '1'],
    ['2023', '1'],
  ])
  const [, ...types] = rowsOf(await textOf(await get(server, 'initiativeTypes.csv?years=2022&category=Nuevas')))
  expect(new Set(types.map((row) => row[3]))).toEqual(new Set(['']))
  await server.close()
})

test('[OD11] no cell of a file is run by a spreadsheet, and a negative number is a number', async () => {
  const server = await serving()
  for (const name of openSetNames) {
    const text = await textOf(await get(server, `${name}.csv`))
    const running = text
      .slice(1)
      .split('\r\n')
      .flatMap((line) => line.split(','))
      .filter((cell) => /^"?\s*[=+@]/.test(cell) || (/^"?-/.test(cell) && !/^-?\d+(?:\.\d+)?(?:e-\d+)?$/.test(cell)))
    expect(running, name).toEqual([])
  }
  await server.close()
})

test('[OD11] what describes a file names its columns as the file does, with what each holds, under which licence and of which edition', async () => {
  const server = await serving()
  const editions = new Set<string>()
  for (const name of openSetNames)
    for (const lang of siteLanguages) {
      const response = await get(server, `${name}.metadata.json?lang=${lang}`)
      expect(response.headers.get('content-type')).toBe('application/csvm+json; charset=utf-8')
      const metadata = await response.json()
      const { columns, title } = aboutSet(name, lang)
      expect(metadata['@context']).toEqual(['http://www.w3.org/ns/csvw', { '@language': lang }])
      expect(new URL(metadata.url).pathname).toBe(`/open-data/${name}.csv`)
      expect([metadata['dc:title'], metadata['dc:license']]).toEqual([title, { '@id': 'https://creativecommons.org/licenses/by/4.0/' }])
      expect(metadata.tableSchema.columns.map((each: { name: string; titles: string }) => [each.name, each.titles])).toEqual(
        columns.map(({ key, label }) => [key, label]),
      )
      const types = new Set(metadata.tableSchema.columns.map((each: { datatype: string }) => each.datatype))
      expect([...types].every((each) => ['integer', 'number', 'string'].includes(String(each)))).toBe(true)
      editions.add(metadata['schema:version'])
    }
  expect(editions.size).toBe(1)
  const csv = await get(server, 'averageIndex.csv?years=2022')
  expect(csv.headers.get('link')).toBe(
    '<http://localhost:8080/open-data/averageIndex.metadata.json?years=2022>; rel="describedby"; type="application/csvm+json"',
  )
  await server.close()
})

/** What a data package has to be, by its standard, as far as ours uses it. */
const packageSchema = {
  type: 'object',
  required: ['$schema', 'name', 'title', 'licenses', 'version', 'created', 'resources'],
  properties: {
    $schema: { const: 'https://datapackage.org/profiles/2.0/datapackage.json' },
    name: { type: 'string', pattern: '^[a-z0-9._/-]+$' },
    created: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$` },
    licenses: { type: 'array', minItems: 1, items: { type: 'object', required: ['name', 'path'] } },
    resources: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name', 'path', 'schema'],
        properties: {
          name: { type: 'string', pattern: '^[a-z0-9._/-]+$' },
          path: { type: 'string', pattern: '^https?://' },
          encoding: { const: 'utf-8' },
          mediatype: { const: 'text/csv' },
          schema: {
            type: 'object',
            required: ['fields'],
            properties: {
              fields: {
                type: 'array',
                minItems: 1,
                items: {
                  type: 'object',
                  required: ['name', 'type'],
                  properties: { name: { type: 'string', minLength: 1 }, type: { enum: ['string', 'integer', 'number', 'year'] } },
                },
              },
            },
          },
        },
      },
    },
  },
}

test('[OD11] the data package lists every file with the fields that it has', async () => {
  const server = await serving()
  const validate = new Ajv2020({ strict: false }).compile(packageSchema)
  for (const lang of siteLanguages) {
    const described = await (await get(server, `datapackage.json?lang=${lang}`)).json()
    expect(validate(described), JSON.stringify(validate.errors)).toBe(true)
    expect(described.resources).toHaveLength(openSetNames.length)
    for (const { path, schema } of described.resources) {
      const { pathname, search } = new URL(path)
      const [heading] = rowsOf(await textOf(await server.app.fetch(new Request(`http://localhost${pathname}${search}`))))
      expect(schema.fields.map((each: { name: string }) => each.name)).toEqual(heading)
    }
  }
  await server.close()
})

test('[OD9] [OD11] files may be kept by anybody and asked for from any page, and say when they are the same', async () => {
  const server = await serving()
  const first = await get(server, 'averageIndex.csv', { 'Accept-Encoding': 'gzip' })
  const etag = first.headers.get('etag') ?? ''
  expect([first.headers.get('cache-control'), first.headers.get('access-control-allow-origin')]).toEqual([
    'public, max-age=0, must-revalidate',
    '*',
  ])
  expect(first.headers.get('set-cookie')).toBeNull()
  expect((await get(server, 'averageIndex.csv', { 'If-None-Match': etag })).status).toBe(304)
  expect((await get(server, 'averageIndex.csv?lang=en', { 'If-None-Match': etag })).status).toBe(200)
  const head = await server.app.fetch(new Request('http://localhost/open-data/averageIndex.csv', { method: 'HEAD' }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  await server.close()
})

test('[OD11] a file that there is not is none, and what is no filter is refused', async () => {
  const server = await serving()
  const statuses = await Promise.all(
    [
      'otro.csv',
      'toString.csv',
      '__proto__.json',
      'averageIndex.xml',
      'averageIndex.csv?years=abc',
      `averageIndex.csv?years=${'2022,'.repeat(10_000)}2022`,
      'averageIndex.csv?lang=fr',
      'averageIndex.csv?category=Otra',
      'averageIndex.csv?years=1999',
      'averageIndex.csv?years=2022&otra=x',
    ].map(async (file) => (await get(server, file)).status),
  )
  expect(statuses).toEqual([404, 404, 404, 404, 400, 400, 400, 400, 404, 200])
  await server.close()
  const none = await serving(null)
  expect((await get(none, 'averageIndex.csv')).status).toBe(404)
  expect(await openDataViewOf(none.app.server, 'openData', {}, 'es')).toEqual({
    report: null,
    filter: { years: [], category: null, orientation: null },
    years: [],
    missing: [],
    sets: {},
  })
  await none.close()
})

test('[OD12] a page of open data is drawn from the sets that it shows, by the filter that its address means', async () => {
  const server = await serving()
  const { app } = server
  const landing = await openDataViewOf(app.server, 'openData', { years: '2022' }, 'es')
  expect([Object.keys(landing.sets), landing.filter.years, landing.report?.title]).toEqual([['averageIndex'], [2022, 2023], 'Prueba'])
  expect([landing.report?.day, (await openDataViewOf(app.server, 'openData', {}, 'en')).report?.day]).toEqual([
    '10 mar 2026',
    '10 Mar 2026',
  ])
  const stats = await openDataViewOf(
    app.server,
    'descriptiveStats',
    { years: '2023,junk', category: 'Nuevas', orientation: 'Institucional' },
    'es',
  )
  const filter = { years: [2023], category: 'Nuevas', orientation: null } as const
  expect(stats.filter).toEqual(filter)
  expect(stats.sets).toEqual(
    Object.fromEntries(
      (['averageIndex', 'scoreDistribution', 'classDistribution', 'maturityLevels', 'publicSectorIndex'] as const).map((name) => [
        name,
        openSetOf(name, dataset, filter),
      ]),
    ),
  )
  const none = await openDataViewOf(app.server, 'capacities', { years: '2019' }, 'es')
  // Of a year that there is not nothing is told, and nothing of another one in its place.
  expect([landing.missing, stats.missing, none.sets, none.missing]).toEqual([[], [], {}, [2019]])
  expect((await openDataViewOf(app.server, 'methodologySteps', {}, 'en')).sets.methodologic?.symbols.pu).toBe('User Participation')
  expect(Object.keys((await openDataViewOf(app.server, 'initiatives', { years: 'x'.repeat(5_000) }, 'es')).sets)).toEqual([
    'initiativeTypes',
    'scopeChange',
    'initiativeOrigin',
    'directedInitiatives',
  ])
  await server.close()
})

test('[OD12] [WS10] a page says which years of its address there are not, at an address of its own, and such pages push out no other', async () => {
  const drawn: string[] = []
  const server = await serving(undefined, {
    renderer: {
      siteAssets: { styles: [], script: '', islands: {}, late: {} },
      renderDocument: (view) => {
        drawn.push(`${view.path}${view.query}`)
        return JSON.stringify(view)
      },
    },
  })
  const page = async (query: string): Promise<unknown> =>
    (await server.app.fetch(new Request(`http://localhost/open-data/capacities${query}`))).json()
  expect(await page('')).toMatchObject({ query: '', data: { filter: { years: [2022] }, missing: [] } })
  expect(await page('?years=2019')).toMatchObject({ query: '?years=2019', data: { sets: {}, missing: [2019] } })
  const status = async (query: string): Promise<number> =>
    (await server.app.fetch(new Request(`http://localhost/open-data/capacities${query}`))).status
  expect([await status(''), await status('?years=2019'), await status('?years=2019,2023')]).toEqual([200, 404, 200])
  expect(await page('?years=2030&years=2023')).toMatchObject({
    query: '?years=2023,2030',
    data: { filter: { years: [2023] }, missing: [2030] },
  })
  const years = Array.from({ length: 160 }, (_, at) => 1800 + at)
  for (const year of years) await page(`?years=${year}`)
  await page('')
  expect(drawn.filter((address) => address === '/open-data/capacities')).toHaveLength(1)
  await server.close()
})

test('[OD14] calls, files and what describes them say the reason of a break, and none of them has a change across it', async () => {
  const reason = { es: 'Se renovaron las preguntas.', en: 'The questions were renewed.' }
  const server = await serving(
    workbookOfSheets(writeOpenWorkbook({ ...dataset, breaks: [{ year: 2023, sets: ['averageIndex'], reason }] })),
  )
  const call = async (path: string) => (await server.call('GET', `publicReports/openstatistics/scoreDistribution/years/${path}`)).data
  const none = { indexDiff: null, pilarsDiff: null, centralizedDiff: null, newsDiff: null }
  const breaks = [{ year: 2023, ...reason }]
  expect(await call('2022/2023')).toEqual({ breaks, ...none })
  expect(await call('2022/2022')).toMatchObject({ breaks: [], indexDiff: 0 })
  expect(await call('2022,2023')).toMatchObject({ breaks, results: [none, none] })
  const [heading = [], ...rows] = rowsOf(await textOf(await get(server, 'averageIndex.csv')))
  expect([heading.at(-1), rows.map((row) => row[heading.length - 1] ?? '')]).toEqual([
    'Comparación',
    ['', '2023 no se compara con las mediciones anteriores: Se renovaron las preguntas.'],
  ])
  const described = await (await get(server, 'averageIndex.metadata.json')).json()
  expect(described.tableSchema.columns.at(-1).name).toBe('comparison')
  const { resources } = await (await get(server, 'datapackage.json')).json()
  const fields = (name: string): unknown => resources.find((each: { name: string }) => each.name === name).schema.fields.at(-1).name
  expect([fields('average-index'), fields('maturity-levels')]).toEqual(['Comparación', 'Instituciones'])
  await server.close()
})
