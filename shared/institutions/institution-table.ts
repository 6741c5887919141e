import { addressOf, addressText, domainOf } from '../accounts/address.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import { saidIn } from '../kernel/read-cell.ts'
import type { Cell } from '../kernel/sheet.ts'
import { headingKey, nearOr, readTable } from '../kernel/table.ts'
import type { Column, Problems, ReadSheet } from '../kernel/table.ts'
import { orientations, type Category, type Institution, type Orientation } from './model.ts'
import { codeKey, nameKey } from './rules.ts'

/** Columns of the table of institutions, as its template has them. The leader's are asked for where an institution is made. */
export const institutionColumns = [
  { name: 'codigo', also: ['code'], filled: true },
  { name: 'nombre', also: ['name'], filled: true },
  { name: 'sigla', also: ['abbreviation'], filled: true },
  { name: 'categoria', also: ['category'], filled: true },
  { name: 'orientacion', also: ['orientation'], filled: true },
  { name: 'dominios', also: ['domains'], filled: true },
  { name: 'nombre_lider', also: ['leader_name'], optional: true },
  { name: 'apellido_lider', also: ['leader_surname'], optional: true },
  { name: 'correo_lider', also: ['leader_email'], optional: true },
] as const satisfies readonly Column[]
type ColumnName = (typeof institutionColumns)[number]['name']

/** Institutions that one table makes or changes. */
export const importedMost = 500

export interface ImportFields {
  readonly name: string
  readonly code: string
  readonly abbreviation: string
  readonly category: string
  readonly orientation: Orientation
  readonly domains: readonly string[]
}
interface Leader {
  readonly name: string
  readonly surname: string
  readonly email: string
}

/** What one row of the table would do; `row`: as its person sees it in the margin. */
export type ImportedRow =
  | { readonly row: number; readonly kind: 'create'; readonly fields: ImportFields; readonly leader: Leader }
  | { readonly row: number; readonly kind: 'change'; readonly institution: Institution; readonly from: Fields; readonly to: Fields }
  | { readonly row: number; readonly kind: 'same'; readonly institution: Institution }
type Fields = Readonly<Record<string, unknown>>

const fieldColumns = {
  name: 'nombre',
  abbreviation: 'sigla',
  category: 'categoria',
  orientation: 'orientacion',
  domains: 'dominios',
} as const satisfies Partial<Record<keyof ImportFields, ColumnName>>
const comparedFields = Object.keys(fieldColumns) as readonly (keyof typeof fieldColumns)[]

/** The table that is handed out, with what stands: brought back as it is it changes nothing. */
export const institutionRows = (
  institutions: readonly Institution[],
  categories: ReadonlyMap<string, Pick<Category, 'name'>>,
): readonly (readonly Cell[])[] => [
  institutionColumns.map(({ name }) => name),
  ...institutions.map(({ code, name, abbreviation, category, orientation, domains }) => [
    code,
    name,
    abbreviation,
    categories.get(category)?.name ?? category,
    orientation,
    domains.join(' '),
    '',
    '',
    '',
  ]),
]

/** What stands that a table is read against. */
export interface Standing {
  readonly institutions: readonly Institution[]
  readonly categories: ReadonlyMap<string, Pick<Category, 'id' | 'name' | 'active'>>
  /** Addresses that are an account's. */
  readonly emails: ReadonlySet<string>
}

/** What each row would do, institutions known by their codes; what is wrong is added to `problems`, by row (OR10). */
export function readInstitutions(sheet: ReadSheet, standing: Standing, problems: Problems): readonly ImportedRow[] {
  const byCode = new Map(standing.institutions.map((each) => [codeKey(each.code), each]))
  const categoryByName = new Map([...standing.categories.values()].map((each) => [nameKey(each.name), each]))
  const orientationByName = new Map(orientations.map((each) => [headingKey(each), each]))
  const offered = [...standing.categories.values()].filter(({ active }) => active).map((each) => each.name)
  const names = new Map(standing.institutions.map((each) => [nameKey(each.name), each.code]))
  const seen = { code: new Map<string, number>(), name: new Map<string, number>(), email: new Map<string, number>() }
  const again = (kind: keyof typeof seen, key: string, row: number, column: ColumnName): boolean => {
    const first = seen[kind].get(key)
    if (first === undefined) seen[kind].set(key, row)
    else problems.add(row, column, failure('table_row_again', { row: first }))
    return first !== undefined
  }
  return readTable(sheet, institutionColumns, problems).flatMap(({ row, cells }): ImportedRow[] => {
    const text = (column: ColumnName): string => saidIn(cells[column]).replace(/\s+/g, ' ').trim()
    const code = text('codigo')
    const known = byCode.get(codeKey(code))
    const name = text('nombre')
    const category = categoryByName.get(nameKey(text('categoria')))
    const orientation = orientationByName.get(headingKey(text('orientacion')))
    const typed = text('dominios')
      .split(/[\s,;]+/)
      .filter((each) => each !== '')
    const broken = typed.find((each) => domainOf(each) === undefined)
    const domains = [...new Set(typed.flatMap((each) => domainOf(each) ?? []))]
    let wrong = [code, name, text('sigla')].includes('') || typed.length === 0 || again('code', codeKey(code), row, 'codigo')
    const refuse = (column: ColumnName, why: Failure): void => {
      wrong = true
      problems.add(row, column, why)
    }
    if (name !== '' && again('name', nameKey(name), row, 'nombre')) wrong = true
    const namesake = names.get(nameKey(name))
    if (namesake !== undefined && codeKey(namesake) !== codeKey(code)) refuse('nombre', failure('institution_name_taken', { name }))
    if (!category && text('categoria') !== '') refuse('categoria', nearOr(failure('category_unknown'), text('categoria'), offered))
    else if (category && !category.active && known?.category !== category.id) refuse('categoria', failure('category_unknown'))
    if (!orientation && text('orientacion') !== '')
      refuse('orientacion', nearOr(failure('institution_orientation_missing'), text('orientacion'), orientations))
    if (broken !== undefined) refuse('dominios', failure('domain_invalid', { domain: broken }))
    const leader = { name: text('nombre_lider'), surname: text('apellido_lider'), email: text('correo_lider') }
    if (!known) {
      if (leader.name === '') refuse('nombre_lider', failure('name_empty'))
      if (leader.surname === '') refuse('apellido_lider', failure('surname_empty'))
      const address = addressOf(leader.email)
      if (!address) refuse('correo_lider', failure(leader.email === '' ? 'email_empty' : 'email_invalid'))
      else if (standing.emails.has(addressText(address))) refuse('correo_lider', failure('email_taken'))
      else if (again('email', addressText(address), row, 'correo_lider')) wrong = true
      // Like leaving the field of the address in the window: its domain is the institution's.
      if (address && !domains.some((each) => address.domain === each || address.domain.endsWith(`.${each}`))) domains.push(address.domain)
    }
    if (wrong || !category || !orientation) return []
    const fields: ImportFields = { name, code, abbreviation: text('sigla'), category: category.id, orientation, domains }
    if (!known) return [{ row, kind: 'create', fields, leader }]
    const changed = comparedFields.filter((field) => JSON.stringify(fields[field]) !== JSON.stringify(known[field]))
    if (changed.length === 0) return [{ row, kind: 'same', institution: known }]
    const of = (from: Pick<Institution, keyof typeof fieldColumns>): Fields =>
      Object.fromEntries(changed.map((field) => [field, from[field]]))
    return [{ row, kind: 'change', institution: known, from: of(known), to: of(fields) }]
  })
}
