import { letterPageAt, pageNames, pathOf } from '#shared/addresses.ts'
import { languageOfPath } from '#shared/site/paths.ts'

const appBeginnings: ReadonlySet<string> = new Set(pageNames.map((name) => pathOf(name).split('/')[1] ?? ''))
const denied: ReadonlySet<string> = new Set(['api', 'files', 'assets', 'icons', 'result', 'healthz', 'readyz', 'metrics'])

/**
 * What an address leads to: the application, a page of a letter, what the server answers itself, or a page of the site. What nobody
 * knows is taken for a page of the site, so that without a network it ends in words.
 */
export function placeOf(pathname: string): 'app' | 'letter' | 'server' | 'site' {
  if (letterPageAt(pathname)) return 'letter'
  const first = languageOfPath(pathname).path.split('/')[1] ?? ''
  if (appBeginnings.has(first)) return 'app'
  return denied.has(first) || /\.[a-z\d]{1,12}$/i.test(pathname) ? 'server' : 'site'
}
