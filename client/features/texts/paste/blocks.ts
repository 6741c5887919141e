import type { TextRun } from '#shared/kernel/rich-text.ts'
import { drawnBy, pictureFontOf, scriptText, type PictureFont, type Script } from './characters.ts'
import { formulaText, officeFormula } from './formula.ts'
import { itemMark, type Item, type ListKind } from './lists.ts'
import { classRules, declarationsOf, type Declarations } from './styles.ts'

/** What an answer cannot hold, of which the person is told. */
export type LeftOut = 'struck' | 'hidden' | 'remarks' | 'pictures' | 'symbols'

export interface Block {
  readonly kind: 'text' | 'heading'
  readonly isQuoted: boolean
  readonly item: Item | null
  readonly runs: readonly TextRun[]
}

interface Manner {
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly href: string | null
  readonly script: Script | null
  readonly font: PictureFont | null
  readonly isKept: boolean
}

const plain: Manner = { bold: false, italic: false, underline: false, href: null, script: null, font: null, isKept: false }

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const blocks = new Set([
  ...headings,
  ...['p', 'div', 'section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'figure', 'figcaption', 'address', 'pre', 'blockquote'],
  ...[
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'tr',
    'td',
    'th',
    'caption',
    'form',
    'fieldset',
    'details',
    'summary',
    'hr',
    'center',
    'body',
  ],
])
/** Nothing of these is text of the document. */
const unseen = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'head',
  'xml',
  'object',
  'iframe',
  'svg',
  'select',
  'textarea',
  'button',
])
const struckTags = new Set(['del', 's', 'strike'])

/** Between two cells of a row: answers hold no tables, and cells that touch would make one word, or one number, of two. */
export const cellMark = ' | '
const linkable = /^(?:https?|mailto|tel):/i
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u

/** Reads what was copied from any program as a flat row of blocks, each with its text and the place that it has in a list. */
export class BlockReader {
  readonly found: Block[] = []
  readonly leftOut: Set<LeftOut>
  readonly #rules: ReadonlyMap<string, Declarations>
  #runs: TextRun[] = []
  /** The last characters of the block that is being read. */
  #end = ''
  #item: Item | null = null
  #kind: Block['kind'] = 'text'
  #quotes = 0
  /** Lists around the place, with the number of their next item. */
  readonly #lists: { readonly kind: ListKind; next: number }[] = []
  /** A formula of Office was read, and its picture follows. */
  #skipsPicture = false

  constructor(rules: ReadonlyMap<string, Declarations>, leftOut = new Set<LeftOut>()) {
    this.#rules = rules
    this.leftOut = leftOut
  }

  static of(page: Document): BlockReader {
    const reader = new BlockReader(classRules(page))
    reader.read(page.body, plain)
    reader.flush()
    return reader
  }

