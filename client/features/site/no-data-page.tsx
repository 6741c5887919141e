import type { SiteView } from '#shared/site/view.ts'
import { useText } from '#client/i18n/text.ts'
import { siteText } from './text.ts'

type DataView = Extract<SiteView, { readonly kind: 'openData' | 'results' }>

/** A page of data while there is none. */
export function NoDataPage({ view }: { readonly view: DataView }) {
  const t = useText(siteText)
  const titles = {
    openData: t('openDataTitle'),
    descriptiveStats: t('descriptiveStats'),
    capacities: t('capacities'),
    methodologySteps: t('methodologySteps'),
    initiatives: t('initiatives'),
    results: t('resultsTitle'),
    dimensionResults: t('resultsTitle'),
    institutionResults: t('resultsTitle'),
  }
  return (
    <div className="site-width site-band">
      <h1 className="site-display">{titles[view.at]}</h1>
      <div className="mt-8 max-w-2xl rounded-xl border border-ink-200 bg-ink-50 p-6">
        <p className="text-lg font-semibold text-ink-950">{t('noData')}</p>
        <p className="mt-2 text-ink-700">{t('noDataBody')}</p>
      </div>
    </div>
  )
}
