import { withoutEndSlashes } from '../kernel/path-text.ts'
import type { SiteLanguage } from './model.ts'

/**
 * Addresses of the public area that arrive as finished HTML. `page` is the name of the page whose sections are shown; what has none is
 * drawn from data. English stands below /en.
 */
export const sitePaths = {
  home: { path: '/', page: 'home' },
  about: { path: '/about', page: 'about' },
  benefits: { path: '/benefits', page: 'benefits' },
  categories: { path: '/categories', page: 'categories' },
  privacyPolicies: { path: '/privacy-policies', page: 'privacypolicies' },
  methodology: { path: '/methodology', page: 'methodology' },
  faq: { path: '/faq', page: null },
  openData: { path: '/open-data', page: null },
  descriptiveStats: { path: '/open-data/descriptive-stats', page: null },
  capacities: { path: '/open-data/capacities', page: null },
  methodologySteps: { path: '/open-data/metodologies-steps', page: null },
  initiatives: { path: '/open-data/initiatives', page: null },
  results: { path: '/results', page: null },
  dimensionResults: { path: '/results/dimensions', page: null },
  institutionResults: { path: '/results/institutions', page: null },
} as const satisfies Readonly<Record<string, { readonly path: `/${string}`; readonly page: string | null }>>

export type SitePath = keyof typeof sitePaths
export const sitePathNames = Object.keys(sitePaths) as readonly SitePath[]
/** A page of an editor's own stands at /site/<name>. Capitals make no other page. */
export const contentPath = (pageName: string): string => {
  const wanted = pageName.toLowerCase()
  const known = sitePathNames.find((name) => sitePaths[name].page === wanted)
  return known ? sitePaths[known].path : `/site/${pageName}`
}
/** Name of the page of an editor's that stands at a path without its language, as names are compared; null where none could. */
export function pageAtPath(path: string): string | null {
  const known = sitePathNames.find((name) => sitePaths[name].path === path)
  if (known !== undefined) return sitePaths[known].page
  return /^\/site\/([^/]+)$/.exec(path)?.[1]?.toLowerCase() ?? null
}
export const inLanguage = (path: string, language: SiteLanguage): string => (language === 'es' ? path : path === '/' ? '/en' : `/en${path}`)

/** Which language and address a path asks for: `/en/about` → en, `/about`. A slash at the end says nothing. */
export function languageOfPath(pathname: string): { readonly language: SiteLanguage; readonly path: string } {
  const path = withoutEndSlashes(pathname)
  if (path === '/en') return { language: 'en', path: '/' }
  return path.startsWith('/en/') ? { language: 'en', path: path.slice(3) } : { language: 'es', path }
}