  read(parent: Node, manner: Manner): void {
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) this.#say(node.textContent ?? '', manner)
      else if (node.nodeType === Node.COMMENT_NODE) this.#comment(node.textContent ?? '', manner)
      else if (node instanceof Element) this.#element(node, manner)
    }
  }

  /** Ends the block that is being read. What holds no text is none. */
  flush(): void {
    const runs = trimmed(this.#runs)
    this.#runs = []
    if (runs.length === 0) return
    this.found.push({ kind: this.#kind, isQuoted: this.#quotes > 0, item: this.#item, runs })
    if (this.#item?.begins === true) this.#item = { ...this.#item, begins: false }
  }

  #comment(text: string, manner: Manner): void {
    const formula = officeFormula(text)
    if (formula !== '') {
      this.#push(formula, { ...manner, isKept: false })
      this.#skipsPicture = true
    } else if (/^\[endif\]/i.test(text)) this.#skipsPicture = false
  }

  #element(element: Element, around: Manner): void {
    const name = element.tagName.toLowerCase()
    if (unseen.has(name) || element.classList.contains('katex-html')) return
    const style = this.#styleOf(element)
    const left = leftOutOf(element, name, style)
    if (left !== null) {
      if ((element.textContent ?? '').trim() !== '') this.leftOut.add(left)
      return
    }
    if (name === 'br') return this.#push('\n', around)
    if (name === 'img') return this.#picture(element, around)
    if (name === 'input') return this.#tick(element, around)
    if (name === 'math') return this.#push(formulaText(element).replaceAll(/ {2,}/g, ' ').trim(), around)
    const manner = mannerOf(element, name, style, around)
    if (!blocks.has(name) && !/^(?:block|list-item|flex|grid)$/.test(style.get('display') ?? '')) return this.read(element, manner)
    this.flush()
    this.#block(element, name, style, manner)
    this.flush()
  }

  #styleOf(element: Element): Declarations {
    const own = declarationsOf(element.getAttribute('style') ?? '')
    const named = [...element.classList].map((name) => this.#rules.get(name)).filter((rule) => rule !== undefined)
    return named.length === 0 ? own : new Map([...named.flatMap((rule) => [...rule]), ...own])
  }

  #block(element: Element, name: string, style: Declarations, manner: Manner): void {
    if (name === 'table' && element instanceof HTMLTableElement) return this.#table(element, manner)
    if (name === 'ul' || name === 'ol') return this.#list(element, name, style, manner)
    if (name === 'li') return this.#listItem(element, style, manner)
    if (name === 'blockquote') {
      this.#quotes += 1
      this.read(element, manner)
      this.flush()
      this.#quotes -= 1
      return
    }
    const mark = itemMark(element, style, this.found.at(-1)?.item ?? null)
    const isHeading = headings.has(name) || element.getAttribute('role') === 'heading'
    const [kind, item] = [this.#kind, this.#item]
    if (isHeading) this.#kind = 'heading'
    // A numbered heading keeps its number as text: it is no item of a list.
    if (mark && isHeading) this.#say(`${mark.text} `, plain)
    else if (mark) this.#item = mark.item
    this.read(element, isHeading ? { ...manner, bold: false } : manner)
    this.flush()
    this.#kind = kind
    if (mark) this.#item = item
  }

  #list(element: Element, name: 'ul' | 'ol', style: Declarations, manner: Manner): void {
    const kind = kindOf(name, element.getAttribute('type') ?? style.get('list-style-type') ?? listStyleOfItem(element))
    const start = Number.parseInt(element.getAttribute('start') ?? '1', 10)
    const around = this.#item
    this.#lists.push({ kind, next: Number.isSafeInteger(start) ? start : 1 })
    this.read(element, manner)
    this.flush()
    this.#lists.pop()
    this.#item = around
  }

  #listItem(element: Element, style: Declarations, manner: Manner): void {
    const list = this.#lists.at(-1) ?? { kind: { isOrdered: false, type: null }, next: 1 }
    const own = Number.parseInt(element.getAttribute('value') ?? '', 10)
    const number = Number.isSafeInteger(own) ? own : list.next
    list.next = number + 1
    const told = Number.parseInt(element.getAttribute('data-aria-level') ?? element.getAttribute('aria-level') ?? '', 10)
    const level = Number.isSafeInteger(told) && told > 0 ? told : Math.max(1, this.#lists.length)
    const type = list.kind.isOrdered ? kindOf('ol', style.get('list-style-type') ?? null).type : null
    const around = this.#item
    this.#item = { ...list.kind, ...(type === null ? {} : { type }), level, begins: true, number: list.kind.isOrdered ? number : null }
    this.read(element, manner)
    this.flush()
    this.#item = around
  }

  /** A table as lines, one a row, its cells set apart; one column alone is no table but what holds a text together. */
  #table(table: HTMLTableElement, manner: Manner): void {
    for (const caption of table.querySelectorAll(':scope > caption')) {
      this.read(caption, manner)
      this.flush()
    }
    const rows = [...table.rows].filter((row) => !isHidden(row, this.#styleOf(row)))
    if (rows.length < table.rows.length) this.leftOut.add('hidden')
    if (rows.every((row) => row.cells.length <= 1)) {
      for (const row of rows) for (const cell of row.cells) this.#element(cell, manner)
      return
    }
    const hidden = hiddenColumns(table)
    if (hidden.size > 0) this.leftOut.add('hidden')
    /** What a cell that spans rows says in the rows below, by their column. */
    const below = new Map<number, { readonly runs: readonly TextRun[]; left: number }>()
    for (const row of rows) {
      const cells: (readonly TextRun[])[] = []
      const fill = (): void => {
        for (let over = below.get(cells.length); over && over.left > 0; over = below.get(cells.length)) {
          over.left -= 1
          cells.push(over.runs)
        }
      }
      fill()
      for (const cell of row.cells) {
        const runs = this.#cell(cell, manner)
        const [across, down] = [spanOf(cell, 'colspan', 100), spanOf(cell, 'rowspan', 1000)]
        for (let column = 0; column < across; column += 1) {
          const said = column === 0 ? runs : []
          if (down > 1) below.set(cells.length, { runs: said, left: down - 1 })
          cells.push(said)
        }
        fill()
      }
      const shown = cells.filter((_, column) => !hidden.has(column))
      if (shown.every((runs) => runs.length === 0)) continue
      for (const [at, runs] of shown.entries()) {
        if (at > 0) this.#runs.push({ ...unmarked, text: cellMark })
        this.#runs.push(...runs)
      }
      this.flush()
    }
  }

  /** Contents of a cell on one line, marks and links kept: what stood in blocks of its own is set apart by a blank. */
  #cell(cell: HTMLTableCellElement, manner: Manner): readonly TextRun[] {
    const style = this.#styleOf(cell)
    const left = leftOutOf(cell, 'td', style)
    if (left !== null) {
      if ((cell.textContent ?? '').trim() !== '') this.leftOut.add(left)
      return []
    }
    const inner = new BlockReader(this.#rules, this.leftOut)
    inner.read(cell, mannerOf(cell, 'td', style, manner))
    inner.flush()
    return inner.found.flatMap(({ runs }, at) => [
      ...(at > 0 ? [{ ...unmarked, text: ' ' }] : []),
      ...runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') })),
    ])
  }

  #picture(element: Element, manner: Manner): void {
    if (this.#skipsPicture) return
    const alt = (element.getAttribute('alt') ?? '').trim()
    const isSign = emoji.test(alt) || /emoji|math|latex|formula/i.test(element.className)
    if (isSign && alt !== '') return this.#say(alt, manner)
    // A dot that only counts who reads is no picture.
    if (element.getAttribute('width') !== '1' && element.getAttribute('height') !== '1') this.leftOut.add('pictures')
  }

  #tick(element: Element, manner: Manner): void {
    const type = element.getAttribute('type')?.toLowerCase()
    if (type === 'checkbox') this.#say(element.hasAttribute('checked') ? '☑ ' : '☐ ', manner)
  }

  #say(text: string, manner: Manner): void {
    const lines = manner.isKept ? text.split(/\r\n?|[\n\u000b\u2028]/) : text.split(/[\u000b\u2028]/)
    for (const [at, line] of lines.entries()) {
      if (at > 0) this.#push('\n', manner)
      this.#push(manner.isKept ? line.replaceAll('\t', ' ') : line.replaceAll(/[\t\n\r\f ]+/g, ' '), manner)
    }
  }

  #push(text: string, manner: Manner): void {
    if (text === '') return
    const { bold, italic, underline, href } = manner
    const before = this.#runs.length === 0 ? ' ' : this.#end
    let said = text
    if (manner.font !== null) {
      const drawn = drawnBy(manner.font, said)
      if (drawn === undefined) this.leftOut.add('symbols')
      said = drawn ?? ''
    }
    if (manner.script !== null && href === null) said = scriptText(said, manner.script, before)
    if (/\s$/.test(before)) said = said.replace(/^ +/, '')
    if (said === '') return
    this.#runs.push({ text: said, bold, italic, underline, href })
    this.#end = `${before}${said}`.slice(-3)
  }
}

