import type { TextRun } from '#shared/kernel/rich-text.ts'
import { toRoman } from '#shared/kernel/roman.ts'
import { Parser } from 'htmlparser2'

/** Text of a run that ends its line. */
export const lineEnd = '\n'

export type Block =
  | { readonly kind: 'text'; readonly runs: readonly TextRun[] }
  | { readonly kind: 'heading'; readonly runs: readonly TextRun[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  /** `marks`: what stands before each item. */
  | { readonly kind: 'list'; readonly marks: readonly string[]; readonly items: readonly (readonly Block[])[] }

/** Lists in lists and quotes in quotes: what goes deeper stands at this depth. */
const deepest = 5
/** Elements of which a reader sees nothing. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'title', 'textarea', 'select', 'iframe', 'object', 'svg', 'math'])
const paragraphs = new Set(['p', 'div', 'section', 'article', 'tr', 'table', 'pre', 'h1', 'h2', 'h4', 'h5', 'h6'])

interface Open {
  readonly name: string
  /** Of an ordered list: its first number, and how it counts. */
  readonly start: number
  readonly type: string | undefined
  readonly blocks: Block[]
  readonly items: Block[][]
}

/** A number as a list of this type counts: figures, letters or Roman figures. */
function countedBy(type: string | undefined, number: number): string {
  if (number < 1 || type === undefined || !/^[ai]$/i.test(type)) return String(number)
  const said = type.toLowerCase() === 'i' ? toRoman(number) : lettersOf(number)
  return type === type.toLowerCase() ? said : said.toUpperCase()
}

/** 1 is a, 26 is z, 27 is aa. */
const lettersOf = (number: number): string =>
  number < 1 ? '' : lettersOf(Math.floor((number - 1) / 26)) + String.fromCodePoint(97 + ((number - 1) % 26))

/** Where a link leads, if somebody may be led there. */
function leadsTo(href: string | undefined): string | null {
  if (href === undefined || !URL.canParse(href)) return null
  const url = new URL(href)
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null
}

/**
 * A rich text as blocks, whatever is in it: paragraphs, headings, lists, quotations and links are read; of any other element its text,
 * and of those that show nothing nothing. Empty blocks are left out.
 */
export function richBlocks(html: string): readonly Block[] {
  const root: Block[] = []
  const open: Open[] = []
  const manner = { bold: 0, italic: 0, underline: 0, hidden: 0 }
  const links: (string | null)[] = []
  let runs: TextRun[] = []
  let isHeading = false

  const into = (): Block[] => {
    const container = open.at(-1)
    if (!container) return root
    if (container.name === 'blockquote') return container.blocks
    if (container.items.length === 0) container.items.push([])
    return container.items.at(-1) ?? root
  }
  const flush = (): void => {
    const said = runs.slice(0, runs.findLastIndex(({ text }) => text.trim() !== '') + 1)
    runs = []
    if (said.length > 0) into().push({ kind: isHeading ? 'heading' : 'text', runs: said })
  }
  const close = (): void => {
    flush()
    const closed = open.pop()
    if (!closed) return
    if (closed.name === 'blockquote') {
      if (closed.blocks.length > 0) into().push({ kind: 'quote', blocks: closed.blocks })
      return
    }
    const items = closed.items.filter((item) => item.length > 0)
    if (items.length === 0) return
    const marks = items.map((_, at) => (closed.name === 'ol' ? `${countedBy(closed.type, closed.start + at)}.` : '•'))
    into().push({ kind: 'list', marks, items })
  }
  /** Elements that were too deep to be opened, so that their ends close no other. */
  let tooDeep = 0
  const enter = (name: string, { start = '1', type }: { readonly start?: string; readonly type?: string } = {}): void => {
    flush()
    if (open.length < deepest) open.push({ name, start: /^\d{1,4}$/.test(start) ? Number(start) : 1, type, blocks: [], items: [] })
    else tooDeep += 1
  }
  const leave = (): void => {
    flush()
    if (tooDeep > 0) tooDeep -= 1
    else close()
  }
  const inline = (name: string, by: 1 | -1): void => {
    if (name === 'strong' || name === 'b') manner.bold = Math.max(0, manner.bold + by)
    else if (name === 'em' || name === 'i') manner.italic = Math.max(0, manner.italic + by)
    else if (name === 'u') manner.underline = Math.max(0, manner.underline + by)
  }
  const say = (text: string): void => {
    if (manner.hidden > 0) return
    const { bold, italic, underline } = manner
    runs.push({ text, bold: bold > 0, italic: italic > 0, underline: underline > 0, href: links.at(-1) ?? null })
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (unseen.has(name)) manner.hidden += 1
      else if (name === 'ul' || name === 'ol' || name === 'blockquote') enter(name, attributes)
      else if (name === 'li') {
        flush()
        const list = open.at(-1)
        if (list && list.name !== 'blockquote') list.items.push([])
      } else if (name === 'h3' || paragraphs.has(name)) {
        flush()
        isHeading = name === 'h3'
      } else if (name === 'br') say(lineEnd)
      else if (name === 'a') links.push(leadsTo(attributes['href']))
      else inline(name, 1)
    },
    ontext: say,
    onclosetag(name) {
      if (unseen.has(name)) manner.hidden = Math.max(0, manner.hidden - 1)
      else if (name === 'ul' || name === 'ol' || name === 'blockquote') leave()
      else if (name === 'li' || name === 'h3' || paragraphs.has(name)) {
        flush()
        isHeading = false
      } else if (name === 'a') links.pop()
      else inline(name, -1)
    },
  })
  parser.end(html)
  flush()
  while (open.length > 0) close()
  return root
}
