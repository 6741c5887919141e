import type { Structure } from 'pdfkit'
import { bodyWidth, sheet, type Colour, type Entry, type Ink, type Paper } from './paper.ts'
import { plain, type Face } from './typesetting.ts'
import type { TextRun } from '#shared/kernel/rich-text.ts'

export interface Column {
  readonly title: string
  /** Points; all columns together are as wide as the page's text. */
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** What stands in a cell, one text below the other. */
export interface CellText {
  readonly text: string
  readonly runs?: readonly TextRun[]
  readonly face?: Face
  readonly colour?: Colour
  readonly small?: boolean
  readonly indent?: boolean
}
export interface Cell {
  readonly texts: readonly CellText[]
  /** Names its row. */
  readonly isHead?: boolean
}

const size = 9
const smallSize = 8
const leading = 11.6
const padding = { side: 5, top: 3.6, bottom: 4 }
/** A row that is higher goes on where it stands instead of beginning on the next page. */
const movedWhole = 240
/** A row that goes on shows at least so much of itself before. */
const shownBefore = 3 * leading

/**
 * A table that runs over pages: its heads are in the tree once, and at the top of each further page an artifact. A row stands on one page
 * unless it is very high; then each of its cells goes on line by line.
 */
export class Table {
  readonly #paper: Paper
  readonly #element: Structure
  readonly #body: Structure
  readonly #columns: readonly Column[]
  readonly #starts: readonly number[]
  readonly #tint: boolean

  constructor(paper: Paper, parent: Structure, caption: string, columns: readonly Column[], options: { readonly headless?: boolean } = {}) {
    this.#paper = paper
    this.#columns = columns
    let x: number = sheet.left
    this.#starts = columns.map(({ width }) => (x += width) - width)
    this.#tint = options.headless !== true
    const heads = columns.map((column) => this.#entries({ texts: [{ text: column.title, face: 'bold' }] }, column))
    const headHeight = heightOf(heads)
    const title = paper.type
      .lines([plain(caption, { bold: true })], 9.5, bodyWidth)
      .map((line): Entry => ({ line, size: 9.5, leading: 13, colour: 'deep', before: 0 }))
    paper.need(title.length * 13 + 5 + headHeight + 60)
    this.#element = paper.element(parent, 'Table')
    const captioned = paper.element(this.#element, 'Caption')
    paper.flow(paper.ink(captioned, 'Caption'), title, sheet.left, bodyWidth)
    captioned.end()
    paper.y += 4
    if (this.#tint) {
      const group = paper.element(this.#element, 'THead')
      const row = paper.element(group, 'TR')
      this.#band(headHeight)
      for (const [at, entries] of heads.entries()) {
        const cell = paper.element(row, 'TH', { scope: 'Column' })
        this.#paint(paper.ink(cell, 'TH'), entries, at)
        cell.end()
      }
      row.end()
      group.end()
      paper.y += headHeight
    } else paper.artifact(() => paper.rule(sheet.left, paper.y, sheet.right, paper.y, 'rule'))
    this.#body = paper.element(this.#element, 'TBody')
    this.#heads = heads
  }
  readonly #heads: readonly (readonly Entry[])[]

  row(cells: readonly Cell[]): void {
    const paper = this.#paper
    let rest = cells.map((cell, at): readonly Entry[] => this.#entries(cell, this.#columns[at]))
    const height = heightOf(rest)
    if (paper.y + height > sheet.bottom && (height <= movedWhole || paper.y + shownBefore > sheet.bottom)) this.#goOn()
    const row = paper.element(this.#body, 'TR')
    const inks = cells.map(({ isHead }) => {
      const tag = isHead === true ? 'TH' : 'TD'
      return paper.ink(paper.element(row, tag, isHead === true ? { scope: 'Row' } : {}), tag)
    })
    for (;;) {
      const room = sheet.bottom - paper.y - padding.top - padding.bottom
      const fitting = rest.map((entries) => entries.slice(0, fittingIn(entries, room)))
      for (const [at, entries] of fitting.entries()) {
        const ink = inks[at]
        if (ink) this.#paint(ink, entries, at)
      }
      paper.y += heightOf(fitting)
      const under = paper.y
      paper.artifact(() => paper.rule(sheet.left, under, sheet.right, under, 'rule'))
      rest = rest.map((entries, at) => entries.slice(fitting[at]?.length ?? 0))
      if (rest.every((entries) => entries.length === 0)) break
      this.#goOn()
    }
    for (const { element } of inks) element.end()
    row.end()
  }

  end(): void {
    this.#body.end()
    this.#element.end()
    this.#paper.y += 14
  }

  /** The next page, under the heads again. */
  #goOn(): void {
    const paper = this.#paper
    paper.newPage()
    if (!this.#tint) {
      paper.artifact(() => paper.rule(sheet.left, paper.y, sheet.right, paper.y, 'rule'))
      return
    }
    const height = heightOf(this.#heads)
    this.#band(height)
    paper.artifact(() => {
      for (const [at, { title, align, width }] of this.#columns.entries()) {
        const x = (this.#starts[at] ?? 0) + padding.side
        const lines = paper.type.lines([plain(title, { bold: true })], size, width - 2 * padding.side)
        for (const [n, line] of lines.entries()) {
          const text = line.segments
            .map((segment) => segment.text)
            .join('')
            .trim()
          const baseline = paper.y + padding.top + n * leading + leading / 2 + size * 0.33
          const room = width - 2 * padding.side
          paper.word(text, align === 'right' ? x + room : x, baseline, 'bold', size, 'deep', align ?? 'left')
        }
      }
    }, 'Pagination')
    paper.y += height
  }

  #band(height: number): void {
    const paper = this.#paper
    paper.artifact(() => {
      paper.rect(sheet.left, paper.y, bodyWidth, height, 'band')
      paper.rule(sheet.left, paper.y + height, sheet.right, paper.y + height, 'brand', 0.9)
    })
  }

  #entries({ texts, isHead }: Cell, column: Column | undefined): Entry[] {
    const width = (column?.width ?? bodyWidth) - 2 * padding.side
    return texts.flatMap(({ text, runs, face, colour, small }, n) => {
      const own = small === true ? smallSize : size
      const bold = (face ?? (isHead === true ? 'bold' : 'regular')) === 'bold'
      const lines = this.#paper.type.lines(runs ?? [plain(text, { bold, italic: face === 'italic' })], own, width)
      return lines.map((line, at): Entry => ({
        line,
        size: own,
        leading: small === true ? leading - 1 : leading,
        colour: colour ?? 'ink',
        before: n > 0 && at === 0 ? 2 : 0,
        align: column?.align ?? 'left',
      }))
    })
  }

  #paint(ink: Ink, entries: readonly Entry[], at: number): void {
    const x = (this.#starts[at] ?? sheet.left) + padding.side
    const width = (this.#columns[at]?.width ?? bodyWidth) - 2 * padding.side
    let y = this.#paper.y + padding.top
    for (const entry of entries) {
      y += entry.before
      this.#paper.paintLine(ink, entry, x, y, width)
      y += entry.leading
    }
    ink.shut()
  }
}

const heightOf = (cells: readonly (readonly Entry[])[]): number =>
  Math.max(0, ...cells.map((entries) => entries.reduce((sum, { before, leading: own }) => sum + before + own, 0))) +
  padding.top +
  padding.bottom

/** How many of the first lines fit so much room. */
function fittingIn(entries: readonly Entry[], room: number): number {
  let height = 0
  for (const [n, entry] of entries.entries()) {
    height += entry.before + entry.leading
    if (height > room + 0.01) return n
  }
  return entries.length
}
