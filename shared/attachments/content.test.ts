import { expect, test } from 'vitest'
import { contentMatches } from './content.ts'
import { nameByContent } from './other-content.ts'
import { fileInvalidity, safeFileName } from './rules.ts'

const text = (content: string): Uint8Array => Uint8Array.from(content, (sign) => sign.charCodeAt(0))
const utf8 = (content: string): Uint8Array => new TextEncoder().encode(content)
const bytes = (...head: number[]): Uint8Array => new Uint8Array([...head, ...Array.from({ length: 30 }, () => 1)])

/** A zip as far as its kind is told by it: files that begin, and the end. */
const zip = (...names: string[]): Uint8Array =>
  text(`${names.map((name) => `PK\u0003\u0004\u0014\0\0\0\b\0${name}`).join('')}PK\u0005\u0006${'\0'.repeat(18)}`)
const container = (...streams: string[]): Uint8Array =>
  text(`\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1${'\0'.repeat(500)}${streams.map((name) => [...name].join('\0')).join('\0\0\0')}`)

const png = text('\u0089PNG\r\n\u001A\n\0\0\0\rIHDR and IEND')
const jpg = bytes(0xff, 0xd8, 0xff, 0xe0)
const pdf = text('%PDF-1.7\n1 0 obj <<>> endobj\nstartxref\n9\n%%EOF\n')
const docx = zip('[Content_Types].xml', 'word/document.xml')
const xlsx = zip('[Content_Types].xml', 'xl/workbook.xml')
const page = utf8('<!DOCTYPE html>\n<html><body><table><tr><td>Año</td></tr></table></body></html>')
const brand = (name: string): Uint8Array => text(`\0\0\0\u0018ftyp${name}\0\0\0\0mif1`)

/** What becomes of a file: the name under which it is taken, or why not. */
function said(name: string, content: Uint8Array): string {
  const found = nameByContent(name, content)
  return found.ok ? found.value : [found.failure.code, ...Object.values(found.failure.params ?? {})].join(' ')
}

