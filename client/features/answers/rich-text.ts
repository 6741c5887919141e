import { withoutStretches } from '#shared/kernel/cut.ts'
import DOMPurify from 'dompurify'
import { richText } from '#shared/kernel/rich-text.ts'
import { cleanText } from '#shared/kernel/clean-text.ts'

const config = {
  ALLOWED_TAGS: [...richText.tags],
  ALLOWED_ATTR: [...richText.attributes.a],
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${richText.schemes.join('|')}):`, 'i'),
}

/** A text of the public site may lead to its own pages, whose addresses begin with one slash. */
const siteConfig = { ...config, ALLOWED_URI_REGEXP: new RegExp(`^(?:(?:${richText.schemes.join('|')}):|/(?![/\\\\]))`, 'i') }

/** HTML with nothing in it but the tags and addresses that an answer may hold. Before it is kept, and before it is shown. */
export const cleanHtml = (html: string): string => DOMPurify.sanitize(cleanText(html), config)
/** The same for a text of the public site. */
export const cleanSiteHtml = (html: string): string => DOMPurify.sanitize(cleanText(html), siteConfig)

const isWordItem = (element: Element): boolean =>
  /mso-list\s*:/i.test(element.getAttribute('style') ?? '') || element.className.startsWith('MsoListParagraph')

/** What other programs call the marks that an answer may hold. */
const renamed = [
  ['h1,h2,h4,h5,h6', 'h3'],
  ['b', 'strong'],
  ['i', 'em'],
] as const

function rename(element: Element, tag: string): void {
  const other = element.ownerDocument.createElement(tag)
  other.append(...element.childNodes)
  element.replaceWith(other)
}

/** Mark that Word draws before an item: "1.", "a)" or a bullet. It is text there, and is taken out. */
function takeMark(item: Element): string {
  let mark = ''
  for (const span of item.querySelectorAll('span')) {
    if (!/mso-list\s*:\s*ignore/i.test(span.getAttribute('style') ?? '')) continue
    mark = span.textContent
    span.remove()
  }
  return mark.trim()
}

/** Between two cells of a row: answers hold no tables, and cells that touch would make one word, or one number, of two. */
const cellMark = ' | '
const blockTags = 'p,div,li,dt,dd,h1,h2,h3,h4,h5,h6,pre,blockquote,section,article,figure,figcaption,address'

/** Contents of a cell on one line, marks and links kept: what stood in blocks of its own is set apart by a blank. */
function flatten(cell: Element): Node[] {
  for (const line of cell.querySelectorAll('br')) line.replaceWith(' ')
  for (const block of cell.querySelectorAll(blockTags)) block.append(' ')
  for (const block of [...cell.querySelectorAll(`${blockTags},ul,ol,dl`)].toReversed()) block.replaceWith(...block.childNodes)
  return [...cell.childNodes]
}

/** A table as lines, one a row, its cells set apart. Inner tables first: they are lines of their cell then. */
function unfold(table: HTMLTableElement): void {
  const page = table.ownerDocument
  const lines = [...table.rows].flatMap((row) => {
    const line = page.createElement('p')
    for (const [at, cell] of [...row.cells].entries()) line.append(...(at > 0 ? [cellMark] : []), ...flatten(cell))
    return (line.textContent ?? '').replaceAll('|', '').trim() === '' ? [] : [line]
  })
  const caption = page.createElement('p')
  if (table.caption) caption.append(...table.caption.childNodes)
  table.replaceWith(...(table.caption ? [caption] : []), ...lines)
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

/** What was copied from a word processor as plain lists and paragraphs, its tables as lines. */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(
    withoutStretches(html, '<!--[if', '<![endif]-->').replace(/<\/?o:p[^<>]*>/gi, ''),
    'text/html',
  )
  let list: HTMLElement | null = null
  for (const element of [...page.querySelectorAll('p')]) {
    if (!isWordItem(element)) {
      list = null
      continue
    }
    const tag = /^(?:\d+|[a-z])[.)]/i.test(takeMark(element)) ? 'ol' : 'ul'
    if (!list || list.tagName.toLowerCase() !== tag || element.previousElementSibling !== list) {
      list = page.createElement(tag)
      element.before(list)
    }
    const item = page.createElement('li')
    item.append(...element.childNodes)
    list.append(item)
    element.remove()
  }
  for (const table of [...page.querySelectorAll('table')].toReversed()) unfold(table)
  // Blocks that an answer does not hold would run into each other: the innermost are paragraphs.
  for (const block of page.querySelectorAll('div,dt,dd,pre,section,article,figure,figcaption,address')) {
    if (!block.querySelector(`${blockTags},ul,ol,dl`)) rename(block, 'p')
  }
  for (const [selector, tag] of renamed) for (const element of page.querySelectorAll(selector)) rename(element, tag)
  return cleanHtml(page.body.innerHTML)
}
