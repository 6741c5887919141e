import { wideOf } from '../kernel/alphabets.ts'
import type { Decode } from '../kernel/alphabets.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import { holds, isLocked, isPage, isZip, startsWith, textHead } from './content.ts'
import { archives, kindWithin } from './other-content.ts'

/** How much of a file is looked at to tell what it is. */
const looked = 4096
/** Pages, documents, XML, JSON and letters, which people too call by the names of spreadsheets. */
const otherText = /^\s*(?:<|%PDF|%!PS|\{\\rtf|PK\x05\x06|MIME-Version:|\{\s*"|\[\s*\{)/i

function isText(bytes: Uint8Array, decode: Decode): boolean {
  // Whichever alphabet it is: a sign may be cut where the head ends.
  const head = decode(bytes.subarray(0, looked), wideOf(bytes) ?? 'windows-1252', false).replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '')
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(head) && !otherText.test(head)
}

/** What a table's file is by how it begins; its name may say anything. Undefined: none that is read. */
export function tableFormat(bytes: Uint8Array, decode: Decode): 'xlsx' | 'xls' | 'csv' | undefined {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx'
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'xls'
  return isText(bytes, decode) ? 'csv' : undefined
}

/** Tables of other programs, which these save as a workbook that is read. */
const otherTables: readonly (readonly [what: string, is: (bytes: Uint8Array, head: string) => boolean])[] = [
  ['OpenDocument (.ods)', (bytes) => isZip(bytes) && holds(bytes.subarray(0, 512), 'opendocument.spreadsheet')],
  ['Excel (.xlsb)', (bytes) => isZip(bytes) && holds(bytes, 'xl/workbook.bin')],
  ['Apple Numbers', (bytes) => isZip(bytes) && holds(bytes, 'Index/Document.iwa')],
  ['HTML', (_, head) => isPage(head.replace(/^<\?xml[^>]*>\s*/, '')) || head.startsWith('mime-version:')],
  ['XML', (_, head) => head.startsWith('<') && !head.includes('<svg')],
]

/** Why a file is not read as a table: what it is, and what to do (TI6). */
export function otherThanTable(bytes: Uint8Array): Failure {
  if (isLocked(bytes)) return failure('workbook_locked')
  const head = textHead(bytes)
  const [table] = otherTables.find(([, is]) => is(bytes, head)) ?? []
  if (table !== undefined) return failure('workbook_other_program', { what: table })
  const what = kindWithin(bytes) ?? (/^[[{]/.test(head) ? 'JSON' : undefined)
  if (what === undefined) return failure('workbook_format')
  return failure(archives.has(what) ? 'workbook_is_archive' : 'workbook_is_other', { what })
}
