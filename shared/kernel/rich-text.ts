import { withoutTags } from './cut.ts'

/** Tags and attributes that a rich text may hold, for the sanitisers of both sides and the editor. */
export const richText = {
  tags: ['p', 'br', 'strong', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'blockquote', 'a'],
  attributes: { a: ['href', 'rel', 'target'], ol: ['start', 'type'] },
  /** How the items of an ordered list are counted where it is not by figures. */
  counts: ['a', 'A', 'i', 'I'],
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const

/** How an address begins that a rich text may lead to: with one of the schemes, or, on the public site, with the slash of its own pages. */
export const leadsOut = new RegExp(`^(?:${richText.schemes.join('|')}):`, 'i')
export const leadsSomewhere = new RegExp(`${leadsOut.source}|^/(?![/\\\\])`, 'i')

/** A piece of a rich text in one manner; a line end is a piece of its own. */
export interface TextRun {
  readonly text: string
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  /** Where it leads, or nowhere. */
  readonly href: string | null
}

const blockEnd = /<\/(?:p|li|h3|blockquote|ul|ol)>|<br\s*\/?>/gi
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text that a reader sees of a rich text: blocks end in a line break, tags are gone, entities are read. */
export function visibleText(html: string): string {
  return withoutTags(html.replace(blockEnd, '\n'))
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
      const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .trim()
}

/** Words of a text: runs of anything but white space. */
export const wordsOf = (text: string): number => text.match(/\S+/g)?.length ?? 0
