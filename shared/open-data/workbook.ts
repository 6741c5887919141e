import { composed } from '../kernel/marks.ts'
import { roundPoints } from '../forms/round-points.ts'
import { orientations } from '../institutions/model.ts'
import type { Orientation } from '../institutions/model.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import * as is from '../kernel/schemas.ts'
import { cellName, placeOf } from '../kernel/sheet.ts'
import type { Cell, NamedSheet } from '../kernel/sheet.ts'
import { exactIn, saidIn, shownIn, type ReadCell, quotedIn } from '../kernel/read-cell.ts'
import { headingKey, Problems, readTable } from '../kernel/table.ts'
import type { Column, ReadSheet, RowProblem, TableRow } from '../kernel/table.ts'
import * as v from 'valibot'
import {
  capacities,
  capacityMax,
  directedTo,
  initiativeTypes,
  openCategories,
  openReportLimits,
  origins,
  partners,
  phases,
  publicSectors,
  scopes,
} from './model.ts'
import type { Capacity, InitiativeType, OpenBreak, OpenDataset, OpenInitiative, OpenInstitution, Partner, Phase } from './model.ts'
import { openSetNames } from './model.ts'
import type { OpenSet } from './model.ts'
import { aboutSet } from './tables.ts'
import { capacityWords, categoryWords, directedWords, originWords, phaseWords, scopeWords, sectorWords, typeWords } from './words.ts'

/** Sheets of a workbook of open statistics. */
export const openSheets = {
  institutions: 'Instituciones',
  collaboration: 'Colaboración',
  initiatives: 'Iniciativas',
  breaks: 'Quiebres',
  about: 'Léame',
} as const
type DataSheet = Exclude<keyof typeof openSheets, 'about'>

/** What is wrong in a cell, so that its person finds it: "B4" of a sheet; "A1" of a sheet as a whole. */
export const openProblemSchema = v.object({
  sheet: v.string(),
  cell: v.string(),
  code: v.string(),
  params: v.optional(is.sentenceParams),
})
export type OpenProblem = Readonly<v.InferOutput<typeof openProblemSchema>>

export interface ReadOpen {
  /** What could be read. With any problem it is not taken. */
  readonly dataset: OpenDataset
  /** The first so many, in the order of sheets and rows. */
  readonly problems: readonly OpenProblem[]
  /** How many there are beyond. */
  readonly more: number
}

/** The code of the rows that a template has as its example, which are read by nobody. */
export const exampleCode = 'EJEMPLO'
/** Years that a workbook may tell of. */
const firstYear = 2000
const lastYear = 2100

const capacityColumns = capacities.map((each) => ({ name: capacityWords[each].es, filled: true }))
const phaseColumns = phases.map((each) => ({ name: phaseWords[each].es, filled: true }))
const partnerNames: Readonly<Record<Partner, string>> = { pu: 'PU', ci: 'CI', ge: 'GE' }

const year = { name: 'Año', filled: true } as const
const code = { name: 'Código', filled: true } as const
const columns: { readonly [Each in DataSheet]: readonly Column[] } = {
  institutions: [
    year,
    code,
    { name: 'Categoría', filled: true },
    { name: 'Orientación', filled: true },
    { name: 'Sector', optional: true },
    ...capacityColumns,
  ],
  collaboration: [year, code, { name: 'Fase', filled: true }, ...partners.map((each) => ({ name: partnerNames[each], filled: true }))],
  initiatives: [
    year,
    code,
    { name: 'Tipo', filled: true },
    { name: 'Alcance', filled: true },
    { name: 'Origen', optional: true },
    { name: 'Dirigida a', optional: true },
    ...phaseColumns,
  ],
  breaks: [year, { name: 'Conjunto', optional: true }, { name: 'Motivo', filled: true }, { name: 'Motivo en inglés', optional: true }],
}

/** What workbooks begin with: the archive of newer ones, the container of older ones. */
const signatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
] as const
/** Whether bytes begin as those of an Excel file do, whatever its name says (OD6). */
export const isExcel = (bytes: Uint8Array): boolean => signatures.some((each) => each.every((byte, at) => bytes[at] === byte))