const unmarked: Omit<TextRun, 'text'> = { bold: false, italic: false, underline: false, href: null }

/** Why an element is no text of the document for whoever copied it: struck out, hidden, or a remark about it. */
function leftOutOf(element: Element, name: string, style: Declarations): LeftOut | null {
  if (element.classList.contains('MsoCommentReference') || element.classList.contains('msocomanchor')) return 'remarks'
  if (/^comment(?:-list)?$/.test(style.get('mso-element') ?? '')) return 'remarks'
  if (/^#(?:_msocom|cmnt|_cmnt)/.test(element.getAttribute('href') ?? '')) return 'remarks'
  if (element.querySelector(':scope > a[href^="#cmnt_ref"], :scope > p > a[href^="#cmnt_ref"]')) return 'remarks'
  if (isHidden(element, style)) return 'hidden'
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const isStruck = struckTags.has(name) ? !/\bnone\b/.test(line) : /line-through/.test(line)
  return isStruck || element.classList.contains('msoDel') ? 'struck' : null
}

const isHidden = (element: Element, style: Declarations): boolean =>
  element.hasAttribute('hidden') ||
  style.get('display') === 'none' ||
  /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
  style.get('mso-hide') === 'all' ||
  /^0(?:px|pt|em)?$/.test(style.get('font-size') ?? '')

function mannerOf(element: Element, name: string, style: Declarations, around: Manner): Manner {
  let { bold, italic, underline, href, script, font, isKept } = around
  if (name === 'b' || name === 'strong') bold = true
  else if (name === 'i' || name === 'em') italic = true
  else if (name === 'u') underline = true
  else if (name === 'sup') script = 'super'
  else if (name === 'sub') script = 'sub'
  else if (name === 'pre') isKept = true
  else if (name === 'font') font = pictureFontOf(element.getAttribute('face') ?? '') ?? font
  else if (name === 'a') {
    const address = (element.getAttribute('href') ?? '').trim()
    href = linkable.test(address) ? address : null
  }
  const weight = style.get('font-weight')?.toLowerCase()
  if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) bold = true
  else if (weight === 'normal' || weight === 'lighter' || Number(weight) < 600) bold = false
  const slant = style.get('font-style')?.toLowerCase()
  if (slant === 'italic' || slant?.startsWith('oblique') === true) italic = true
  else if (slant === 'normal') italic = false
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  if (/\bunderline\b/.test(line)) underline = true
  else if (/\bnone\b/.test(line)) underline = false
  const align = style.get('vertical-align')?.toLowerCase()
  if (align === 'super' || align === 'sub') script = align
  else if (align === 'baseline') script = null
  const families = style.get('mso-symbol-font-family') ?? style.get('font-family')
  if (families !== undefined) font = pictureFontOf(families)
  const white = style.get('white-space')
  if (white !== undefined) isKept = /^(?:pre|pre-wrap|pre-line|break-spaces)$/.test(white)
  // A link is underlined by itself.
  return { bold, italic, underline: underline && href === null, href, script, font, isKept }
}