test('[FI11] what is of the kind that its name says is taken under its name, by signs of its own alone', () => {
  const fits: readonly (readonly [string, Uint8Array])[] = [
    ['a.pdf', pdf],
    ['a.PNG', png],
    ['a.jpeg', jpg],
    ['a.tif', bytes(0x49, 0x49, 0x2a, 0x00)],
    ['a.tiff', bytes(0x4d, 0x4d, 0x00, 0x2b)],
    ['a.docx', docx],
    // A book that lies inside a letter makes no book of it.
    ['a.docx', zip('[Content_Types].xml', 'word/document.xml', 'word/embeddings/xl/workbook.xml')],
    ['a.xlsx', xlsx],
    ['a.zip', docx],
    ['a.doc', container('Root Entry', 'WordDocument')],
    ['a.doc', container('Root Entry', 'WordDocument', 'Workbook')],
    ['a.xls', container('Root Entry', 'Workbook')],
    ['a.xls', container('Root Entry', 'Book')],
    ['a.rar', text('Rar!\u001A\u0007\u0001\0')],
    ['a.xml', utf8('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
    ['a.xml', utf8('<svg/>')],
  ]
  for (const [name, content] of fits) expect([name, contentMatches(name, content), said(name, content)]).toEqual([name, true, name])
})

test('[FI12] what is saved for another kind without notice is taken, under the ending of what it is', () => {
  expect(said('Foto.del.acto.JPG', png)).toBe('Foto.del.acto.png')
  expect(said('captura.png', jpg)).toBe('captura.jpg')
  expect(said('plano.tif', png)).toBe('plano.png')
  expect(said('carpeta.rar', zip('acta.pdf'))).toBe('carpeta.zip')
  expect(said('acta.doc', docx)).toBe('acta.docx')
  expect(said('planilla.xlsx', container('Workbook'))).toBe('planilla.xls')
})

test('[FI13] whatever else is refused with what it is and what to do', () => {
  const cases: readonly (readonly [string, Uint8Array, string])[] = [
    ['carta.doc', utf8('{\\rtf1\\ansi Señor director}'), 'file_is_other RTF Word (.docx)'],
    ['reporte.xls', page, 'file_is_page Excel (.xlsx)'],
    ['reporte.xls', utf8('\uFEFF<html xmlns:x="urn:schemas-microsoft-com:office:excel">'), 'file_is_page Excel (.xlsx)'],
    ['carta.doc', utf8('MIME-Version: 1.0\nContent-Type: multipart/related'), 'file_is_page Word (.docx)'],
    ['datos.xml', page, 'file_is_page PDF'],
    ['datos.xml', text('\u00FF\u00FE<\0h\0t\0m\0l\0>\0'), 'file_is_page PDF'],
    ['informe.pdf', utf8('<?xml version="1.0"?><html/>'), 'file_is_page PDF'],
    ['acta.doc', pdf, 'file_named_other PDF pdf'],
    ['acta.pdf', docx, 'file_named_other Word (.docx) docx'],
    ['acta.xls', docx, 'file_named_other Word (.docx) docx'],
    ['acta.docx', zip('acta.txt'), 'file_named_other ZIP zip'],
    ['acta.docx', container('EncryptedPackage', 'EncryptionInfo'), 'file_locked'],
    ['acta.doc', container('EncryptedPackage'), 'file_locked'],
    ['libro.xlsx', container('EncryptionInfo', 'EncryptedPackage'), 'file_locked'],
    ['foto.jpg', brand('heic'), 'file_is_other HEIC JPG'],
    ['foto.jpg', brand('mif1'), 'file_is_other HEIC JPG'],
    ['foto.png', brand('avif'), 'file_is_other AVIF JPG'],
    ['foto.jpg', text('RIFF\0\0\0\0WEBPVP8 '), 'file_is_other WebP JPG'],
    ['foto.png', text('GIF89a'), 'file_is_other GIF PNG'],
    ['foto.png', utf8('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'), 'file_is_other SVG PNG'],
    ['todo.rar', bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), 'file_is_other 7-Zip ZIP'],
    ['acta.docx', zip('mimetypeapplication/vnd.oasis.opendocument.text'), 'file_is_other OpenDocument Word (.docx)'],
    ['libro.xlsx', zip('[Content_Types].xml', 'ppt/presentation.xml'), 'file_is_other PowerPoint (.pptx) PDF'],
    ['acta.doc', container('PowerPoint Document'), 'file_is_other PowerPoint (.ppt) PDF'],
    ['correo.doc', container('__substg1.0_0037001F'), 'file_is_other Outlook (.msg) PDF'],
    [
      'libro.xls',
      utf8('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
      'file_is_other XML Excel (.xlsx)',
    ],
    ['libro.xls', utf8('Código;Valor\nNORTE;45\n'), 'file_is_other TXT Excel (.xlsx)'],
    ['informe.pdf', utf8('Informe del año'), 'file_is_other TXT PDF'],
    ['informe.pdf', text('%PDF-1.7\n1 0 obj <</Length 9>> stream'), 'file_cut'],
    ['informe.pdf', text('%PDF-1.7\n1 0 obj <</Linearized 1/L 5000/H [1 2]>> startxref 0 %%EOF'), 'file_cut'],
    ['acta.docx', docx.subarray(0, docx.length - 22), 'file_cut'],
    ['foto.png', png.subarray(0, 20), 'file_cut'],
    ['foto.jpg', new Uint8Array(2000), 'file_cut'],
    ['programa.pdf', bytes(0x4d, 0x5a), 'file_content'],
  ]
  for (const [name, content, told] of cases) expect([name, said(name, content)]).toEqual([name, told])
})

test('[FI14] a picture called .tif is taken, and is called .tiff from then on', () => {
  expect(fileInvalidity('Plano.TIF', 1)).toBeUndefined()
  expect(['Plano.TIF', '.tif', `${'a'.repeat(400)}.tif`].map((name) => safeFileName(name).slice(-9))).toEqual([
    'lano.tiff',
    'hivo.tiff',
    'aaaa.tiff',
  ])
})
