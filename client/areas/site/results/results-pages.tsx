import { useEffect, useRef, useState } from 'react'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { inLanguage, sitePaths } from '#shared/site/paths.ts'
import type { SiteView } from '#shared/site/view.ts'
import { useReading } from '#client/areas/site/charts/use-reading.ts'
import { Tones } from '#client/areas/site/charts/marks/tones.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { announce, LiveRegion } from '#client/ui/live-region.tsx'
import { Chooser } from './chooser.tsx'
import { latePages } from './late-pages.ts'
import { saidIn } from './said.ts'
import type { Said } from './said.ts'
import { askedHere, askedOf, isPartMissing, useResults } from './use-results.ts'

type View = Extract<SiteView, { readonly kind: 'results' }>
type At = View['at']

/** The pages of results in their order, each with the table that is taken away of it. */
const pages = [
  { at: 'results', label: 'page_results', table: 'general' },
  { at: 'dimensionResults', label: 'page_dimensionResults', table: 'dimension' },
  { at: 'institutionResults', label: 'page_institutionResults', table: 'institution' },
] as const satisfies readonly { readonly at: At; readonly label: string; readonly table: string }[]

/** A page of interactive results, as the server draws it and as it comes alive. */
export function ResultsPages({ view }: { readonly view: View }) {
  const said = saidIn(view.language)
  if (view.data.formId !== null) return <Published view={view} said={said} />
  return view.data.forms.length === 0 ? <Nothing said={said} /> : <NotPublic view={view} said={said} />
}

function Top({ said: { t }, children }: { readonly said: Said; readonly children?: React.ReactNode }) {
  return (
    <div className="border-b border-ink-200 bg-ink-50 print:border-0">
      <div className={cx('site-width pt-10 md:pt-14', children ? '' : 'pb-10 md:pb-14')}>
        <h1 className="site-display max-w-4xl">{t('title')}</h1>
        <p className="site-lead mt-4 max-w-3xl text-ink-700">{t('lead')}</p>
        {children}
      </div>
    </div>
  )
}

function Nothing({ said }: { readonly said: Said }) {
  const { t, language } = said
  return (
    <>
      <Top said={said} />
      <div className="site-width site-band">
        <h2 className="site-heading">{t('nothing')}</h2>
        <p className="mt-2 text-ink-700">{t('nothingBody')}</p>
        <p className="mt-5">
          <a href={inLanguage(sitePaths.home.path, language)} className="font-semibold text-brand-700 underline">
            {t('backHome')}
          </a>
        </p>
      </div>
    </>
  )
}

