import type { TextRun } from '#shared/kernel/rich-text.ts'
import { cleanText } from '#shared/kernel/clean-text.ts'
import { cleanHtml } from '#client/features/texts/rich-text.ts'
import { BlockReader, cellMark, type Block, type LeftOut } from './blocks.ts'
import type { Item } from './lists.ts'

export interface Pasted {
  readonly html: string
  /** What was left out of it, for the person to be told. */
  readonly leftOut: readonly LeftOut[]
}

/** What was copied from any program as what an answer may hold, each text, mark, list and line where its reader saw it. */
export function cleanPaste(html: string): Pasted {
  const reader = BlockReader.of(new DOMParser().parseFromString(html, 'text/html'))
  return { html: cleanHtml(assembled(reader.found)), leftOut: [...reader.leftOut] }
}

/** Lines of plain text with the cells of a sheet set apart as those of a table. */
export const pastedText = (text: string): string =>
  cleanText(text)
    .split('\n')
    .map((line) =>
      /\S\t|\t\S/.test(line.trim())
        ? line
            .trim()
            .split('\t')
            .map((cell) => cell.trim())
            .join(cellMark)
        : line,
    )
    .join('\n')

interface OpenList {
  readonly list: HTMLElement
  readonly item: Item
  next: number
  last: HTMLElement
}

/** Blocks as HTML: items of one list stand in it, deeper ones in the item before them. */
function assembled(blocks: readonly Block[]): string {
  const page = document.implementation.createHTMLDocument('')
  let open: OpenList[] = []
  let quote: HTMLElement | null = null
  for (const block of blocks) {
    const element = page.createElement(block.kind === 'heading' && !block.item ? 'h3' : 'p')
    element.append(...block.runs.map((run) => marked(page, run)))
    quote = block.isQuoted ? (quote ?? page.body.appendChild(page.createElement('blockquote'))) : null
    if (block.item) itemFor(page, quote ?? page.body, open, block.item).append(element)
    else {
      open = []
      ;(quote ?? page.body).append(element)
    }
  }
  return page.body.innerHTML
}

/** The item in which a block stands, begun where it has to be. */
function itemFor(page: Document, root: HTMLElement, open: OpenList[], item: Item): HTMLElement {
  while ((open.at(-1)?.item.level ?? 0) > item.level) open.pop()
  let list = open.at(-1)
  if (list && list.item.level === item.level) {
    if (!item.begins) return list.last
    const isSame = list.item.isOrdered === item.isOrdered && list.item.type === item.type
    if (!isSame || (item.number !== null && item.number !== list.next)) {
      open.pop()
      list = undefined
    }
  } else list = undefined
  if (!list) {
    const element = page.createElement(item.isOrdered ? 'ol' : 'ul')
    if (item.isOrdered && item.number !== null && item.number !== 1) element.setAttribute('start', String(item.number))
    if (item.type !== null) element.setAttribute('type', item.type)
    const within = open.at(-1)?.last ?? root
    within.append(element)
    list = { list: element, item, next: item.number ?? 1, last: element }
    open.push(list)
  }
  list.next = (item.number ?? list.next) + 1
  list.last = list.list.appendChild(page.createElement('li'))
  return list.last
}

function marked(page: Document, { text, bold, italic, underline, href }: TextRun): Node {
  const lines = text
    .split('\n')
    .flatMap((line, at) => [...(at > 0 ? [page.createElement('br')] : []), ...(line === '' ? [] : [page.createTextNode(line)])])
  let node: Node = page.createDocumentFragment()
  for (const line of lines) node.appendChild(line)
  const wrap = (tag: string): HTMLElement => {
    const element = page.createElement(tag)
    element.append(node)
    return element
  }
  if (text.trim() === '') return node
  if (underline) node = wrap('u')
  if (italic) node = wrap('em')
  if (bold) node = wrap('strong')
  if (href === null) return node
  const link = wrap('a')
  link.setAttribute('href', href)
  return link
}
