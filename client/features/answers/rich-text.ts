import DOMPurify from 'dompurify'
import { richText } from '#shared/answers/text.ts'

const config = {
  ALLOWED_TAGS: [...richText.tags],
  ALLOWED_ATTR: [...richText.attributes.a],
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${richText.schemes.join('|')}):`, 'i'),
}

/** HTML with nothing in it but the tags and addresses that an answer may hold. Before it is kept, and before it is shown. */
export const cleanHtml = (html: string): string => DOMPurify.sanitize(html, config)

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

/** What was copied from a word processor as plain lists and paragraphs (ux 134). */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(
    html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '').replace(/<\/?o:p[^>]*>/gi, ''),
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
  for (const [selector, tag] of renamed) for (const element of page.querySelectorAll(selector)) rename(element, tag)
  return cleanHtml(page.body.innerHTML)
}
