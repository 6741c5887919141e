import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { askedFilterIn, missingYears, namesNoYear } from '#shared/open-data/filter.ts'
import { inLanguage, sitePaths } from '#shared/site/paths.ts'
import type { SiteView } from '#shared/site/view.ts'
import { useReading } from '#client/areas/site/charts/use-reading.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { announce, LiveRegion } from '#client/ui/live-region.tsx'
import type { OpenPage } from './asked.ts'
import { FilterBar } from './filter-bar.tsx'
import { lateCharts, wantCharts } from './charts/late-charts.ts'
import { groupText, listText, missingText } from './chosen-text.ts'
import { shellIn } from './shell.ts'
import type { Shell } from './shell.ts'
import { useOpenData } from './use-open-data.ts'
import type { OpenData } from './use-open-data.ts'

type View = Extract<SiteView, { readonly kind: 'openData' }>

const cards = [
  { at: 'descriptiveStats', title: 'cardDescriptive', lead: 'cardDescriptiveLead', icon: 'chart' },
  { at: 'capacities', title: 'cardCapacities', lead: 'cardCapacitiesLead', icon: 'star' },
  { at: 'methodologySteps', title: 'cardMethodology', lead: 'cardMethodologyLead', icon: 'list' },
  { at: 'initiatives', title: 'cardInitiatives', lead: 'cardInitiativesLead', icon: 'sparkle' },
] as const satisfies readonly { readonly at: OpenPage; readonly title: string; readonly lead: string; readonly icon: IconName }[]
const cardAt = (at: OpenPage) => cards.find((card) => card.at === at)

/** A page of open data, as the server draws it and as it comes alive: its figures by what is chosen. */
export function OpenDataPage({ view }: { readonly view: View }) {
  const said = shellIn(view.language)
  if (view.data.report === null) return <Nothing said={said} />
  return <Published view={view} said={said} report={view.data.report} />
}

function Top({ title, lead, back }: { readonly title: string; readonly lead: string; readonly back?: ReactNode }) {
  return (
    <div className="border-b border-ink-200 bg-ink-50">
      <div className="site-width py-10 md:py-14">
        {back}
        <h1 className="site-display max-w-4xl">{title}</h1>
        <p className="site-lead mt-4 max-w-3xl text-ink-700">{lead}</p>
      </div>
    </div>
  )
}

function Nothing({ said: { t, language } }: { readonly said: Shell }) {
  return (
    <>
      <Top title={t('landingTitle')} lead={t('landingLead')} />
      <div className="site-width site-band">
        <h2 className="site-heading">{t('nothingPublished')}</h2>
        <p className="mt-2 text-ink-700">{t('nothingPublishedLead')}</p>
        <p className="mt-5">
          <a href={inLanguage(sitePaths.home.path, language)} className="font-semibold text-brand-700 underline">
            {t('backHome')}
          </a>
        </p>
      </div>
    </>
  )
}

/** Of the address, which says whether tables stand open; of the server's page they are closed. */
function useTablesOpen(): readonly [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const follow = (): void => setOpen(new URLSearchParams(location.search).get('view') === 'table')
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return [
    isOpen,
    (open) => {
      const url = new URL(location.href)
      if (open) url.searchParams.set('view', 'table')
      else url.searchParams.delete('view')
      history.pushState(null, '', url)
      setOpen(open)
    },
  ]
}

interface Missing {
  readonly years: readonly number[]
  /** The address names no other years. */
  readonly isAll: boolean
}

