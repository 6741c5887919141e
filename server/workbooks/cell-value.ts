import { cellShown } from '#shared/kernel/number-format.ts'
import { booleanShown, type ReadCell } from '#shared/kernel/read-cell.ts'

/** A value that a reader of workbooks found; nothing where a row has a hole. */
type Found = string | number | boolean | null | undefined

/** A cell as its person sees it, by its format where it has one (TI3): the one reading of XLSX and XLS. */
export function cellOf(value: Found, format: string | undefined, from1904: boolean): ReadCell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return cellShown(value, format, from1904)
  return typeof value === 'boolean' ? booleanShown(value) : value
}
