import { createElement, Fragment } from 'react'
import type { ReactNode } from 'react'
import { richText } from '#shared/kernel/rich-text.ts'
import { linkHref } from '#shared/site/rules.ts'
import { siteHref } from './site-href.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import { cx } from '#client/ui/cx.ts'

/** Deepest nesting that is drawn: what lies deeper stays as words of the last. */
const deepest = 12
const known: ReadonlySet<string> = new Set(richText.tags)
/** Whose contents are no words. */
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
  'textarea',
])
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

interface Mark {
  readonly tag: string
  readonly href: string
  readonly children: (Mark | string)[]
}

const decoded = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const hrefOf = (attributes: string): string => {
  const found = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  return linkHref(decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? ''))
}

/**
 * HTML of an editor as a tree of the marks that a rich text may hold, and nothing else: other tags leave their words, those that hold no
 * words leave nothing. It is read, never put into a page as it is.
 */
function read(html: string): Mark {
  const root: Mark = { tag: '', href: '', children: [] }
  const open: Mark[] = [root]
  const last = (): Mark => open.at(-1) ?? root
  let quiet: string | null = null
  for (const [whole, closing, tag = '', attributes = ''] of html.matchAll(
    /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][\w:-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>?|[^<]+|</gi,
  )) {
    const name = tag.toLowerCase()
    if (quiet !== null) {
      if (closing === '/' && name === quiet) quiet = null
      continue
    }
    if (name === '') {
      if (!whole.startsWith('<!--')) last().children.push(decoded(whole))
      continue
    }
    if (silent.has(name)) {
      if (closing === '') quiet = name
      continue
    }
    if (!known.has(name)) continue
    if (closing === '/') {
      const from = open.findLastIndex((mark) => mark.tag === name)
      if (from > 0) open.length = from
      continue
    }
    const mark: Mark = { tag: name, href: name === 'a' ? hrefOf(attributes) : '', children: [] }
    last().children.push(mark)
    if (name !== 'br' && open.length <= deepest) open.push(mark)
  }
  return root
}

interface Props {
  readonly html: string
  readonly language: SiteLanguage
  readonly lang?: 'es' | undefined
  /** Level of its headings, which an editor writes as h3 wherever it stands. */
  readonly headings: 2 | 3 | 4
  readonly className?: string
}

/** Words with marks, drawn from what the marks mean: nothing that was written reaches the page as HTML. */
export function RichWords({ html, language, lang, headings, className }: Props) {
  const drawn = (mark: Mark | string, at: number): ReactNode => {
    if (typeof mark === 'string') return mark
    const inside = mark.children.map(drawn)
    if (mark.tag === 'br') return <br key={at} />
    if (mark.tag !== 'a') return createElement(mark.tag === 'h3' ? `h${headings}` : mark.tag, { key: at }, ...inside)
    const href = siteHref(mark.href, language)
    return href === '' ? (
      <Fragment key={at}>{inside}</Fragment>
    ) : (
      <a key={at} href={href} rel="noopener">
        {inside}
      </a>
    )
  }
  if (html.trim() === '') return null
  // Words without any mark are a paragraph.
  const marks = read(/<(?:p|h3|ul|ol|blockquote)\b/i.test(html) ? html : `<p>${html}</p>`)
  return (
    <div lang={lang} className={cx('site-words', className)}>
      {marks.children.map(drawn)}
    </div>
  )
}
