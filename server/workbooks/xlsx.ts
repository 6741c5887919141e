import { Budget } from '#shared/kernel/csv.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { Cell } from '#shared/kernel/sheet.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { headingKey, type ReadSheet } from '#shared/kernel/table.ts'
import { streamXlsxRows, type CellValue } from 'hucre/xlsx'
import { dayCell, numberCell } from './cell-value.ts'
import { sheetsMost, type WorkbookLimits } from './limits.ts'
import { SheetRows } from './sheet-rows.ts'
import { guardZip, type Guarded } from './zip-guard.ts'

/**
 * Sheets of an XLSX workbook. A formula is read as the value that stands beside it.
 * Fails: what `guardZip` fails with; workbook_format, workbook_damaged, workbook_sheets, workbook_formula, workbook_rows,
 * workbook_columns, workbook_cell_long, workbook_heavy.
 */
export async function readXlsx(bytes: Buffer, limits: WorkbookLimits): Promise<Result<readonly ReadSheet[]>> {
  const guarded = await guardZip(bytes, limits.unpackedBytes)
  if (!guarded.ok) return guarded
  const entries = sheetsOf(guarded.value)
  if (!entries) return fail('workbook_format')
  if (entries.length > sheetsMost) return fail('workbook_sheets', { n: sheetsMost })
  const sheets: ReadSheet[] = []
  const budget = new Budget(limits)
  let left = limits.rows
  for (const [at, { name, part, hidden }] of entries.entries()) {
    // A sheet of charts alone has no cells.
    if (part === undefined || (hidden && limits.sheets === 'first')) continue
    if (limits.wanted && !limits.wanted.includes(headingKey(name))) {
      sheets.push({ name, rows: [], merged: [] })
      continue
    }
    const rows = new SheetRows({ ...limits, rows: left }, budget)
    for await (const row of streamXlsxRows(bytes, { sheet: at, maxRows: left + 1 })) {
      const wrong = rows.add(row.index + 1, Array.from(row.values, cellOf))
      if (wrong) return { ok: false, failure: wrong }
    }
    if (rows.rows.length === 0 && !limits.wanted) continue
    const scan = guarded.value.scans.get(part)
    const [uncomputed] = scan?.uncomputed ?? []
    if (uncomputed !== undefined) return fail('workbook_formula', { cell: `${name}!${uncomputed}` })
    sheets.push({ name, rows: rows.rows, merged: scan?.merged ?? [] })
    left -= rows.seen
    if (limits.sheets === 'first') break
  }
  return done(sheets)
}

/** What a reader says of a cell: nothing where a row has a hole. */
function cellOf(value: CellValue | undefined): Cell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberCell(value)
  return value instanceof Date ? dayCell(value.getTime()) : String(value)
}

interface SheetEntry {
  readonly name: string
  readonly hidden: boolean
  /** Name of its part in small letters; undefined: it is no sheet of cells. */
  readonly part: string | undefined
}

/** The sheets that a workbook names, in its order; undefined when it is no workbook. */
function sheetsOf({ texts }: Guarded): readonly SheetEntry[] | undefined {
  const [book, text] = [...texts].find(([name]) => name.endsWith('.xml')) ?? []
  if (book === undefined || text === undefined) return undefined
  const relations = tagsOf(texts.get(book.replace('xl/', 'xl/_rels/').concat('.rels')) ?? '', 'Relationship')
  const parts = new Map(
    relations
      .filter((each) => each.get('Type')?.endsWith('/worksheet'))
      .map((each) => [each.get('Id') ?? '', partAt(each.get('Target') ?? '')]),
  )
  return tagsOf(text, 'sheet').flatMap((each) => {
    const name = each.get('name') ?? ''
    const id = [...each].find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    return name === '' || id === '' ? [] : [{ name, hidden: /hidden$/i.test(each.get('state') ?? ''), part: parts.get(id) }]
  })
}

const partAt = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`).toLowerCase()

/** Attributes of every element of a name. */
function tagsOf(xml: string, name: string): readonly ReadonlyMap<string, string>[] {
  const elements = xml.matchAll(new RegExp(`<(?:[\\w-]+:)?${name}\\s([^<>]*)>`, 'g'))
  return Array.from(elements, ([, attributes = '']) => new Map(Array.from(attributes.matchAll(attribute), attributeOf)))
}

const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const attributeOf = ([, key = '', double, single]: readonly (string | undefined)[]): [string, string] => [
  key,
  visibleText((double ?? single ?? '').replaceAll('<', '')),
]
