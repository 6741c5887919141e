/** The worker that reads one workbook: its bytes in, what it holds and what is wrong with it out. It is ended by who began it. */
import { readOpenWorkbook } from '#shared/open-data/workbook.ts'
import { readXls, readXlsx } from 'hucre/xlsx'
import type { Looked } from './check-workbook.ts'
import { sheetsOf } from './sheets-of.ts'
import { summaryOf } from './summary.ts'

/** How the bytes of the older kind of workbook begin. */
const older = [0xd0, 0xcf, 0x11, 0xe0]
/** Rows of a sheet that are read; whoever has more is told by the server what the most is. */
const maxRows = 60_000

async function look(bytes: Uint8Array): Promise<Looked> {
  const read = older.every((byte, at) => bytes[at] === byte) ? readXls : readXlsx
  const { sheets } = await read(bytes, { maxRows, readStyles: true })
  const { dataset, problems, more } = readOpenWorkbook(sheetsOf(sheets))
  return { kind: 'read', years: summaryOf(dataset), problems, more }
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  look(data).then(postMessage, () => postMessage({ kind: 'unread' } satisfies Looked))
})
