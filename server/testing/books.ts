import { sheetHead, sheetTail, workbookParts } from '#shared/kernel/sheet.ts'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { CFB, utils, write, type CellObject } from 'sheetjs-ce'

/** A workbook of the parts of one sheet, with some put in its place or beside it. */
export function xlsxOf(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const all: Zippable = {}
  for (const [name, part] of Object.entries({ ...workbookParts([{ name: 'Datos', rows: [] }]), ...parts }))
    all[name] = typeof part === 'string' ? strToU8(part) : part
  return zipSync(all)
}

/** A workbook of one sheet whose rows are this XML; `after` follows them. */
export const xlsxOfRows = (rows: string, after = ''): Uint8Array =>
  xlsxOf({ 'xl/worksheets/sheet1.xml': `${sheetHead}${rows}${sheetTail.replace('</worksheet>', `${after}</worksheet>`)}` })

/** A binary workbook, as spreadsheets wrote them until 2007. */
export function xlsOf(rows: readonly (readonly (string | number | boolean | CellObject)[])[], merged: readonly string[] = []): Uint8Array {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  if (merged.length > 0) sheet['!merges'] = merged.map((range) => utils.decode_range(range))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Datos')
  const bytes: Uint8Array = write(book, { bookType: 'biff8', type: 'buffer' })
  return bytes
}

/** A container of the older Office with one stream. */
export function containerOf(name: string, stream: Uint8Array): Uint8Array {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, `/${name}`, stream)
  return Uint8Array.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}

/** A stream of such a container. */
export const containerPart = (container: Uint8Array, name: string): Uint8Array =>
  Uint8Array.from(CFB.find(CFB.read(Buffer.from(container), { type: 'buffer' }), `/${name}`)?.content ?? [])

/** An archive whose directory and headers say that a part has so many bytes, whatever it has. */
export function lyingOf(archive: Uint8Array, bytes: number): Uint8Array {
  const lying = Buffer.from(archive)
  for (let at = 0; at < lying.length - 30; at += 1) {
    const signature = lying.readUInt32LE(at)
    if (signature === 0x04034b50) lying.writeUInt32LE(bytes, at + 22)
    if (signature === 0x02014b50) lying.writeUInt32LE(bytes, at + 24)
  }
  return lying
}

let bomb: Uint8Array | undefined

/** A workbook that unpacks to more than any may, and says that it does not. */
export const aBomb = (): Uint8Array => (bomb ??= lyingOf(xlsxOfRows(`<row r="1">${'<c r="A1"/>'.repeat(6_000_000)}</row>`), 1000))