/** Words of cells by what they have in common: thousands of rows say the same few. */
const keysOfWords = new Map<string, string>()
function keyOfWord(read: ReadCell): string {
  const cell = shownIn(read)
  const known = keysOfWords.get(cell)
  if (known !== undefined) return known
  const key = headingKey(cell)
  if (keysOfWords.size < 500) keysOfWords.set(cell, key)
  return key
}

type Words<Key extends string> = Readonly<Record<Key, { readonly es: string; readonly en: string }>>
/** How else people write a value, and options of a questionnaire do. */
const also: readonly (readonly [text: string, key: string])[] = [
  ['normativa', 'regulations'],
  ['rolesyfacultades', 'rolesPowers'],
  ['estrategia', 'strategy'],
  ['prototipo', 'prototype'],
  ['prototipado', 'prototype'],
  ['prototipada', 'prototype'],
  ['disenada', 'design'],
  ['ajuste', 'adjustment'],
  ['ajustada', 'adjustment'],
  ['piloto', 'pilot'],
  ['piloteada', 'pilot'],
  ['implementada', 'implementation'],
  ['evaluada', 'evaluation'],
  ['centralizados', 'Centralizadas'],
  ['personas', 'People'],
  ['funcionarios', 'People'],
  ['defuncionariosyfuncionarias', 'People'],
  ['deunaautoridad', 'Authority'],
  ['delaciudadaniaolaspersonasusuarias', 'Citizens'],
  ['deotraentidadpublica', 'PublicEntity'],
  ['deotrafuente', 'Other'],
  ['deunametaocompromisodelainstitucion', 'Other'],
  ['funcionariosyfuncionarias', 'entityOfficials'],
]

/** Values of a column by what people write for them: their Spanish, their English, the name they have here. */
export class Choices<Key extends string> {
  readonly #keys = new Map<string, Key>()
  readonly #names: string

