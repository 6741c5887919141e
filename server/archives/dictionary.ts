import { csvLine, csvMark } from '#shared/kernel/sheet.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Guide, GuideChapter } from '../documents/guide.ts'
import { guideFrame } from '../documents/guides.ts'
import { guidePdf } from '../documents/report-pdf.ts'
import { Refused } from '../features/reports/refused.ts'
import type { ZipEntry } from '../http/zip.ts'
import type { OpenBaseFigures } from './open-base.ts'
import { openBaseTables, type Variable } from './open-base-tables.ts'
import { escaped } from './markup.ts'
import { pageOf } from './pages.ts'

interface About {
  readonly header: FormHeader
  readonly licence: string
  readonly figures: OpenBaseFigures
}

type Language = 'es' | 'en'
const at = { es: 0, en: 1 } as const
const tables: readonly { readonly name: string; readonly es: string; readonly en: string; readonly fields: readonly Variable[] }[] =
  Object.values(openBaseTables)
const encoder = new TextEncoder()

/** The dictionary of an open base in both languages, as table, page and paper; how it was made anonymous; and CSV on the Web. */
export async function* dictionaryEntries(about: About, broke: (why: string) => void): AsyncGenerator<ZipEntry, void> {
  const text = (name: string, content: string): ZipEntry => ({ name, deflate: true, pieces: [encoder.encode(content)] })
  yield text('diccionario.csv', csvMark + dictionaryTable().map(csvLine).join(''))
  for (const language of ['es', 'en'] as const) {
    const name = language === 'es' ? 'diccionario' : 'dictionary'
    yield text(`${name}.html`, dictionaryPage(about, language))
    const pdf = await guidePdf(dictionaryGuide(about, language), broke)
    if (!pdf.ok) throw new Refused(pdf.failure)
    yield { name: `${name}.pdf`, deflate: false, pieces: [pdf.value] }
    yield text(language === 'es' ? 'LEEME.txt' : 'README.txt', `${[about.header.name, ...leadOf(about, language)].join('\r\n\r\n')}\r\n`)
  }
  yield text('base.csv-metadata.json', onTheWeb(about))
  yield text('anonimizacion.json', `${JSON.stringify(about.figures, null, 2)}\n`)
}

const codesOf = ({ codes }: Variable, language: Language): string => {
  if (codes === undefined) return ''
  if (codes === 'por_pregunta') return language === 'es' ? 'Los de la tabla opciones' : 'Those of the table opciones'
  return Object.entries(codes)
    .map(([code, label]) => `${code} = ${label[at[language]]}`)
    .join('; ')
}

const missing = {
  es: 'Vacío: no hay, no corresponde o no se publica',
  en: 'Empty: there is none, it does not apply, or it is not published',
} as const

const dictionaryTable = (): readonly (readonly string[])[] => [
  [
    'tabla',
    'variable',
    'tipo',
    'etiqueta',
    'label',
    'descripcion',
    'description',
    'codigos',
    'codes',
    'perdidos',
    'missing',
    'procedencia',
    'provenance',
    'anonimizacion',
    'anonymisation',
  ],
  ...tables.flatMap((table) =>
    table.fields.map((field) => [
      table.name,
      field.name,
      field.type,
      ...field.label,
      field.es,
      field.en,
      codesOf(field, 'es'),
      codesOf(field, 'en'),
      missing.es,
      missing.en,
      ...field.provenance,
      ...field.anonymised,
    ]),
  ),
]

/** What is told by name elsewhere, and what was done so that nobody is found again by it. */
const publicly: Readonly<Record<Language, (byName: number, held: number, named: number) => string>> = {
  es: (byName, held, named) =>
    [
      `El sitio público puede mostrar, con el nombre de cada institución, sus puntos y ${byName} preguntas de este formulario (byName en anonimizacion.json).`,
      'De ellas esta base dice, de las instituciones con código, solo lo que comparte su grupo: entre qué números están; del tamaño de los bloques y de sus filas, nada.',
      'Antes de escribirla se la comparó con todo eso: cada institución con código puede ser al menos k de las que participan.',
      ...(held > 0 ? [`Para ello no se publican las respuestas de algunas instituciones en ${held} dimensiones.`] : []),
      ...(named > 0 ? ['El laboratorio eligió publicar con su nombre las respuestas exactas de las instituciones nombradas.'] : []),
    ].join(' '),
  en: (byName, held, named) =>
    [
      `The public site may show, with the name of each institution, its points and ${byName} questions of this form (byName in anonimizacion.json).`,
      'Of these this base tells, of institutions with a code, only what their group has in common: between which numbers they are; of the size of blocks and of their rows, nothing.',
      'Before it was written it was compared with all of that: each institution with a code may be at least k of those that take part.',
      ...(held > 0 ? [`For this the answers of some institutions in ${held} dimensions are not published.`] : []),
      ...(named > 0 ? ['The lab chose to publish the exact answers of the named institutions under their names.'] : []),
    ].join(' '),
}

