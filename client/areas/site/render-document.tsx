import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { RenderDocument, SiteView } from '#shared/site/view.ts'
import { SiteFooter } from '#client/features/site/site-footer.tsx'
import { SiteHeader } from '#client/features/site/site-header.tsx'
import { siteText } from '#client/features/site/text.ts'
import { AddressLanguage } from '#client/i18n/language.ts'
import { translate } from '#client/i18n/text.ts'
import { SiteBody } from './body.tsx'
import { documentOf } from './document.ts'
import type { IslandView } from './document.ts'
import './english.ts'

/** The view of a page without what its island does not draw. */
const islandOf = (view: SiteView): IslandView | null =>
  view.kind === 'openData' || view.kind === 'results' ? { ...view, header: null, footer: null, files: {} } : null

/** A page as a finished document: it reads without a script, and what comes alive of it is marked (WO1). */
export const renderDocument: RenderDocument = (view, assets) => {
  const t = translate(siteText, view.language)
  const island = islandOf(view)
  const drawn = (children: React.ReactNode) => <AddressLanguage value={view.language}>{children}</AddressLanguage>
  const start = renderToStaticMarkup(
    drawn(
      <>
        <a
          href="#content"
          className="absolute top-2 left-2 z-30 -translate-y-24 rounded-md bg-ink-950 px-4 py-2.5 font-semibold text-white focus:translate-y-0"
        >
          {t('skip')}
        </a>
        {view.preview && <p className="bg-warm-100 px-5 py-2.5 text-center text-sm font-semibold text-warm-900">{t('draft')}</p>}
        <SiteHeader {...view} />
      </>,
    ),
  )
  const body = drawn(<SiteBody view={island ?? view} />)
  // What a script goes on from keeps the marks by which it finds its places.
  const main = island ? `<div data-island="${island.kind}">${renderToString(body)}</div>` : renderToStaticMarkup(body)
  const end = renderToStaticMarkup(drawn(<SiteFooter {...view} />))
  return documentOf(view, assets, `${start}<main id="content" tabindex="-1" class="flex-1">${main}</main>${end}`, island)
}
