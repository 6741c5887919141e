import { otherThanTable } from '#shared/attachments/table-content.ts'
import { Budget } from '#shared/kernel/csv.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { builtInFormat, serialOf } from '#shared/kernel/number-format.ts'
import type { ReadCell } from '#shared/kernel/read-cell.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { headingKey, type ReadSheet } from '#shared/kernel/table.ts'
import { streamXlsxRows, type CellValue } from 'hucre/xlsx'
import { cellOf } from './cell-value.ts'
import { sheetsMost, type WorkbookLimits } from './limits.ts'
import { SheetRows } from './sheet-rows.ts'
import { guardZip, type Guarded } from './zip-guard.ts'

/**
 * Sheets of an XLSX workbook. A formula is read as the value that stands beside it.
 * Fails: what `guardZip` fails with; what `otherThanTable` tells; workbook_damaged, workbook_sheets, workbook_formula, workbook_rows,
 * workbook_columns, workbook_cell_long, workbook_heavy.
 */
export async function readXlsx(bytes: Buffer, limits: WorkbookLimits): Promise<Result<readonly ReadSheet[]>> {
  const guarded = await guardZip(bytes, limits.unpackedBytes)
  if (!guarded.ok) return guarded
  const entries = sheetsOf(guarded.value)
  if (!entries) return { ok: false, failure: otherThanTable(bytes) }
  if (entries.length > sheetsMost) return fail('workbook_sheets', { n: sheetsMost })
  const formats = formatsOf(guarded.value)
  const from1904 = startsIn1904(guarded.value)
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
    const scan = guarded.value.scans.get(part)
    // Days come as moments from a reader that counts from 1900, whatever the workbook does.
    for await (const row of streamXlsxRows(bytes, { sheet: at, maxRows: left + 1, dateSystem: '1900' })) {
      const styles = scan?.stylesOf(row.index + 1)
      const formatAt = (column: number): string | undefined => formats.get(styles?.get(column) ?? 0)
      const wrong = rows.add(
        row.index + 1,
        Array.from(row.values, (value, column) => readCell(value, formatAt(column), from1904)),
      )
      if (wrong) return { ok: false, failure: wrong }
    }
    if (rows.rows.length === 0 && !limits.wanted) continue
    const [uncomputed] = scan?.uncomputed ?? []
    if (uncomputed !== undefined) return fail('workbook_formula', { cell: `${name}!${uncomputed}` })
    sheets.push({ name, rows: rows.rows, merged: scan?.merged ?? [] })
    left -= rows.seen
    if (limits.sheets === 'first') break
  }
  return done(sheets)
}

function readCell(value: CellValue | undefined, format: string | undefined, from1904: boolean): ReadCell {
  return cellOf(value instanceof Date ? serialOf(value.getTime()) : value, format, from1904)
}

/** Formats of a workbook's styles, by the number by which cells name a style; one that changes nothing is left out. */
function formatsOf({ styles }: Guarded): ReadonlyMap<number, string> {
  const own = new Map(tagsOf(styles, 'numFmt').map((each) => [Number(each.get('numFmtId')), each.get('formatCode') ?? '']))
  const [, cellStyles = ''] = styles.split(/<(?:[\w-]+:)?cellXfs[\s>]/, 2)
  const [used = ''] = cellStyles.split(/<\/(?:[\w-]+:)?cellXfs>/, 1)
  return new Map(
    tagsOf(used, 'xf').flatMap((each, at): [number, string][] => {
      const id = Number(each.get('numFmtId') ?? 0)
      const format = own.get(id) ?? builtInFormat(id)
      return format === undefined ? [] : [[at, format]]
    }),
  )
}

/** Whether a workbook counts its days from 1904, as those of old Macintoshes do. */
const startsIn1904 = ({ texts }: Guarded): boolean =>
  [...texts.values()].some((text) => tagsOf(text, 'workbookPr').some((each) => /^(?:1|true)$/.test(each.get('date1904') ?? '')))

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
