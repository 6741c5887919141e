import PDFDocument, { type Page, type Structure } from 'pdfkit'
import { bodyWidth, Paper, sheet, type Entry, type Headed } from './paper.ts'
import { plain, Typesetting } from './typesetting.ts'

/** How a line at the head of a document looks. */
interface HeadLook {
  readonly size: number
  readonly leading: number
  readonly colour: Entry['colour']
  readonly bold?: boolean
}

/** What everything in a document is painted with, and its root in the tree. */
export interface Frame {
  readonly paper: Paper
  readonly tree: Structure
}

interface Said {
  readonly title: string
  readonly subject: string
  /** Who made it. */
  readonly by: string
}
interface Made {
  readonly language: 'es' | 'en'
  /** When what it says came about: the same document is the same bytes. */
  readonly at: string
  /** A word across each page. */
  readonly watermark: string | null
}

/** A document that is tagged for screen readers. `finish` gives its bytes. */
export function openDocument(
  { title, subject, by }: Said,
  { language, at, watermark }: Made,
): { readonly frame: Frame; readonly finish: () => Promise<Uint8Array> } {
  const doc = new PDFDocument({
    size: 'A4',
    font: null,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    subset: 'PDF/UA',
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: by, Subject: subject, Creator: by, Producer: 'pdfkit', CreationDate: new Date(at) },
  })
  writeInfoAsXml(doc)
  const flush = gatherContent(doc)
  const bytes = bytesOf(doc)
  const paper = new Paper(doc, new Typesetting(doc), watermark)
  const tree = paper.element(null, 'Document')
  return {
    frame: { paper, tree },
    finish: () => {
      flush()
      tree.end()
      doc.end()
      return bytes
    },
  }
}

/** pdfkit writes what describes the document into XML as it is. */
function writeInfoAsXml(doc: PDFDocument): void {
  const write = doc._addInfo.bind(doc)
  doc._addInfo = () => {
    const { info } = doc
    doc.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace(/[<>&]/g, (each) => `&#${each.charCodeAt(0)};`) : value,
      ]),
    )
    write()
    doc.info = info
  }
}

/** pdfkit turns each operator into bytes by itself: those of a page are gathered and become bytes once. Gives what does that. */
function gatherContent(doc: PDFDocument): () => void {
  const gathered = new Map<Page, string[]>()
  doc.addContent = (operators) => {
    const found = gathered.get(doc.page)
    if (found) found.push(operators)
    else gathered.set(doc.page, [operators])
    return doc
  }
  return () => {
    for (const [page, operators] of gathered) page.write(operators.join('\n'))
  }
}

async function bytesOf(doc: PDFDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of doc) parts.push(part)
  return Buffer.concat(parts)
}

/** Without what no title holds: controls, line ends, lone halves of characters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ')
    .trim()

// Headings of the three levels.

const headingLooks = {
  1: { size: 21, leading: 26, after: 14, below: 90 },
  2: { size: 15, leading: 20, after: 7, below: 90 },
  3: { size: 12, leading: 16, after: 4, below: 70 },
} as const

/** A heading with its place in the contents. `room`: what follows it needs on the same page. */
export function heading({ paper, tree }: Frame, level: 1 | 2 | 3, text: string, room: number = headingLooks[level].below): void {
  const { size, leading, after } = headingLooks[level]
  const lines = paper.type.lines([plain(text, { bold: true })], size, bodyWidth)
  const entries = lines.map((line): Entry => ({ line, size, leading, colour: level === 3 ? 'ink' : 'deep', before: 0 }))
  paper.heading(tree, level, text, entries, room)
  paper.y += after
}

/** Begins a chapter on a page of its own. */
export function chapter(frame: Frame, text: string): void {
  const { paper } = frame
  paper.newPage()
  heading(frame, 1, text)
  paper.artifact(() => paper.rect(sheet.left, paper.y - 8, 44, 2.4, 'brand'))
  paper.y += 8
}

// Contents: its pages are kept free, and painted when every other page has its number.

const contentsLine = 15.5

export interface Contents {
  readonly element: Structure
  readonly firstPage: number
}

