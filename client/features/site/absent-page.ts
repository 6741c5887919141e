import { escaped, languageIn, titleIn } from '#client/data/app/kept-pages.ts'
import type { KeptPage } from '#client/data/app/kept-pages.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import { dayWords, offlineWords } from './offline-words.ts'

/** What an address that leads nowhere without a network would have shown. */
export type Absent = 'page' | 'application' | 'file'
const bodies = { page: 'absentBody', application: 'absentApplication', file: 'absentFile' } as const satisfies Record<
  Absent,
  keyof typeof offlineWords.es
>

/**
 * Document in the place of what is not on this device, without a network: that it is not, and which pages are, those of its language first
 * (WO6).
 */
export function absentPage(what: Absent, language: SiteLanguage, styles: readonly string[], kept: readonly KeptPage[]): string {
  const words = offlineWords[language]
  const item = ({ url, at, html }: KeptPage): string => {
    const { pathname, search } = new URL(url)
    const title = escaped(titleIn(html).replace(/ · [^·]*$/, ''))
    const day = escaped(words.keptOn({ day: dayWords(at, language) }))
    return `<li class="flex min-h-12 flex-wrap items-baseline justify-between gap-x-5 py-3"><a lang="${languageIn(html)}" class="font-medium text-brand-700 underline" href="${escaped(pathname + search)}">${title}</a><span class="text-sm text-ink-500">${day}</span></li>`
  }
  // One line for a page, whatever was chosen on it: the plain address comes last and stays.
  const byPath = new Map(kept.toSorted((one, other) => (one.url < other.url ? 1 : -1)).map((page) => [new URL(page.url).pathname, page]))
  const rank = ({ html }: KeptPage): number => (languageIn(html) === language ? 0 : 1)
  const listed = [...byPath.values()].toSorted((one, other) => rank(one) - rank(other) || (one.url < other.url ? -1 : 1))
  const list =
    listed.length === 0
      ? `<p class="mt-4 text-ink-700">${escaped(words.keptNone)}</p>`
      : `<ul class="mt-5 max-w-3xl divide-y divide-ink-150 border-y border-ink-150">${listed.map(item).join('')}</ul>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(words.absentTitle)}</title>
${styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`).join('')}
</head>
<body>
<main class="site-width py-14">
<p class="mb-8 flex items-center gap-3.5 font-semibold text-ink-900"><img src="/icons/mark.svg" alt="" width="48" height="48">${escaped(words.product)}</p>
<h1 class="site-display">${escaped(words.absentTitle)}</h1>
<p class="site-lead mt-4 max-w-2xl text-ink-700">${escaped(words[bodies[what]])}</p>
<p class="mt-7"><a class="site-action bg-brand-700 text-white hover:bg-brand-900" href="">${escaped(words.retry)}</a></p>
<h2 class="site-heading mt-12">${escaped(words.keptPages)}</h2>
${list}
</main>
</body>
</html>
`
}
