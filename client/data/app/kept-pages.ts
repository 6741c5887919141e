import { withoutEndSlashes } from '#shared/kernel/path-text.ts'
import type { SiteLanguage } from '#shared/site/model.ts'

/*
 * What the worker and the pages of the site know of copies for reading without a network. Pure but for the caches that are given.
 */

/**
 * Caches of what visitors read: no reply that depends on who asks ever enters one. `copy` remembers that the whole site was kept. The
 * application's files have one of their own, and so have those that every page of the site needs.
 */
export const keptCaches = {
  pages: 'iip-public-pages',
  assets: 'iip-public-assets',
  copy: 'iip-public-copy',
  app: 'iip-app',
  site: 'iip-site',
} as const

/** Most pages that are kept of those that were visited, and most with a query among them: the oldest leave. */
export const keptLimits = { pages: 120, withQuery: 20 } as const

/** Address under which a page is kept: its own, with its query, without a fragment. */
export const keptKey = (url: string): string => {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${withoutEndSlashes(pathname)}${search}`
}

/** `asked`: the address under which a page was last read, where it is another than its own. */
export const keptHeaders = { at: 'X-Kept-At', edition: 'X-Edition', asked: 'X-Asked' } as const

const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&')

/** A page as it is kept: where it stands, since when, and its document. */
export interface KeptPage {
  readonly url: string
  readonly at: string
  readonly html: string
}

export interface PageFiles {
  /** Styles, scripts, icons. */
  readonly assets: readonly string[]
  /** Pictures, each with every width in which the page offers it, the narrowest first. */
  readonly pictures: readonly (readonly string[])[]
}

/** Of its own form the address does not tell: it is the widest. */
const widthOf = (path: string): number => Number(/-(\d+)\.webp$/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY)

/** Files of this server that a document names, as paths. */
export function filesIn(html: string): PageFiles {
  const assets = new Set<string>()
  const pictures = new Map<string, Set<string>>()
  const put = (path: string): void => {
    const id = pictureId(path)
    if (id === null) return void (/^\/(?:assets|icons)\//.test(path) && assets.add(path))
    pictures.set(id, (pictures.get(id) ?? new Set()).add(path))
  }
  for (const [, value = ''] of html.matchAll(/\s(?:src|href)="(\/[^"/][^"]*)"/gi)) put(decoded(value))
  for (const [, list = ''] of html.matchAll(/\s(?:image)?srcset="([^"]*)"/gi))
    for (const each of decoded(list).split(/,\s+/)) put(each.trim().split(/\s/)[0] ?? '')
  for (const path of decoded(/<body[^<>]* data-late="([^"]*)"/.exec(html)?.[1] ?? '').split(' ')) put(path)
  return {
    assets: [...assets],
    pictures: [...pictures.values()].map((paths) => [...paths].toSorted((one, other) => (widthOf(one) < widthOf(other) ? -1 : 1))),
  }
}

/** Which picture an address of a picture is of, whatever its width; null for any other address. */
export const pictureId = (path: string): string | null => /^\/files\/image\/([\w-]+?)(?:-\d+)?\.[a-z\d]+$/i.exec(path)?.[1] ?? null

export const editionIn = (html: string): string => /<body[^<>]* data-edition="(\d+)"/.exec(html)?.[1] ?? ''
/** The address that a document says is its own, on the server at which it is read. Null for one that says none. */
export function canonicalIn(html: string, origin: string): string | null {
  const said = decoded(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '')
  if (!URL.canParse(said)) return null
  const { pathname, search } = new URL(said)
  return keptKey(`${origin}${pathname}${search}`)
}
export const titleIn = (html: string): string => decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
export const languageIn = (html: string): SiteLanguage => (/<html[^<>]* lang="en"/.test(html) ? 'en' : 'es')

/** The document with a sentence before everything that it shows. */
export const withNote = (html: string, note: string): string => html.replace(/<body[^<>]*>/, (body) => `${body}${note}`)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