/** Years that the address names and that there are not: of a kept page it may name others than of the one that was drawn. */
function useMissing({ data }: View, shown: OpenData): Missing {
  const { years } = data
  const [missing, setMissing] = useState<Missing>({
    years: data.missing,
    isAll: data.missing.length > 0 && Object.keys(data.sets).length === 0,
  })
  useEffect(() => {
    const follow = (): void => {
      const asked = askedFilterIn(new URLSearchParams(location.search))
      setMissing({ years: missingYears(asked, years), isAll: namesNoYear(asked, years) })
    }
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [years, shown.filter, shown.state])
  return missing
}

/** Makes the charts of a page readable, and brings their code once something of them is opened. */
function useCharts(place: RefObject<HTMLElement | null>, at: OpenPage, tablesOpen: boolean): void {
  useReading(place)
  useEffect(() => {
    const within = place.current
    if (!within) return undefined
    // What does not come stays as the server drew it, and is asked for again when something is opened again.
    const want = (): void => void wantCharts(at).catch(() => undefined)
    if (tablesOpen) want()
    // The event does not rise: it is heard on its way down.
    within.addEventListener('toggle', want, true)
    return () => within.removeEventListener('toggle', want, true)
  }, [place, at, tablesOpen])
}

function Published({
  view,
  said,
  report,
}: {
  readonly view: View
  readonly said: Shell
  readonly report: NonNullable<View['data']['report']>
}) {
  const { t } = said
  const open = useOpenData(view.at, view.data)
  const [tablesOpen, setTablesOpen] = useTablesOpen()
  const Charts = lateCharts[view.at]
  const place = useRef<HTMLDivElement>(null)
  useCharts(place, view.at, tablesOpen)
  const charts = (
    <div ref={place} className="grid gap-8">
      <Charts page={{ report, filter: open.filter, sets: open.sets, language: view.language, tablesOpen }} />
    </div>
  )
  const missing = useMissing(view, open)
  const card = cardAt(view.at)
  if (!card)
    return (
      <>
        <Landing said={said} report={report} charts={charts} />
        <LiveRegion />
      </>
    )
  return (
    <>
      <Top
        title={t(card.title)}
        lead={t(card.lead)}
        back={
          <p className="mb-4">
            <a
              href={inLanguage(sitePaths.openData.path, view.language)}
              className="inline-flex items-center gap-1.5 font-semibold text-brand-700 hover:text-brand-900"
            >
              <Icon name="arrow-left" size={18} />
              {t('openData')}
            </a>
          </p>
        }
      />
      <div className="site-width grid gap-8 py-8 md:py-10">
        <FilterBar
          said={said}
          years={view.data.years}
          filter={missing.isAll && open.state === 'rest' ? { ...open.chosen, years: [] } : open.chosen}
          onChoose={open.choose}
        />
        <Status view={view} open={open} said={said} missing={missing} />
        {!missing.isAll && (
          <>
            <label className="-my-3 inline-flex w-fit items-center gap-2.5 py-1.5 print:hidden">
              <input
                type="checkbox"
                checked={tablesOpen}
                onChange={(event) => setTablesOpen(event.target.checked)}
                className="size-[18px] shrink-0 accent-brand-600"
              />
              {t('tablesOpen')}
            </label>
            <div className={cx(open.state === 'loading' && 'opacity-55')} aria-busy={open.state === 'loading'}>
              {charts}
            </div>
          </>
        )}
        <OtherPages at={card.at} said={said} />
      </div>
      <LiveRegion />
    </>
  )
}

/** What is seen, of which day, and what became of the last choice. */
function Status({
  view,
  open,
  said,
  missing,
}: {
  readonly view: View
  readonly open: OpenData
  readonly said: Shell
  readonly missing: Missing
}) {
  const { t, language } = said
  const { filter, state, keptAt, href } = open
  const told = { years: listText(filter.years, language), group: groupText(filter, language) }
  const problem =
    state === 'absent'
      ? t('offline', told)
      : state === 'failed'
        ? t('failed', told)
        : state === 'replaced'
          ? t('replaced')
          : keptAt === null
            ? ''
            : t('keptFrom', { day: dayText(keptAt) })
  const line = state === 'loading' ? t('loading') : problem === '' ? t('loaded', told) : problem
  const [first] = useState(line)
  useEffect(() => {
    if (line !== first || state !== 'rest') announce(line)
  }, [line, first, state])
  return (
    <div className={missing.isAll ? 'py-6' : '-my-3'}>
      {missing.isAll ? (
        <>
          <h2 className="site-heading">{t('noYear', { year: listText(missing.years, language) })}</h2>
          <p className="mt-2 text-ink-700">{missingText(missing.years, language)}</p>
          <p className="mt-2 text-ink-700">{t('noYearBody', { years: listText(view.data.years, language) })}</p>
        </>
      ) : (
        <p className="font-semibold text-ink-950">{t('shownNow', told)}</p>
      )}
      {missing.years.length > 0 && !missing.isAll && (
        <p className="forced-edge mt-2 flex gap-2.5 rounded-md bg-warm-50 px-3 py-2 text-ink-900">
          <Icon name="info" size={20} className="mt-0.5 text-warm-700" />
          <span className="min-w-0">{missingText(missing.years, language)}</span>
        </p>
      )}
      {problem !== '' && (
        <p className="forced-edge mt-2 flex gap-2.5 rounded-md bg-warm-50 px-3 py-2 text-ink-900">
          <Icon name={state === 'replaced' || state === 'failed' ? 'info' : 'cloud-off'} size={20} className="mt-0.5 text-warm-700" />
          <span className="min-w-0">
            {problem}
            {state === 'replaced' && (
              <>
                {' '}
                <a href={href} className="font-semibold underline">
                  {t('reload')}
                </a>
              </>
            )}
          </span>
        </p>
      )}
    </div>
  )
}

/** YYYY-MM-DD, which both languages read. */
const dayText = (moment: string): string => moment.slice(0, 10)

function OtherPages({ at, said: { t, language } }: { readonly at: OpenPage; readonly said: Shell }) {
  return (
    <nav aria-label={t('otherPages')} className="border-t border-ink-200 pt-6 print:hidden">
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {cards
          .filter((card) => card.at !== at)
          .map((card) => (
            <li key={card.at}>
              <a
                href={inLanguage(sitePaths[card.at].path, language)}
                className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-700 hover:text-brand-900"
              >
                <Icon name={card.icon} size={20} />
                {t(card.title)}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Landing({
  said: { t, language },
  report,
  charts,
}: {
  readonly said: Shell
  readonly report: NonNullable<View['data']['report']>
  readonly charts: ReactNode
}) {
  return (
    <>
      <Top title={t('landingTitle')} lead={t('landingLead')} />
      <div className="site-width grid gap-12 py-10 md:py-14">
        <section aria-labelledby="explore">
          <h2 id="explore" className="site-heading mb-6">
            {t('explore')}
          </h2>
          <ul className="grid gap-5 sm:grid-cols-2">
            {cards.map((card) => (
              <li key={card.at}>
                <a
                  href={inLanguage(sitePaths[card.at].path, language)}
                  className="group forced-edge flex h-full flex-col gap-3 rounded-xl border border-ink-200 bg-white p-[min(1.5rem,6vw)] no-underline transition-shadow hover:border-brand-400 hover:shadow-lift"
                >
                  <span className="inline-flex size-11 items-center justify-center rounded-lg bg-brand-50 text-brand-700">
                    <Icon name={card.icon} size={24} />
                  </span>
                  <span className="flex flex-wrap items-center gap-2 text-xl font-semibold wrap-anywhere text-ink-950 group-hover:text-brand-800">
                    {t(card.title)}
                    <Icon name="arrow-right" size={20} className="text-brand-700 transition-transform group-hover:translate-x-1" />
                  </span>
                  <span className="text-ink-700">{t(card.lead)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        {charts}
        <section aria-labelledby="about-data" className="max-w-3xl">
          <h2 id="about-data" className="site-heading mb-3">
            {t('about')}
          </h2>
          <p className="font-semibold text-ink-950">{report.title}</p>
          <p className="text-ink-700">{report.description}</p>
          <p className="mt-1 text-ink-600">{t('published', { day: dayText(report.at) })}</p>
          <p className="mt-4 text-ink-700">{t('aboutLead')}</p>
          <p className="mt-2 text-ink-700">{t('licenceNote', { licence: 'CC BY 4.0' })}</p>
          <p className="mt-4">
            <a href="/open-data/datapackage.json" className="font-semibold text-brand-700 underline">
              {t('dataPackage')}
            </a>
          </p>
        </section>
      </div>
    </>
  )
}
