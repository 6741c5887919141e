import type { Structure } from 'pdfkit'
import { bodyWidth, sheet, type Entry, type Ink, type Paper } from './paper.ts'
import type { TextRun } from '#shared/kernel/rich-text.ts'
import type { Block } from './rich-blocks.ts'

const size = 10.5
const leading = 15

/** Entries of runs as a paragraph. */
export function paragraph(
  paper: Paper,
  runs: readonly TextRun[],
  given: {
    readonly width?: number
    readonly size?: number
    readonly leading?: number
    readonly colour?: Entry['colour']
    readonly before?: number
  } = {},
): Entry[] {
  const { width = bodyWidth, size: own = size, leading: high = leading, colour = 'ink', before = 0 } = given
  return paper.type.lines(runs, own, width).map((line, at) => ({ line, size: own, leading: high, colour, before: at === 0 ? before : 0 }))
}

/** A paragraph that stands by itself, with room below it. */
export function paintParagraph(
  paper: Paper,
  parent: Structure,
  runs: readonly TextRun[],
  given: Parameters<typeof paragraph>[2] = {},
): void {
  const entries = paragraph(paper, runs, given)
  if (entries.length === 0) return
  const element = paper.element(parent, 'P')
  paper.flow(paper.ink(element, 'P'), entries, sheet.left, bodyWidth)
  element.end()
  paper.y += 6
}

/** What somebody wrote, as it was read. `level`: of the headings in it. */
export function paintBlocks(paper: Paper, parent: Structure, blocks: readonly Block[], level: 2 | 3 | 4, indent = 0): void {
  const x = sheet.left + indent
  const width = bodyWidth - indent
  for (const block of blocks)
    switch (block.kind) {
      case 'text': {
        const element = paper.element(parent, 'P')
        paper.flow(paper.ink(element, 'P'), paragraph(paper, block.runs, { width }), x, width)
        element.end()
        paper.y += 7
        break
      }
      case 'heading': {
        const bold = block.runs.map((run) => ({ ...run, bold: true }))
        const entries = paragraph(paper, bold, { width, size: 11.5, leading: 16, colour: 'deep' })
        paper.need(entries.length * 16 + 6 + 2 * leading)
        if (paper.y > sheet.top) paper.y += 6
        const element = paper.element(parent, indent === 0 ? `H${level}` : 'P')
        paper.flow(paper.ink(element, indent === 0 ? `H${level}` : 'P'), entries, x, width)
        element.end()
        paper.y += 3
        break
      }
      case 'quote': {
        if (paper.y > sheet.top) paper.y += 5
        const element = paper.element(parent, 'BlockQuote')
        const from = { page: paper.pages, y: paper.y }
        paintBlocks(paper, element, block.blocks, level, indent + 14)
        element.end()
        // The line beside it, on the page where it ends: where it began on another, from the top.
        const top = paper.pages === from.page ? from.y : sheet.top
        paper.artifact(() => paper.rule(x + 4, top + 1, x + 4, paper.y - 8, 'brand', 1.6))
        break
      }
      case 'list': {
        const list = paper.element(parent, 'L')
        for (const [n, item] of block.items.entries()) paintItem(paper, list, item, block.marks[n] ?? '•', level, indent)
        list.end()
        paper.y += 4
        break
      }
    }
}

const hang = 18

function paintItem(paper: Paper, list: Structure, blocks: readonly Block[], marker: string, level: 2 | 3 | 4, indent: number): void {
  const item = paper.element(list, 'LI')
  paper.need(2 * leading)
  const label = paper.element(item, 'Lbl')
  const ink: Ink = paper.ink(label, 'Lbl')
  const line = paper.type.line(marker, 'regular', size)
  paper.paintLine(ink, { line, size, leading, colour: 'brand', before: 0 }, sheet.left + indent + 4, paper.y, hang)
  ink.shut()
  label.end()
  const body = paper.element(item, 'LBody')
  paintBlocks(paper, body, blocks, level, indent + hang)
  body.end()
  item.end()
  paper.y -= 3
}
