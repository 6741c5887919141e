import type { SiteLanguage } from './model.ts'
import { inLanguage, sitePathNames, sitePaths } from './paths.ts'

const schemes = ['http:', 'https:', 'mailto:', 'tel:']
/** What an address parser of a browser skips before it looks for a scheme: `java\nscript:` would be one. */
const skipped = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/g

/**
 * Address of a link as somebody wrote it: what has no scheme and begins with no `/` gets `https://` (WS), a fragment stays; any other
 * scheme than http, https, mailto and tel is no link, ''.
 */
export function linkHref(text: string): string {
  const address = text.replace(skipped, '')
  if (address === '') return ''
  if (address.startsWith('#')) return address
  // Two slashes, or one and a backslash, lead to another host: said in full it is plain where.
  if (/^[/\\]{2}/.test(address)) return `https://${address.replace(/^[/\\]+/, '')}`
  if (address.startsWith('/')) return address
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(address)?.[0].toLowerCase()
  if (scheme === undefined || /^[^/:]+:\d+(?:[/?#]|$)/.test(address)) return `https://${address}`
  return schemes.includes(scheme) ? address : ''
}

/** Whether a path is a page of the site, which has a twin in the other language. */
function isSitePage(path: string): boolean {
  const bare = path.replace(/[?#].*$/, '').replace(/\/+$/, '') || '/'
  return sitePathNames.some((name) => sitePaths[name].path === bare) || /^\/site\/[^/]+$/.test(bare) || bare === '/result'
}

/** Address of a link on a page: pages of the site are those of the page's language. */
export function siteHref(text: string, language: SiteLanguage): string {
  const href = linkHref(text)
  return href.startsWith('/') && isSitePage(href) ? inLanguage(href, language) : href
}
