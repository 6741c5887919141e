/** The process that reads one file: bytes on its standard input, limits and what to make of it as its arguments, what it read to its parent, some rows at a time. */
import { parseWorkbook } from './parse.ts'
import type { WorkbookLimits } from './limits.ts'
import type { ReadAs, Told } from './told.ts'

/** Rows of one message: what the parent takes in one go holds up everybody else. */
const rowsAtOnce = 1000

const tell = (told: Told): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(told, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })

const parts: Uint8Array[] = []
for await (const part of process.stdin) parts.push(part)
// Written by the parent, from its own type.
const limits = JSON.parse(process.argv[2] ?? '') as WorkbookLimits
const [, , , readAs] = process.argv as [string, string, string, ReadAs]
const read = await parseWorkbook(Buffer.concat(parts), limits)
if (read.ok && readAs === 'openData') {
  const { readOpenWorkbook } = await import('#shared/open-data/workbook.ts')
  await tell({ kind: 'openData', read: readOpenWorkbook(read.value) })
} else if (read.ok) {
  for (const { name, merged, rows } of read.value) {
    await tell({ kind: 'sheet', name, merged })
    for (let at = 0; at < rows.length; at += rowsAtOnce) await tell({ kind: 'rows', rows: rows.slice(at, at + rowsAtOnce) })
  }
  await tell({ kind: 'end' })
} else {
  await tell({ kind: 'failure', failure: read.failure })
}
process.disconnect()
