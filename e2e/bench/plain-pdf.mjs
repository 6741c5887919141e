// The floor of a report: the same words on pages, one typeface, lines that need no breaking, no tree. Its own process.
import PDFDocument from 'pdfkit'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'

const face = join(dirname(createRequire(import.meta.url).resolve('source-sans/package.json')), 'TTF', 'SourceSans3-Regular.ttf')
const lineLength = 90
const leading = 12

/** Every text that something holds. @param {unknown} value @returns {readonly string[]} */
const textsOf = (value) => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const doc = new PDFDocument({ size: 'A4', font: face, autoFirstPage: false })
doc.pipe(process.stdout)
doc.fontSize(9)
let y = Number.POSITIVE_INFINITY
for (const text of textsOf(await json(process.stdin)))
  for (let at = 0; at < text.length; at += lineLength) {
    if (y > 770) {
      doc.addPage()
      y = 76
    }
    doc.text(text.slice(at, at + lineLength), 62, y, { lineBreak: false })
    y += leading
  }
doc.end()