/** What the base is, in sentences: of what, how it was made anonymous, what was left out. */
function leadOf({ header, licence, figures }: About, language: Language): readonly string[] {
  const { named, coded, hidden, unsent, generalised, byName, held } = figures
  const { k, whole, withoutOrientation, withoutBoth, suppressed } = generalised
  return language === 'es'
    ? [
        'Base abierta del ciclo: una fila por institución y pregunta. No contiene personas, correos, textos escritos ni nombres de archivos.',
        `Versión del cuestionario: ${header.versionId}. Licencia: ${licence}.`,
        `Instituciones nombradas, con resultado final publicado: ${named}. Con código: ${coded}. Ocultas o retiradas, que no figuran: ${hidden}. Sin enviar, que no figuran: ${unsent}.`,
        `Cada institución con código comparte categoría y orientación con al menos k = ${k}: ${whole} con ambas, ${withoutOrientation} sin orientación, ${withoutBoth} sin ninguna; ${suppressed} no figuran por ser menos de k. De grupos de menos de tres solo se dice cuántas son.`,
        publicly.es(byName.length, held, named),
        'Las preguntas que solo responde el laboratorio y la encuesta de satisfacción no se publican.',
      ]
    : [
        'Open base of the cycle: a row for each institution and question. No person, no address, no text that anybody wrote and no name of a file is in it.',
        `Version of the questionnaire: ${header.versionId}. Licence: ${licence}.`,
        `Institutions by name, whose final result is published: ${named}. By code: ${coded}. Hidden or withdrawn, not in it: ${hidden}. Not sent, not in it: ${unsent}.`,
        `Each institution with a code shares category and orientation with at least k = ${k}: ${whole} with both, ${withoutOrientation} without orientation, ${withoutBoth} with neither; ${suppressed} are not in it, being fewer than k. Of groups under three only the count is told.`,
        publicly.en(byName.length, held, named),
        'What only the lab answers, and the satisfaction survey, are not published.',
      ]
}

const words = {
  es: {
    title: 'Diccionario de datos',
    codes: 'Códigos',
    missing: 'Valores perdidos',
    provenance: 'Procedencia',
    anonymised: 'Anonimización',
    type: 'Tipo',
  },
  en: {
    title: 'Data dictionary',
    codes: 'Codes',
    missing: 'Missing values',
    provenance: 'Provenance',
    anonymised: 'Anonymisation',
    type: 'Type',
  },
} as const

const factsOf = (field: Variable, language: Language): readonly (readonly [string, string])[] => {
  const said = words[language]
  const codes = codesOf(field, language)
  return [
    [said.type, field.type] as const,
    ...(codes === '' ? [] : [[said.codes, codes] as const]),
    [said.missing, missing[language]] as const,
    [said.provenance, field.provenance[at[language]]] as const,
    [said.anonymised, field.anonymised[at[language]]] as const,
  ]
}

function dictionaryPage(about: About, language: Language): string {
  const said = words[language]
  const parts = tables.map((table) => {
    const fields = table.fields.map((field) => {
      const facts = factsOf(field, language).map(([name, value]) => `<li>${escaped(name)}: ${escaped(value)}</li>`)
      return `<section><h3><code>${escaped(field.name)}</code> ${escaped(field.label[at[language]])}</h3><p>${escaped(field[language])}</p><ul>${facts.join('')}</ul></section>`
    })
    return `<h2><code>${escaped(table.name)}.csv</code></h2><p>${escaped(table[language])}</p>${fields.join('\n')}`
  })
  const lead = leadOf(about, language).map((each) => `<p>${escaped(each)}</p>`)
  return pageOf(
    `${said.title} – ${about.header.name}`,
    `<h1>${said.title}</h1><p>${escaped(about.header.name)}</p>${lead.join('\n')}${parts.join('\n')}`,
    language,
  )
}

function dictionaryGuide(about: About, language: Language): Guide {
  const { header } = about
  const last =
    header.stages
      .map(({ end }) => end)
      .toSorted()
      .at(-1) ?? '2025-01-15'
  const spanish: readonly string[] = []
  return {
    ...guideFrame(language),
    title: words[language].title,
    subtitle: header.name,
    subtitleSpanish: language === 'en',
    edition: header.versionId,
    // Of the cycle and not of today: the same base is the same bytes.
    at: `${last}T15:00:00.000Z`,
    lead: leadOf(about, language),
    chapters: tables.map((table): GuideChapter => ({
      title: `${table.name}.csv`,
      lead: table[language],
      spanish,
      sections: [
        {
          title: '',
          lead: '',
          spanish,
          items: table.fields.map((field) => ({
            head: `${field.name}: ${field.label[at[language]]}`,
            help: [field[language]],
            facts: factsOf(field, language).map(([name, value]) => `${name}: ${value}`),
            choices: [],
            spanish,
          })),
        },
      ],
    })),
  }
}

const xsd: Readonly<Record<Variable['type'], string>> = {
  string: 'string',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
  datetime: 'dateTime',
  date: 'date',
  json: 'json',
}

/** CSV on the Web: the tables and their columns, as W3C writes it. */
const onTheWeb = ({ header, licence }: About): string =>
  `${JSON.stringify(
    {
      '@context': ['http://www.w3.org/ns/csvw', { '@language': 'es' }],
      'dc:title': header.name,
      'dc:license': licence,
      dialect: { delimiter: ',', header: true, encoding: 'utf-8', lineTerminators: '\r\n' },
      tables: Object.values(openBaseTables).map((table) => ({
        url: `${table.name}.csv`,
        'dc:description': { '@value': table.es, '@language': 'es' },
        tableSchema: {
          primaryKey: table.key,
          columns: table.fields.map((field) => ({
            name: field.name,
            titles: field.name,
            datatype: xsd[field.type],
            'dc:description': [
              { '@value': field.es, '@language': 'es' },
              { '@value': field.en, '@language': 'en' },
            ],
          })),
        },
      })),
    },
    null,
    2,
  )}\n`
