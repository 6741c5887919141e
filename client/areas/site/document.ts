import { imageHref } from '#shared/site/view.ts'
import type { SiteAssets, SiteView, ViewFile } from '#shared/site/view.ts'
import { inLanguage } from '#shared/site/paths.ts'
import { siteLanguages } from '#shared/site/model.ts'
import { translate } from '#client/i18n/text.ts'
import { siteText } from '#client/features/site/text.ts'

/** Kinds of pages that come alive: their part of the view travels along. */
export type IslandView = Extract<SiteView, { readonly kind: 'openData' | 'results' }>

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** JSON inside a script element: nothing in it can end the element, nor a line of a script. */
const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const tag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => (value === '' ? key : `${key}="${escaped(value)}"`))
    .join(' ')}>`

/** Picture that stands for a page elsewhere: the first of its own that other programs can show. */
function pictureOf(view: SiteView): ViewFile | null {
  if (view.kind !== 'content') return null
  const ids = view.sections.flatMap(({ content }) => Object.values(content).filter((value) => typeof value === 'string'))
  return ids.map((id) => view.files[id]).find((file) => file !== undefined && file.widths.length > 0) ?? null
}

/** What search engines read beside the words: what the site is, where a page stands in it, which data it offers. */
function linkedData(view: SiteView, url: (path: string) => string): readonly object[] {
  const t = translate(siteText, view.language)
  const site = { '@type': 'WebSite', '@id': `${view.origin}/#site`, name: t('product'), url: url('/'), inLanguage: ['es', 'en'] }
  const context = { '@context': 'https://schema.org' }
  if (view.path === '/') return [{ ...context, ...site, description: view.description }]
  const crumbs = view.path.startsWith('/open-data/') ? [{ path: '/open-data', name: t('openDataTitle') }] : []
  const trail = [{ path: '/', name: t('home') }, ...crumbs, { path: view.path, name: view.title }]
  const breadcrumbs = {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ path, name }, at) => ({ '@type': 'ListItem', position: at + 1, name, item: url(path) })),
  }
  if (view.kind !== 'openData' || view.at !== 'openData' || view.data.report === null) return [breadcrumbs]
  const { report, years } = view.data
  return [
    breadcrumbs,
    {
      ...context,
      '@type': 'Dataset',
      name: report.title,
      description: report.description.length < 50 ? `${report.description} ${view.description}`.trim() : report.description,
      url: url('/open-data'),
      license: 'https://creativecommons.org/licenses/by/4.0/',
      isAccessibleForFree: true,
      inLanguage: ['es', 'en'],
      dateModified: report.at,
      ...(years.length > 0 && { temporalCoverage: `${Math.min(...years)}/${Math.max(...years)}` }),
      spatialCoverage: 'Chile',
      creator: { '@type': 'Organization', name: t('product'), url: url('/') },
      includedInDataCatalog: { '@type': 'DataCatalog', name: t('product'), url: url('/open-data') },
      distribution: [
        { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${view.origin}/open-data/datapackage.json` },
      ],
    },
  ]
}

function headOf(view: SiteView, assets: SiteAssets): string {
  const t = translate(siteText, view.language)
  const { language, path, query, origin, preview } = view
  const url = (to: string, inThe = language): string => `${origin}${inLanguage(to, inThe)}`
  const canonical = `${url(path)}${query}`
  const title = view.title === '' || view.title === t('product') ? t('product') : `${view.title} · ${t('product')}`
  const picture = pictureOf(view)
  const width = picture?.widths.at(-1)
  const image = picture && width !== undefined ? `${origin}${imageHref(picture, width)}` : `${origin}/icons/icon-512.png`
  const open = { title, description: view.description, url: canonical, image, type: 'website', site_name: t('product') }
  // Of a page with an island; the words of the other language come with it.
  const islands =
    preview || assets.islands[view.kind] === undefined
      ? []
      : [...(assets.islands[view.kind] ?? []), ...(language === 'en' ? (assets.islands['english'] ?? []) : [])]
  return [
    '<meta charset="utf-8">',
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escaped(title)}</title>`,
    ...(view.description === '' ? [] : [tag('meta', { name: 'description', content: view.description })]),
    ...(preview
      ? [tag('meta', { name: 'robots', content: 'noindex' })]
      : [
          tag('link', { rel: 'canonical', href: canonical }),
          ...siteLanguages.map((each) => tag('link', { rel: 'alternate', hreflang: each, href: `${url(path, each)}${query}` })),
          tag('link', { rel: 'alternate', hreflang: 'x-default', href: `${url(path, 'es')}${query}` }),
        ]),
    ...Object.entries(open).flatMap(([key, content]) => (content === '' ? [] : [tag('meta', { property: `og:${key}`, content })])),
    tag('meta', { property: 'og:locale', content: language === 'es' ? 'es_CL' : 'en_GB' }),
    tag('meta', { property: 'og:locale:alternate', content: language === 'es' ? 'en_GB' : 'es_CL' }),
    tag('meta', { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' }),
    tag('meta', { name: 'theme-color', content: '#ffffff' }),
    tag('link', { rel: 'icon', href: '/icons/mark.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: '/icons/icon-192.png' }),
    ...assets.styles.map((href) => tag('link', { rel: 'stylesheet', href })),
    ...(preview ? [] : [`${tag('script', { type: 'module', src: assets.script })}</script>`]),
    ...islands.slice(1).map((href) => tag('link', { rel: 'modulepreload', href })),
    ...islands.slice(0, 1).map((src) => `${tag('script', { type: 'module', src })}</script>`),
    ...(preview ? [] : linkedData(view, url).map((each) => `<script type="application/ld+json">${jsonInHtml(each)}</script>`)),
  ].join('\n')
}

/**
 * Addresses of a draft's document in full: it is shown from a `blob:` address, where one that begins with a slash leads nowhere. What
 * people wrote holds no plain quotation mark, so that it is never mistaken for an attribute.
 */
const absolute = (html: string, origin: string): string =>
  html
    .replace(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${origin}/`)
    .replace(
      / (srcset|imagesrcset)="([^"]*)"/gi,
      (_, name: string, list: string) => ` ${name}="${list.replace(/(^|, )\//g, `$1${origin}/`)}"`,
    )

/** A whole document of what stands in its body. `island` is the part of the view that a script of the page reads. */
export function documentOf(view: SiteView, assets: SiteAssets, body: string, island: IslandView | null): string {
  const late = view.preview ? [] : (assets.late[view.kind] ?? [])
  const [saveSite] = view.preview ? [] : (assets.islands['saveSite'] ?? [])
  const html = [
    '<!doctype html>',
    tag('html', { lang: view.language }),
    '<head>',
    headOf(view, assets),
    '</head>',
    tag('body', {
      'data-edition': String(view.edition),
      'data-edition-day': view.editionDay,
      ...(saveSite !== undefined && { 'data-save-script': saveSite }),
      ...(late.length > 0 && { 'data-late': late.join(' ') }),
    }),
    body,
    ...(island === null ? [] : [`<script type="application/json" id="data">${jsonInHtml(island)}</script>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n')
  return view.preview ? absolute(html, view.origin) : html
}