/** Kind of a list by what HTML or CSS calls it. */
function kindOf(name: 'ul' | 'ol', type: string | null): ListKind {
  if (name === 'ul') return { isOrdered: false, type: null }
  switch (type ?? '') {
    case 'a':
    case 'lower-alpha':
    case 'lower-latin':
      return { isOrdered: true, type: 'a' }
    case 'A':
    case 'upper-alpha':
    case 'upper-latin':
      return { isOrdered: true, type: 'A' }
    case 'i':
    case 'lower-roman':
      return { isOrdered: true, type: 'i' }
    case 'I':
    case 'upper-roman':
      return { isOrdered: true, type: 'I' }
    default:
      return { isOrdered: true, type: null }
  }
}

const listStyleOfItem = (list: Element): string | null =>
  declarationsOf(list.querySelector(':scope > li')?.getAttribute('style') ?? '').get('list-style-type') ?? null

/** Runs without blanks and line ends at both ends. */
function trimmed(runs: readonly TextRun[]): readonly TextRun[] {
  const isBlank = (run: TextRun): boolean => run.text.trim() === ''
  const kept = runs.slice(
    runs.findIndex((run) => !isBlank(run)),
    runs.findLastIndex((run) => !isBlank(run)) + 1,
  )
  return kept.map((run, at) => {
    const text = at === 0 ? run.text.trimStart() : run.text
    return { ...run, text: at === kept.length - 1 ? text.trimEnd() : text }
  })
}

/** Columns that their sheet does not show, by their place. */
function hiddenColumns(table: Element): ReadonlySet<number> {
  const hidden = new Set<number>()
  let at = 0
  for (const column of table.querySelectorAll(':scope > col, :scope > colgroup > col')) {
    const isGone = isHidden(column, declarationsOf(column.getAttribute('style') ?? ''))
    for (let left = spanOf(column, 'span', 1000); left > 0; left -= 1, at += 1) if (isGone) hidden.add(at)
  }
  return hidden
}

function spanOf(element: Element, name: string, most: number): number {
  const span = Number.parseInt(element.getAttribute(name) ?? '1', 10)
  return Number.isSafeInteger(span) && span > 0 ? Math.min(span, most) : 1
}