  constructor(keys: readonly Key[], words: Words<Key>) {
    for (const key of keys) for (const text of [words[key].es, words[key].en, key]) this.#keys.set(headingKey(text), key)
    for (const [text, key] of also) {
      const known = keys.find((each) => each === key)
      if (known !== undefined && !this.#keys.has(text)) this.#keys.set(text, known)
    }
    this.#names = keys.map((key) => words[key].es).join(' · ')
  }

  of(cell: ReadCell): Key | undefined {
    return this.#keys.get(keyOfWord(cell))
  }

  wrong(cell: ReadCell): Failure {
    return failure('open_value_unknown', { value: quotedIn(cell), values: this.#names })
  }
}
const orientationNames = Object.fromEntries(orientations.map((each) => [each, { es: each, en: each }])) as Words<Orientation>
const setNames = Object.fromEntries(
  openSetNames.map((each) => [each, { es: aboutSet(each, 'es').title, en: aboutSet(each, 'en').title }]),
) as Words<OpenSet>
/** Values by what people write for them. */
export const openChoices = {
  category: new Choices(openCategories, categoryWords),
  orientation: new Choices(orientations, orientationNames),
  sector: new Choices(publicSectors, sectorWords),
  phase: new Choices(phases, phaseWords),
  type: new Choices(Object.keys(initiativeTypes) as InitiativeType[], typeWords),
  scope: new Choices(scopes, scopeWords),
  origin: new Choices(origins, originWords),
  directed: new Choices(directedTo, directedWords),
  set: new Choices(openSetNames, setNames),
} as const

const yes: ReadonlySet<string> = new Set(['si', 's', 'x', '1', 'yes', 'y', 'true', 'verdadero'])
const no: ReadonlySet<string> = new Set(['no', 'n', '0', 'false', 'falso'])
const flagIn = (cell: ReadCell): boolean | undefined => {
  const key = keyOfWord(cell)
  return yes.has(key) ? true : no.has(key) ? false : undefined
}

/** Points: no capacity has a thousand, so that a mark is a decimal one whichever it is. */
function pointsIn(cell: ReadCell): number | undefined {
  if (typeof cell !== 'string') return exactIn(cell)
  const text = cell.replace(',', '.')
  return /^\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

const codeForm = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,39}$/u
const codeIn = (cell: ReadCell): string | undefined => {
  const text = composed(saidIn(cell)).toUpperCase()
  return codeForm.test(text) ? text : undefined
}
const yearIn = (cell: ReadCell): number | undefined => {
  const text = String(exactIn(cell) ?? saidIn(cell))
  return /^\d{4}$/.test(text) && Number(text) >= firstYear && Number(text) <= lastYear ? Number(text) : undefined
}

/** What of a sheet is read: what is wrong is told by its columns, and becomes cells at the end. */
class SheetReader {
  readonly name: string
  readonly problems = new Problems()
  readonly rows: readonly TableRow<string>[]
  readonly #heading: readonly string[]
  readonly #headingRow: number
  readonly #codeAt: number

  constructor(name: string, sheet: ReadSheet, read: readonly Column[], rowsMost: number) {
    this.name = name
    this.#heading = (sheet.rows[0]?.cells ?? []).map(headingKey)
    this.#headingRow = sheet.rows[0]?.row ?? 1
    this.#codeAt = this.#heading.indexOf(headingKey(code.name))
    const [first, ...rest] = sheet.rows
    if (rest.length > rowsMost) this.problems.add(rest[rowsMost]?.row ?? 1, null, failure('open_rows_many', { n: rowsMost }))
    // Of more than is taken nothing else is told: whoever brings it mends that first.
    const kept = first === undefined ? [] : rest.length > rowsMost ? [first] : sheet.rows.filter((each) => !this.#isExample(each.cells))
    this.rows = readTable({ ...sheet, rows: kept }, read, this.problems)
  }

  #isExample(cells: readonly ReadCell[]): boolean {
    const at = this.#codeAt
    return (
      at >= 0 &&
      saidIn(cells[at] ?? '')
        .trim()
        .toUpperCase() === exampleCode
    )
  }

  wrong(row: number, column: string, found: Failure): void {
    this.problems.add(row, column, found)
  }

  /** The value of a cell; where it says something that is none, that is told. Undefined: it says nothing, or nothing that is meant. */
  value<T>(
    { row, cells }: TableRow<string>,
    column: string,
    read: (cell: ReadCell) => T | undefined,
    wrong: (cell: ReadCell) => Failure,
  ): T | undefined {
    const cell = cells[column] ?? ''
    // What is empty and must not be is told where the table is read.
    if (cell === '') return undefined
    const value = read(cell)
    if (value === undefined) this.wrong(row, column, wrong(cell))
    return value
  }

  /** Several values in one cell, between semicolons. */
  values<Key extends string>({ row, cells }: TableRow<string>, column: string, from: Choices<Key>): readonly Key[] {
    const parts = shownIn(cells[column] ?? '').split(';')
    const found = new Set<Key>()
    for (const part of parts.map((each) => each.trim()).filter((each) => each !== '')) {
      const key = from.of(part)
      if (key === undefined) this.wrong(row, column, from.wrong(part))
      else found.add(key)
    }
    return [...found]
  }

  get found(): { readonly problems: readonly OpenProblem[]; readonly more: number } {
    const { problems, more } = this.problems.found
    return { problems: problems.map((each) => this.#placed(each)), more }
  }

  #placed({ row, column, code: what, params }: RowProblem): OpenProblem {
    const range = what === 'table_cells_merged' ? params?.['range'] : undefined
    const at = column === null ? 0 : Math.max(0, this.#heading.indexOf(headingKey(column)))
    const merged = typeof range === 'string' ? placeOf(range) : undefined
    const cell = merged ? cellName(merged.column, merged.row) : cellName(at, Math.max(row, this.#headingRow, 1))
    // Which column is missing has no cell to say it.
    const told =
      what === 'table_column_missing' ? { code: 'open_column_missing', params: { column: column ?? '' } } : { code: what, params }
    return { sheet: this.name, cell, code: told.code, ...(told.params && { params: told.params }) }
  }
}

const keyOf = (of: { readonly year: number; readonly code: string }): string => `${of.year} ${of.code}`

/** Where and which year and code a row is of; undefined where it does not say. */
function whoseOf(reader: SheetReader, row: TableRow<string>): { readonly year: number; readonly code: string } | undefined {
  const inYear = reader.value(row, year.name, yearIn, (cell) =>
    failure('open_year_wrong', { value: quotedIn(cell), from: firstYear, to: lastYear }),
  )
  const whose = reader.value(row, code.name, codeIn, (cell) => failure('open_code_wrong', { value: quotedIn(cell) }))
  return inYear === undefined || whose === undefined ? undefined : { year: inYear, code: whose }
}

interface Institutions {
  readonly found: Map<string, OpenInstitution>
  /** Also those of whom something else is wrong: the row in which each stands. */
  readonly rowOf: ReadonlyMap<string, number>
}

function institutionsIn(reader: SheetReader): Institutions {
  const found = new Map<string, OpenInstitution>()
  const rowOf = new Map<string, number>()
  for (const row of reader.rows) {
    const whose = whoseOf(reader, row)
    const category = reader.value(
      row,
      'Categoría',
      (cell) => openChoices.category.of(cell),
      (cell) => openChoices.category.wrong(cell),
    )
    const orientation = reader.value(
      row,
      'Orientación',
      (cell) => openChoices.orientation.of(cell),
      (cell) => openChoices.orientation.wrong(cell),
    )
    const sector = reader.value(
      row,
      'Sector',
      (cell) => openChoices.sector.of(cell),
      (cell) => openChoices.sector.wrong(cell),
    )
    const points = capacities.map((each): [Capacity, number | undefined] => [each, pointsOf(reader, row, each)])
    if (!whose) continue
    const first = rowOf.get(keyOf(whose))
    if (first !== undefined) {
      reader.wrong(row.row, code.name, failure('open_row_again', { row: first }))
      continue
    }
    rowOf.set(keyOf(whose), row.row)
    if (category === undefined || orientation === undefined) continue
    found.set(keyOf(whose), {
      ...whose,
      category,
      orientation,
      sector: sector ?? null,
      // What is missing is told: it only keeps the shape.
      points: Object.fromEntries(points.map(([each, value]) => [each, value ?? 0])) as Record<Capacity, number>,
      partners: { design: [], prototype: [], adjustment: [], pilot: [], implementation: [], evaluation: [] },
    })
  }
  return { found, rowOf }
}

function pointsOf(reader: SheetReader, row: TableRow<string>, capacity: Capacity): number | undefined {
  const most = capacityMax[capacity]
  const within = (cell: ReadCell): number | undefined => {
    const value = pointsIn(cell)
    return value === undefined || !(value >= 0 && value <= most) ? undefined : roundPoints(value)
  }
  return reader.value(row, capacityWords[capacity].es, within, (cell) => failure('open_points_wrong', { value: quotedIn(cell), max: most }))
}

function partnersIn(reader: SheetReader, { found, rowOf: known }: Institutions): void {
  const rowOf = new Map<string, number>()
  for (const row of reader.rows) {
    const whose = whoseOf(reader, row)
    const phase = reader.value(
      row,
      'Fase',
      (cell) => openChoices.phase.of(cell),
      (cell) => openChoices.phase.wrong(cell),
    )
    const worked = partners.filter((each) => flagOf(reader, row, partnerNames[each]))
    if (!whose) continue
    const institution = found.get(keyOf(whose))
    if (!known.has(keyOf(whose)))
      reader.wrong(row.row, code.name, failure('open_institution_missing', { value: whose.code, year: whose.year }))
    if (!institution || phase === undefined) continue
    const key = `${keyOf(whose)} ${phase}`
    const first = rowOf.get(key)
    if (first !== undefined) reader.wrong(row.row, 'Fase', failure('open_row_again', { row: first }))
    rowOf.set(key, row.row)
    found.set(keyOf(whose), { ...institution, partners: { ...institution.partners, [phase]: worked } })
  }
}

const flagOf = (reader: SheetReader, row: TableRow<string>, column: string): boolean =>
  reader.value(row, column, flagIn, (cell) => failure('open_answer_wrong', { value: quotedIn(cell) })) ?? false

function initiativesIn(reader: SheetReader, { rowOf: known }: Institutions): OpenInitiative[] {
  return reader.rows.flatMap((row): OpenInitiative[] => {
    const whose = whoseOf(reader, row)
    const type = reader.value(
      row,
      'Tipo',
      (cell) => openChoices.type.of(cell),
      (cell) => openChoices.type.wrong(cell),
    )
    const scope = reader.value(
      row,
      'Alcance',
      (cell) => openChoices.scope.of(cell),
      (cell) => openChoices.scope.wrong(cell),
    )
    const from = reader.values(row, 'Origen', openChoices.origin)
    const to = reader.values(row, 'Dirigida a', openChoices.directed)
    const reached = phases.filter((each) => flagOf(reader, row, phaseWords[each].es))
    if (whose && !known.has(keyOf(whose)))
      reader.wrong(row.row, code.name, failure('open_institution_missing', { value: whose.code, year: whose.year }))
    if (!whose || type === undefined || scope === undefined) return []
    return [
      {
        ...whose,
        type,
        scope,
        origins: origins.filter((each) => from.includes(each)),
        directedTo: directedTo.filter((each) => to.includes(each)),
        phases: reached,
      },
    ]
  })
}

/** Breaks of comparison; a row without sets is of all of them, one without English says its Spanish. */
function breaksIn(reader: SheetReader, { rowOf }: Institutions): OpenBreak[] {
  const measured = new Set([...rowOf.keys()].map((key) => Number(key.split(' ')[0])))
  return reader.rows.flatMap((row): OpenBreak[] => {
    const from = reader.value(row, year.name, yearIn, (cell) =>
      failure('open_year_wrong', { value: quotedIn(cell), from: firstYear, to: lastYear }),
    )
    const isOfAll = allNames.has(headingKey(shownIn(row.cells['Conjunto'] ?? '')))
    const chosen = isOfAll ? openSetNames : reader.values(row, 'Conjunto', openChoices.set)
    const [es, en] = ['Motivo', 'Motivo en inglés'].map((column) =>
      reader.value(row, column, reasonIn, () => failure('open_reason_long', { max: openReportLimits.reason })),
    )
    if (from !== undefined && !measured.has(from)) reader.wrong(row.row, year.name, failure('open_break_year', { year: from }))
    if (from === undefined || es === undefined) return []
    return [{ year: from, sets: openSetNames.filter((each) => chosen.includes(each)), reason: { es, en: en ?? es } }]
  })
}
const allNames: ReadonlySet<string> = new Set(['', 'todos', 'all'])
const reasonIn = (cell: ReadCell): string | undefined => {
  const text = composed(saidIn(cell)).trim()
  return text.length <= openReportLimits.reason ? text : undefined
}

const rowsMost: Readonly<Record<DataSheet, number>> = {
  institutions: openReportLimits.institutions,
  collaboration: openReportLimits.institutions * phases.length,
  initiatives: openReportLimits.initiatives,
  breaks: openReportLimits.breaks,
}

/**
 * What a workbook of open statistics says, whoever reads it: its browser before it is sent, and the server. Sheets and columns are known
 * by their names, whatever their case, accents and order; other sheets are nobody's. Every cell that is wrong is told with its place
 * (OD5). Codes: those of `readTable`, open_sheet_missing, open_column_missing, open_nothing, open_rows_many, open_row_again,
 * open_year_wrong, open_code_wrong, open_value_unknown, open_points_wrong, open_answer_wrong, open_institution_missing.
 */
export function readOpenWorkbook(sheets: readonly ReadSheet[]): ReadOpen {
  const missing: OpenProblem[] = []
  const [ofInstitutions, ofPartners, ofInitiatives] = dataSheets.map((each) => {
    const name = openSheets[each]
    const sheet = sheets.find((one) => headingKey(one.name) === headingKey(name))
    if (sheet) return new SheetReader(name, sheet, columns[each], rowsMost[each])
    const there = sheets.map((one) => quotedIn(one.name)).join(', ')
    missing.push({ sheet: name, cell: 'A1', code: 'open_sheet_missing', params: { sheets: there } })
    return undefined
  })
  // A workbook may be without it: then nothing is declared.
  const declared = sheets.find((one) => headingKey(one.name) === headingKey(openSheets.breaks) && one.rows.length > 0)
  const ofBreaks = declared && new SheetReader(openSheets.breaks, declared, columns.breaks, rowsMost.breaks)
  const institutions: Institutions = ofInstitutions ? institutionsIn(ofInstitutions) : { found: new Map(), rowOf: new Map() }
  // Without institutions every other row would be told for what is wrong elsewhere.
  const isSound = institutions.rowOf.size > 0
  if (ofPartners && isSound) partnersIn(ofPartners, institutions)
  const initiatives = ofInitiatives && isSound ? initiativesIn(ofInitiatives, institutions) : []
  const breaks = ofBreaks && isSound ? breaksIn(ofBreaks, institutions) : []
  if (ofInstitutions?.problems.none === true && !isSound) missing.push({ sheet: openSheets.institutions, cell: 'A2', code: 'open_nothing' })
  const readers = [ofInstitutions, ofPartners, ofInitiatives, ofBreaks].flatMap((reader) => (reader ? [reader.found] : []))
  const problems = [...missing, ...readers.flatMap((each) => each.problems)]
  const told = problems.slice(0, openReportLimits.problems)
  return {
    dataset: { institutions: [...institutions.found.values()], initiatives, ...(breaks.length > 0 && { breaks }) },
    problems: told,
    more: problems.length - told.length + readers.reduce((sum, each) => sum + each.more, 0),
  }
}
/** Sheets that a workbook cannot be without. */
const dataSheets = ['institutions', 'collaboration', 'initiatives'] as const satisfies readonly DataSheet[]

const flag = (is: boolean): string => (is ? 'Sí' : 'No')
const headings = (sheet: DataSheet): readonly Cell[] => columns[sheet].map(({ name }) => name)

const institutionRow = (of: OpenInstitution): readonly Cell[] => [
  of.year,
  of.code,
  categoryWords[of.category].es,
  of.orientation,
  of.sector === null ? '' : sectorWords[of.sector].es,
  ...capacities.map((each) => of.points[each]),
]
const partnerRow = (of: OpenInstitution, phase: Phase): readonly Cell[] => [
  of.year,
  of.code,
  phaseWords[phase].es,
  ...partners.map((each) => flag(of.partners[phase].includes(each))),
]
const initiativeRow = (of: OpenInitiative): readonly Cell[] => [
  of.year,
  of.code,
  typeWords[of.type].es,
  scopeWords[of.scope].es,
  of.origins.map((each) => originWords[each].es).join('; '),
  of.directedTo.map((each) => directedWords[each].es).join('; '),
  ...phases.map((each) => flag(of.phases.includes(each))),
]

const breakRow = ({ year: from, sets, reason }: OpenBreak): readonly Cell[] => [
  from,
  sets.length === openSetNames.length ? '' : sets.map((each) => setNames[each].es).join('; '),
  reason.es,
  reason.en,
]

/** A workbook that says a dataset, as sheets to be written; `notes` stand above what each column takes. Read again it is the same dataset (OD5). */
export const writeOpenWorkbook = (dataset: OpenDataset, notes: readonly string[] = []): readonly NamedSheet[] => [
  { name: openSheets.institutions, rows: [headings('institutions'), ...dataset.institutions.map(institutionRow)] },
  {
    name: openSheets.collaboration,
    rows: [headings('collaboration'), ...dataset.institutions.flatMap((each) => phases.map((phase) => partnerRow(each, phase)))],
  },
  { name: openSheets.initiatives, rows: [headings('initiatives'), ...dataset.initiatives.map(initiativeRow)] },
  { name: openSheets.breaks, rows: [headings('breaks'), ...(dataset.breaks ?? []).map(breakRow)] },
  { name: openSheets.about, rows: [...notes.map((note) => [note]), ...readMe] },
]

/** The workbook that is handed out to be filled: every sheet with an example, which is read by nobody. */
export const openTemplate = (): readonly NamedSheet[] =>
  writeOpenWorkbook({ institutions: [exampleInstitution], initiatives: [exampleInitiative] }, [
    `Las filas con el código ${exampleCode} son un ejemplo: no se leen, y puede dejarlas o eliminarlas.`,
  ])

const exampleInstitution: OpenInstitution = {
  year: 2024,
  code: exampleCode,
  category: 'Pilares',
  orientation: 'Ciudadana con Foco Social',
  sector: 'health',
  points: {
    humanTalent: 3.5,
    institucionalFramework: 1,
    digitalResources: 2.25,
    strategyGovernance: 4,
    activitiesPractices: 8.5,
    procedures: 3,
    processes: 9.75,
    userParticipation: 7,
    interinstitutionalCoordination: 6.5,
    environmentManagement: 2,
  },
  partners: { design: ['pu', 'ci'], prototype: ['pu'], adjustment: ['pu'], pilot: ['ci', 'ge'], implementation: [], evaluation: [] },
}
const exampleInitiative: OpenInitiative = {
  year: 2024,
  code: exampleCode,
  type: 'attentionModel',
  scope: 'service',
  origins: ['People', 'Citizens'],
  directedTo: ['entityUsers'],
  phases: ['design', 'prototype', 'pilot'],
}

const listed = (words: Readonly<Record<string, { readonly es: string }>>): string =>
  Object.values(words)
    .map(({ es }) => es)
    .join(' · ')
/** What each column takes. */
const readMe: readonly (readonly Cell[])[] = [
  ['Hoja', 'Columna', 'Qué lleva'],
  [openSheets.institutions, 'Una fila por institución y año, sin su nombre.'],
  ['', 'Año', `Año de la medición, con cuatro cifras: de ${firstYear} a ${lastYear}.`],
  ['', 'Código', 'Letras y números que no digan de qué institución se trata. El mismo código en todos los años.'],
  ['', 'Categoría', openCategories.join(' · ')],
  ['', 'Orientación', orientations.join(' · ')],
  ['', 'Sector', `${listed(sectorWords)}. Puede quedar vacío.`],
  ...capacities.map((each) => ['', capacityWords[each].es, `Puntos obtenidos: de 0 a ${String(capacityMax[each]).replace('.', ',')}.`]),
  [openSheets.collaboration, 'Una fila por institución, año y fase. Una fase sin fila cuenta como sin colaboración.'],
  ['', 'Fase', listed(phaseWords)],
  ['', 'PU', 'Sí o No: trabajó con personas usuarias.'],
  ['', 'CI', 'Sí o No: trabajó con otras instituciones públicas.'],
  ['', 'GE', 'Sí o No: trabajó con organizaciones fuera del Estado.'],
  [openSheets.initiatives, 'Una fila por iniciativa de una institución de la primera hoja.'],
  ['', 'Tipo', listed(typeWords)],
  ['', 'Alcance', listed(scopeWords)],
  ['', 'Origen', `${listed(originWords)}. Varios se separan con punto y coma; puede quedar vacío.`],
  ['', 'Dirigida a', `${listed(directedWords)}. Varios se separan con punto y coma; puede quedar vacío.`],
  ['', phases.map((each) => phaseWords[each].es).join(', '), 'Sí o No: la iniciativa llegó a esa fase.'],
  [openSheets.breaks, 'Una fila por año cuyas cifras no se comparan con las anteriores. Puede quedar sin filas, o faltar.'],
  ['', 'Año', 'Primer año con la medición nueva.'],
  ['', 'Conjunto', `${listed(setNames)}. Varios se separan con punto y coma; vacío: todos.`],
  [
    '',
    'Motivo',
    `Lo que se dice al público, en una frase de hasta ${openReportLimits.reason} caracteres: «Se renovaron las preguntas de la dimensión 2.».`,
  ],
  ['', 'Motivo en inglés', 'Lo mismo en inglés. Vacío: se muestra en español.'],
]