/** Of a form that was named and is not public nothing is shown, and nothing of another one in its place. */
function NotPublic({ view: { at, data }, said }: { readonly view: View; readonly said: Said }) {
  const { t, language } = said
  return (
    <>
      <Top said={said} />
      <div className="site-width site-band">
        <h2 className="site-heading">{t('notPublic')}</h2>
        <p className="mt-2 text-ink-700">{t('notPublicBody')}</p>
        <ul className="mt-5 grid gap-2">
          {data.forms.map(({ id, name }) => (
            <li key={id}>
              <a href={`${inLanguage(sitePaths[at].path, language)}?form=${id}`} className="font-semibold text-brand-700 underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

const tab =
  '-mb-px inline-flex min-h-12 items-center border-b-3 border-transparent font-semibold text-ink-600 no-underline hover:text-ink-950 aria-[current]:border-warm-500 aria-[current]:text-ink-950'

function Published({ view, said }: { readonly view: View; readonly said: Said }) {
  const { t, language } = said
  const { data, asked, state, keptAt, query, choose } = useResults(view.data, language)
  const loading = state === 'loading'
  const place = useRef<HTMLDivElement>(null)
  useReading(place)
  const told = { names: data.chosen.map(({ name }) => name).join(', '), category: categoryName(data) }
  const problem =
    state === 'absent'
      ? t('offline', told)
      : state === 'failed' || state === 'notPublic'
        ? t(state === 'failed' ? 'failed' : 'notPublicStays')
        : keptAt === null
          ? ''
          : // YYYY-MM-DD, which both languages read.
            t('keptFrom', { day: keptAt.slice(0, 10) })
  const line = loading ? t('loading') : problem === '' ? t('shown', told) : problem
  const first = useRef(line)
  useEffect(() => {
    if (first.current !== line) announce(line)
    first.current = line
  }, [line])
  return (
    <>
      <Tones />
      <Top said={said}>
        <nav aria-label={t('pages')} className="mt-8 flex flex-wrap gap-x-4 text-[0.9375rem] sm:gap-x-7 sm:text-base print:hidden">
          {pages.map(({ at, label }) => (
            <a
              key={at}
              href={`${inLanguage(sitePaths[at].path, language)}${query}`}
              aria-current={at === view.at ? 'page' : undefined}
              className={tab}
            >
              {t(label)}
            </a>
          ))}
        </nav>
      </Top>
      <div className="site-width grid gap-8 py-8 md:py-10">
        <Chooser data={data} asked={asked} said={said} choose={choose} />
        <div className="-my-3">
          <p className="font-semibold text-ink-950">{t('shown', told)}</p>
          <PartMissing data={data} isAtRest={state === 'rest'} said={said} />
          {problem !== '' && (
            <p className="forced-edge mt-2 flex gap-2.5 rounded-md bg-warm-50 px-3 py-2 text-ink-900">
              <Icon name={state === 'failed' || state === 'notPublic' ? 'info' : 'cloud-off'} size={20} className="mt-0.5 text-warm-700" />
              <span className="min-w-0">{problem}</span>
            </p>
          )}
        </div>
        {data.mean === null && (
          <p className="forced-edge -my-2 flex gap-2.5 rounded-md bg-brand-50 px-3 py-2 text-ink-900">
            <Icon name="info" size={20} className="mt-0.5 text-brand-700" />
            <span className="min-w-0">{t('noMean')}</span>
          </p>
        )}
        <div ref={place} className={cx('grid min-w-0 gap-8', loading && 'opacity-55')} aria-busy={loading}>
          <Shown at={view.at} data={data} said={said} />
        </div>
        <Take at={view.at} query={query} said={said} />
      </div>
      <LiveRegion />
    </>
  )
}

/** That a part of what a link asks for is not shown. Apart from the page: the server's is the same for all such links. */
function PartMissing({
  data,
  isAtRest,
  said: { t },
}: {
  readonly data: PublicResultsView
  readonly isAtRest: boolean
  readonly said: Said
}) {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const follow = (): void => setMissing(isAtRest && isPartMissing(askedHere(), askedOf(data)))
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [data, isAtRest])
  if (!isMissing) return null
  return (
    <p role="status" className="forced-edge mt-2 flex gap-2.5 rounded-md bg-warm-50 px-3 py-2 text-ink-900">
      <Icon name="info" size={20} className="mt-0.5 text-warm-700" />
      <span className="min-w-0">{t('partNotPublic')}</span>
    </p>
  )
}

const categoryName = ({ categories, category }: PublicResultsView): string => categories.find(({ id }) => id === category)?.name ?? ''

/** What the page is about; what the server drew stands until its code is there. */
function Shown({ at, data, said }: { readonly at: At; readonly data: PublicResultsView; readonly said: Said }) {
  const Part = latePages[at]
  useEffect(() => {
    // What did not come stays as the server drew it.
    Part.want().catch(() => undefined)
  }, [Part])
  return <Part data={data} said={said} />
}

const takeLink =
  'forced-edge inline-flex min-h-11 items-center gap-2 rounded-md border border-ink-300 bg-white px-4 py-2 font-semibold text-ink-900 no-underline hover:border-ink-400 hover:bg-ink-50'

/** What is shown as files: plain links, which need no script. */
function Take({ at, query, said: { t, language } }: { readonly at: At; readonly query: string; readonly said: Said }) {
  const { table } = pages.find((page) => page.at === at) ?? pages[0]
  const href = (name: string, format: string): string =>
    `/api/v1/publicReports/byInstitution/${name}/export${query === '' ? '?' : `${query}&`}format=${format}&lang=${language}`
  return (
    <section aria-labelledby="take" className="border-t border-ink-200 pt-6 print:hidden">
      <h2 id="take" className="text-xl">
        {t('take')}
      </h2>
      <p className="mt-1 text-ink-700">{t('takeBody')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {(['csv', 'xlsx'] as const).map((format) => (
          <a key={format} href={href(table, format)} download="" className={takeLink}>
            <Icon name="download" size={20} />
            {t(format)}
          </a>
        ))}
      </div>
    </section>
  )
}
