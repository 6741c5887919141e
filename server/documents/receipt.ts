import type { Instant } from '#shared/kernel/instant.ts'
import { qrCode } from '#shared/kernel/qr-code.ts'
import { bandedPage, heading, headWords, oneLine, openDocument, type Frame } from './frame.ts'
import { bodyWidth, sheet } from './paper.ts'
import { paintParagraph } from './rich-text.ts'
import { Table } from './table.ts'
import { plain } from './typesetting.ts'
import type { ReportLanguage } from './words.ts'

/** A receipt in the words of a language, ready to be painted. */
export interface ReceiptPaper {
  readonly language: ReportLanguage
  readonly product: string
  readonly title: string
  readonly subtitle: string
  readonly numberLabel: string
  readonly number: string
  readonly at: Instant
  /** Why it does not stand any more; null while it does. */
  readonly recalled: string | null
  readonly factsTitle: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly nextTitle: string
  readonly next: readonly string[]
  /** How strangers check it; null for one that strangers are told nothing of. */
  readonly check: {
    readonly title: string
    readonly text: string
    readonly address: string
    readonly code: string
    /** What the picture leads to. */
    readonly qr: string
    readonly qrLabel: string
  } | null
  readonly made: string
  /** With {page} and {pages}. */
  readonly foot: string
}

/** A receipt as PDF, tagged for screen readers. The same receipt is the same bytes. */
export async function makeReceipt(receipt: ReceiptPaper): Promise<Uint8Array> {
  const { language, product, at } = receipt
  const title = oneLine(`${receipt.title} ${receipt.number}`)
  const { frame, finish } = openDocument({ title, subject: receipt.subtitle, by: product }, { language, at, watermark: null })
  paintHead(frame, receipt)
  paintFacts(frame, receipt)
  const { paper, tree } = frame
  if (receipt.next.length > 0) {
    heading(frame, 2, receipt.nextTitle)
    for (const text of receipt.next) paintParagraph(paper, tree, [plain(text)], { size: 11, leading: 16 })
    paper.y += 8
  }
  paintCheck(frame, receipt)
  paintParagraph(paper, tree, [plain(receipt.made)], { size: 9, leading: 13, colour: 'soft' })
  paintFeet(frame, receipt)
  return finish()
}

const bandHeight = 124

function paintHead(frame: Frame, receipt: ReceiptPaper): void {
  const { paper } = frame
  bandedPage(frame, bandHeight)
  const say = headWords(frame, 3)
  paper.y = 32
  say('P', receipt.product, { size: 11, leading: 15, colour: 'white', bold: true })
  paper.y = 54
  say('H1', receipt.title, { size: 25, leading: 30, colour: 'white', bold: true })
  paper.y += 2
  say('P', receipt.subtitle, { size: 13, leading: 18, colour: 'white' })
  paper.y = bandHeight + 22
  say('P', receipt.numberLabel, { size: 10.5, leading: 15, colour: 'soft' })
  say('P', receipt.number, { size: 21, leading: 27, colour: 'deep', bold: true })
  paper.y += 8
  if (receipt.recalled === null) return
  say('P', receipt.recalled, { size: 11.5, leading: 16, colour: 'bad', bold: true })
  paper.y += 10
}

function paintFacts({ paper, tree }: Frame, { facts, factsTitle }: ReceiptPaper): void {
  const names = 150
  const table = new Table(
    paper,
    tree,
    factsTitle,
    [
      { title: '', width: names },
      { title: '', width: bodyWidth - names },
    ],
    { headless: true },
  )
  for (const [name, value] of facts) table.row([{ texts: [{ text: name }], isHead: true }, { texts: [{ text: value }] }])
  table.end()
}

/** Modules of white around a picture, without which no camera finds it. */
const quiet = 4
const module = 2.3

function paintCheck(frame: Frame, { check }: ReceiptPaper): void {
  if (check === null) return
  const { paper, tree } = frame
  const modules = qrCode(check.qr)
  const side = ((modules?.length ?? 0) + 2 * quiet) * module
  heading(frame, 2, check.title, side + 96)
  paintParagraph(paper, tree, [plain(check.text)], { size: 11, leading: 16 })
  paintParagraph(paper, tree, [{ ...plain(check.address, { bold: true }), href: check.address }], { size: 11, leading: 16, colour: 'deep' })
  paintParagraph(paper, tree, [plain(check.code, { bold: true })], { size: 12, leading: 17 })
  // An address that is longer than a picture holds is printed above.
  if (!modules) return
  paper.need(side + 8)
  const top = paper.y
  const figure = paper.element(tree, 'Figure', { alt: check.qrLabel, bbox: [sheet.left, top, sheet.left + side, top + side] })
  const ink = paper.ink(figure, 'Figure')
  ink.open()
  for (const [row, line] of modules.entries()) {
    for (let from = 0; from < line.length; from += 1) {
      if (line[from] !== true) continue
      let to = from
      while (line[to + 1] === true) to += 1
      // One shape for each run of dark: between two, some readers draw a hair of white.
      paper.rect(sheet.left + (from + quiet) * module, top + (row + quiet) * module, (to - from + 1) * module, module + 0.05, 'ink')
      from = to
    }
  }
  ink.shut()
  figure.end()
  paper.y = top + side + 6
}

function paintFeet({ paper }: Frame, { foot, number, product }: ReceiptPaper): void {
  const { pages } = paper
  for (let page = 1; page <= pages; page += 1)
    paper.onPage(page, () => {
      paper.artifact(() => {
        const said = foot.replace('{page}', String(page)).replace('{pages}', String(pages))
        paper.rule(sheet.left, 790, sheet.right, 790, 'rule')
        paper.word(`${product} · ${number}`, sheet.left, 803, 'regular', 8, 'soft')
        paper.word(said, sheet.right, 803, 'regular', 8, 'soft', 'right')
      }, 'Pagination')
    })
}
