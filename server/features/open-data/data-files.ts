import { parsedAs } from '#shared/kernel/parsed.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { csvLine, csvMark } from '#shared/kernel/sheet.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { filterOf, type OpenFilter } from '#shared/open-data/filter.ts'
import { openSetNames, type OpenSet } from '#shared/open-data/model.ts'
import { openFilterSchema } from '#shared/open-data/routes.ts'
import { everyYearOf, hasBreaks, openSetOf, yearsOf } from '#shared/open-data/statistics.ts'
import { aboutSet, isOpenSet, tableOf, type OpenColumn, type OpenRow } from '#shared/open-data/tables.ts'
import { siteLanguages, type SiteLanguage } from '#shared/site/model.ts'
import * as v from 'valibot'
import { dispositionOf } from '../../http/downloads.ts'
import { languageOf } from '../../http/failures.ts'
import { isKnownTo } from '../../http/known-to.ts'
import { failed } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import type { Published } from './datasets.ts'
import { askedFilter } from './filters.ts'
import { queryValues } from '../../http/query-values.ts'
import { publicCaching, Texts } from './packed.ts'

/** Under which anybody may use the data, by its name with SPDX. */
const licence = {
  name: 'CC-BY-4.0',
  title: 'Creative Commons Attribution 4.0',
  path: 'https://creativecommons.org/licenses/by/4.0/',
} as const
const publisher = { es: 'Índice de Innovación Pública', en: 'Public Innovation Index' } as const
const packageAbout = {
  es: 'Estadísticas abiertas del índice: puntajes, niveles de madurez, capacidades, fases e iniciativas por año, sin nombres de instituciones. De un grupo con menos de tres instituciones, o por cuya diferencia con otros se sabría algo de menos de tres, solo se dice cuántas son y cuántas iniciativas tienen.',
  en: 'Open statistics of the index: scores, levels of maturity, capacities, phases and initiatives by year, without names of institutions. Of a group of fewer than three institutions, or whose difference from others would tell of fewer than three, only how many they are and how many initiatives they have is told.',
} as const

/** Kinds of a data address, by how it ends. */
const kinds = [
  { end: '.metadata.json', kind: 'metadata', type: 'application/csvm+json; charset=utf-8' },
  { end: '.csv', kind: 'csv', type: 'text/csv; charset=utf-8; header=present' },
  { end: '.json', kind: 'json', type: 'application/json; charset=utf-8' },
] as const
type Kind = (typeof kinds)[number]['kind']

const querySchema = v.object({ ...openFilterSchema.entries, lang: v.optional(v.picklist(siteLanguages), 'es') })
type Asked = v.InferOutput<typeof querySchema>

/** Files of one workbook that are kept. */
const filesMost = 300
const gzipFromBytes = 1024

/**
 * Data at addresses that stay: `/open-data/<set>.csv` and `.json`, what describes them, and `/open-data/datapackage.json`. Without a filter
 * everything, with one what a page shows by it; `lang` chooses the language of headings and names (OD11).
 */
