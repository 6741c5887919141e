import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import { sentFileTypes, workbookFailures } from './routes.ts'
import { tableMaxBytes } from './table-limits.ts'

const cellSchema: v.GenericSchema<unknown, ReadCell> = v.union([
  v.string(),
  v.number(),
  v.object({ kind: v.literal('number'), held: v.number(), says: v.nullable(v.number()), shown: v.string() }),
  v.object({ kind: v.literal('day'), written: v.string(), shown: v.string() }),
])

export const readTableFile = route({
  name: 'questionnaires.readTableFile',
  method: 'POST',
  path: 'table/reading',
  summary: {
    es: 'Lee una tabla en XLSX, XLS o CSV y dice qué muestra cada celda de su primera hoja con datos. No guarda nada.',
    en: 'Reads a table in XLSX, XLS or CSV and tells what each cell of its first sheet with data shows. It keeps nothing.',
  },
  access: 'administrator',
  raw: { body: sentFileTypes },
  reply: v.object({
    rows: is.list(v.object({ row: v.number(), cells: is.list(cellSchema) })),
    /** Ranges of merged cells, as "A2:B3". */
    merged: is.list(v.string()),
  }),
  fails: workbookFailures,
  limits: { bodyBytes: tableMaxBytes, pace: { burst: 10, perSecond: 0.2 } },
})