/** Keeps pages free for a contents of so many lines. */
export function reserveContents({ paper, tree }: Frame, heading: string, lines: number): Contents {
  paper.newPage()
  const looks = headingLooks[1]
  const line = paper.type.line(heading, 'bold', looks.size)
  const title = paper.element(tree, 'H1')
  paper.flow(paper.ink(title, 'H1'), [{ line, size: looks.size, leading: looks.leading, colour: 'deep', before: 0 }], sheet.left, bodyWidth)
  title.end()
  const element = paper.element(tree, 'TOC')
  const firstPage = paper.pages
  for (let left = lines - onFirst; left > 0; left -= onFurther) paper.newPage()
  return { element, firstPage }
}

/** Room for its heading. */
const contentsTop = sheet.top + 48
const onFirst = Math.floor((sheet.bottom - contentsTop) / contentsLine)
const onFurther = Math.floor((sheet.bottom - sheet.top) / contentsLine)

/** Fills them, once every other page has its number. */
export function paintContents({ paper }: Frame, { element, firstPage }: Contents): void {
  for (const [n, headed] of paper.headed.entries()) {
    const beyond = n - onFirst
    const page = beyond < 0 ? firstPage : firstPage + 1 + Math.floor(beyond / onFurther)
    const y = beyond < 0 ? contentsTop + n * contentsLine : sheet.top + (beyond % onFurther) * contentsLine
    paper.onPage(page, () => paper.inLanguage(headed.lang, () => paintContentsLine(paper, element, headed, y)))
  }
  element.end()
}

function paintContentsLine(paper: Paper, parent: Structure, headed: Headed, y: number): void {
  const looks = {
    1: { face: 'bold', size: 11, indent: 0 },
    2: { face: 'regular', size: 10.5, indent: 14 },
    3: { face: 'regular', size: 9.5, indent: 32 },
  } as const
  const { face, size, indent } = looks[headed.level === 1 ? 1 : headed.level === 2 ? 2 : 3]
  const colour = headed.level === 3 ? 'soft' : headed.level === 1 ? 'deep' : 'ink'
  const number = String(headed.page)
  const room = bodyWidth - indent - 44
  const name = fitted(paper, headed.text, face, size, room)
  const baseline = y + contentsLine / 2 + size * 0.33
  const item = paper.element(parent, 'TOCI')
  paper.leadTo(item, headed, y, contentsLine, () => {
    paper.word(name, sheet.left + indent, baseline, face, size, colour)
    paper.word(number, sheet.right, baseline, face, size, colour, 'right')
  })
  const from = sheet.left + indent + paper.type.widthOf(name, face, size) + 5
  const to = sheet.right - paper.type.widthOf(number, face, size) - 5
  if (to > from) paper.artifact(() => paper.rule(from, baseline - 0.8, to, baseline - 0.8, 'rule', 0.7, '0.8 2.6'))
  item.end()
}

/** A text, shortened where it is wider than there is room. */
export function fitted(paper: Paper, text: string, face: 'bold' | 'regular', size: number, room: number): string {
  const whole = paper.type.legible(text).trim()
  const [first, second] = paper.type.lines([plain(whole, { bold: face === 'bold' })], size, room - 8)
  if (!second) return whole
  const said = first?.segments.map((segment) => segment.text).join('') ?? ''
  return `${said.trimEnd()}…`
}

export const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** A page that begins with a band of colour, so high. */
export function bandedPage({ paper }: Frame, height: number): void {
  paper.newPage()
  paper.artifact(() => {
    paper.rect(0, 0, sheet.width, height, 'deep')
    paper.rect(0, height, sheet.width, 5, 'brand')
  })
}

/** What says a text at the head of a document, over no more than so many lines. */
export const headWords =
  ({ paper, tree }: Frame, linesMost: number) =>
  (tag: string, text: string, { size, leading, colour, bold = false }: HeadLook): void => {
    const lines = paper.type.lines([plain(text, { bold })], size, bodyWidth).slice(0, linesMost)
    const element = paper.element(tree, tag)
    paper.flow(
      paper.ink(element, tag),
      lines.map((line): Entry => ({ line, size, leading, colour, before: 0 })),
      sheet.left,
      bodyWidth,
    )
    element.end()
  }