export function mountDataFiles({ api, openData, publicUrl }: Pick<Server, 'api' | 'openData' | 'publicUrl'>): void {
  const texts = new Texts(filesMost)
  api.get('/open-data/:file{[A-Za-z.]+\\.(?:csv|json)}', async (context) => {
    context.env.route = 'openData.file'
    const { raw } = context.req
    const refuse = (found: Failure): Promise<Response> =>
      failed(found, { request: raw, language: languageOf(context.req.header('accept-language')), requestId: context.env.requestId })
    const file = context.req.param('file')
    const named = namedIn(file)
    if (!named) return refuse({ code: 'not_found' })
    const asked = parsedAs(querySchema, queryValues(context.req.queries(), ['years']))
    if (!asked.success) return refuse({ code: 'malformed', params: { field: v.getDotPath(asked.issues[0]) ?? '' } })
    const published = await openData.published()
    if (!published.ok) return refuse(published.failure)
    const filter = filterIn(asked.output, published.value)
    if (!filter.ok) return refuse(filter.failure)
    const language = asked.output.lang
    const query = queryIn(filter.value, language)
    const found = texts.get(`${published.value.report.id} ${published.value.report.sha256}`, `${file} ${query}`, () =>
      named.set === null
        ? packageOf(published.value, publicUrl, language)
        : textOf(named.kind, { set: named.set, published: published.value, filter: filter.value, language, query, publicUrl }),
    )
    const headers: Record<string, string> = {
      ...publicCaching,
      ETag: found.etag,
      Vary: 'Accept-Encoding',
      // Anybody may read it from their own page: it is the same for everybody, and nobody's session counts.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Robots-Tag': 'noindex',
    }
    if (isKnownTo(raw, found)) return new Response(null, { status: 304, headers })
    headers['Content-Type'] = named.type
    if (named.kind === 'csv') {
      headers['Content-Disposition'] = dispositionOf(file)
      headers['Link'] = `<${publicUrl}/open-data/${named.set}.metadata.json${query}>; rel="describedby"; type="application/csvm+json"`
    }
    if (found.text.length < gzipFromBytes || !/\bgzip\b/.test(raw.headers.get('accept-encoding') ?? ''))
      return new Response(found.text, { headers })
    return new Response(await found.gzipped(), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
  })
}

/** What an address names; `set` null: the package of all. */
function namedIn(file: string): { readonly set: OpenSet | null; readonly kind: Kind; readonly type: string } | undefined {
  if (file === 'datapackage.json') return { set: null, kind: 'json', type: 'application/json; charset=utf-8' }
  const found = kinds.find(({ end }) => file.endsWith(end))
  if (!found) return undefined
  const set = file.slice(0, -found.end.length)
  return isOpenSet(set) ? { set, kind: found.kind, type: found.type } : undefined
}

/** What of the data a file holds. */
interface FileFilter extends OpenFilter {
  /** Whether no years were chosen: of a page's file they always are. */
  readonly isEveryYear: boolean
}

/** Without years all of them, whatever else is chosen. Fails: open_years_unknown. */
function filterIn({ years = '', category, orientation }: Asked, { dataset }: Published): Result<FileFilter> {
  const available = yearsOf(dataset)
  if (years === '') return done({ ...filterOf({ category, orientation }, available), years: available, isEveryYear: true })
  const found = askedFilter({ years, category, orientation }, dataset)
  return found.ok ? done({ ...found.value, isEveryYear: false }) : found
}

/** What is meant, as the one address says it: whatever was written otherwise is the same file. */
function queryIn({ years, category, orientation, isEveryYear }: FileFilter, language: SiteLanguage): string {
  const query = [
    ...(isEveryYear ? [] : [`years=${years.join(',')}`]),
    ...(category === null ? [] : [`category=${encodeURIComponent(category)}`]),
    ...(orientation === null ? [] : [`orientation=${encodeURIComponent(orientation)}`]),
    ...(language === 'es' ? [] : [`lang=${language}`]),
  ]
  return query.length === 0 ? '' : `?${query.join('&')}`
}

interface Told {
  readonly set: OpenSet
  readonly published: Published
  readonly filter: FileFilter
  readonly language: SiteLanguage
  readonly query: string
  readonly publicUrl: string
}

function textOf(kind: Kind, told: Told): string {
  switch (kind) {
    case 'csv':
      return csvOf(aboutIn(told).columns, rowsIn(told))
    case 'json':
      return JSON.stringify(dataOf(told), null, 1)
    case 'metadata':
      return JSON.stringify(metadataOf(told), null, 1)
  }
}

const aboutIn = ({ set, published, language }: Pick<Told, 'set' | 'published' | 'language'>): ReturnType<typeof aboutSet> =>
  aboutSet(set, language, hasBreaks(published.dataset, set))

/** Rows of the table that a page shows; of every year those of each, where it joins them. */
function rowsIn({ set, published, filter, language }: Told): readonly OpenRow[] {
  const { isEveryYear, ...chosen } = filter
  const { dataset } = published
  const replies = isEveryYear ? everyYearOf(set, dataset, chosen) : [openSetOf(set, dataset, chosen)]
  return replies.flatMap((reply) => tableOf(set, reply, language).rows)
}

/** Numbers with all their decimals; a cell without a figure is empty. */
const csvOf = (columns: readonly OpenColumn[], rows: readonly OpenRow[]): string =>
  `${csvMark}${csvLine(columns.map(({ label }) => label))}${rows.map((row) => csvLine(columns.map(({ key }) => row[key] ?? ''))).join('')}`

/** Which data it is: it changes with the workbook. */
const editionOf = ({ report }: Published): string => report.sha256.slice(0, 12)
const sourceOf = ({ report }: Published) => ({ title: report.title, description: report.description, date: report.at.slice(0, 10) })

function dataOf(told: Told): object {
  const { set, published, filter, language, query, publicUrl } = told
  const { title, about, unit, columns } = aboutIn(told)
  const { isEveryYear: _, ...chosen } = filter
  return {
    name: set,
    title,
    description: about,
    unit,
    language,
    publisher: publisher[language],
    licence,
    source: sourceOf(published),
    edition: editionOf(published),
    url: `${publicUrl}/open-data/${set}.json${query}`,
    filter: chosen,
    columns,
    rows: rowsIn(told),
  }
}

/** Of W3C's "CSV on the Web". */
const csvwTypes = { year: 'integer', text: 'string', count: 'integer', number: 'number', percent: 'number' } as const satisfies Record<
  OpenColumn['type'],
  string
>

function metadataOf({ set, published, language, query, publicUrl }: Told): object {
  const { title, about, columns } = aboutIn({ set, published, language })
  const { title: source, date } = sourceOf(published)
  return {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': language }],
    url: `${publicUrl}/open-data/${set}.csv${query}`,
    'dc:title': title,
    'dc:description': about,
    'dc:publisher': publisher[language],
    'dc:source': source,
    'dc:modified': { '@value': date, '@type': 'date' },
    'dc:license': { '@id': licence.path },
    'schema:version': editionOf(published),
    dialect: { encoding: 'utf-8', delimiter: ',', header: true, lineTerminators: ['\r\n'] },
    tableSchema: {
      columns: columns.map(({ key, label, unit, type, about: meaning }) => ({
        name: key,
        titles: label,
        datatype: csvwTypes[type],
        'dc:description': unit === '' ? meaning : `${meaning} (${unit})`,
        null: '',
      })),
    },
  }
}

/** Of a data package of Frictionless. */
const fieldTypes = { year: 'year', text: 'string', count: 'integer', number: 'number', percent: 'number' } as const satisfies Record<
  OpenColumn['type'],
  string
>

function packageOf(published: Published, publicUrl: string, language: SiteLanguage): string {
  const { title: source, description, date } = sourceOf(published)
  const query = language === 'es' ? '' : `?lang=${language}`
  return JSON.stringify(
    {
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      name: 'indice-de-innovacion-publica',
      title: `${publisher[language]}: ${source}`,
      description: `${packageAbout[language]} ${description}`,
      homepage: `${publicUrl}/open-data`,
      version: editionOf(published),
      created: `${date}T00:00:00Z`,
      licenses: [licence],
      contributors: [{ title: publisher[language], roles: ['publisher'] }],
      resources: openSetNames.map((set) => {
        const { title, about, columns } = aboutIn({ set, published, language })
        return {
          name: set.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
          title,
          description: about,
          path: `${publicUrl}/open-data/${set}.csv${query}`,
          format: 'csv',
          mediatype: 'text/csv',
          encoding: 'utf-8',
          schema: {
            fields: columns.map(({ label, type, unit, about: meaning }) => ({
              name: label,
              type: fieldTypes[type],
              description: unit === '' ? meaning : `${meaning} (${unit})`,
            })),
            missingValues: [''],
          },
        }
      }),
    },
    null,
    1,
  )
}
