import type { ReactNode } from 'react'
import { maturities } from '#shared/results/maturities.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { resultSummary } from '#shared/results/summary.ts'
import { maturitySpan, maturityWord, mostText, pointsText, shareOf, shareText } from '#shared/results/words.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import { resultsText } from './text.ts'
import { orientationKeys } from './words.ts'

const stateTones: Record<ResultView['state'], Tone> = { live: 'warning', calculated: 'info', published: 'success' }

interface Props {
  readonly view: ResultView
  /** Stands below the sentences: downloads and ways on. */
  readonly actions?: ReactNode
  readonly className?: string | undefined
}

/** A result at one look: what was obtained, what it is called, what that means in words, and what the figures rest on. */
export function ResultSummary({ view, actions, className }: Props) {
  const t = useText(resultsText)
  const language = useLanguage()
  const format = useFormat()
  const { points, max, state, version, at, publishedAt, reason } = view
  const moment = publishedAt ?? at
  return (
    <section className={cx('forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card', className)}>
      <div className="grid gap-x-10 gap-y-7 px-5 py-6 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)] md:px-8 md:py-8">
        <div>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <span className="font-semibold text-ink-700">{t(`kind_${view.kind}`)}</span>
            <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>
          </p>
          <p className="mt-3 flex flex-wrap items-baseline gap-x-2.5">
            <span className="tabular text-[min(3.5rem,15vw)] leading-none font-bold tracking-tight text-ink-950">
              {pointsText(points, language)}
            </span>
            <span className="text-lg text-ink-600">{t('ofMost', { most: mostText(max, language) })}</span>
          </p>
          <MaturityScale view={view} />
          <p className="mt-5 text-sm text-ink-600">
            {version > 0 && <>{t('version', { version })} · </>}
            <time dateTime={moment}>{t(publishedAt ? 'publishedAt' : 'calculatedAt', { moment: format.moment(moment) })}</time>
          </p>
        </div>
        <div className="min-w-0 md:border-l md:border-ink-200 md:pl-10">
          <p className="max-w-prose text-lg text-ink-900">{resultSummary(view, language).join(' ')}</p>
          {reason && (
            <p className="mt-3 max-w-prose text-sm text-ink-600">
              {`${t('reason')}: `}
              <span lang="es">{reason}</span>
            </p>
          )}
          {actions && <div className="mt-5">{actions}</div>}
          <Disclosure summary={t('facts')} className="mt-3 -ml-1">
            <Facts view={view} />
          </Disclosure>
        </div>
      </div>
    </section>
  )
}

const bounds = { Inicial: 0, Creciente: 25, Madura: 50, Modelo: 75 } as const

/** The four names of the scale, with the one that stands, over where its points are. */
export function MaturityScale({ view }: { readonly view: Pick<ResultView, 'points' | 'maturity'> }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const { points, maturity } = view
  return (
    <div className="mt-6">
      <p className="text-xl font-semibold text-ink-950">{maturityWord(maturity, language)}</p>
      <div aria-hidden className="relative mt-3 grid grid-cols-4 gap-0.5">
        {maturities.map((each) => (
          <span
            key={each}
            className={cx(
              'h-2.5 forced-edge first:rounded-l-full',
              each === 'Modelo' && 'rounded-r-full',
              each === maturity ? 'bg-brand-600 forced-colors:bg-[Highlight]' : 'bg-ink-200',
            )}
          />
        ))}
        <span
          className="absolute -top-1.5 h-5.5 w-1 -translate-x-1/2 rounded-sm bg-ink-950 ring-2 ring-white forced-colors:bg-[CanvasText]"
          style={{ left: `${shareOf(points, 100) * 100}%` }}
        />
        {maturities.map((each) => (
          <span key={`${each} from`} className="tabular pt-1 text-xs text-ink-500">
            {bounds[each]}
          </span>
        ))}
      </div>
      <ul aria-label={t('maturityScale')} className="sr-only">
        {maturities.map((each) => (
          <li key={each} aria-current={each === maturity ? 'true' : undefined}>
            {t('maturitySpan', { name: maturityWord(each, language), span: maturitySpan(each, language) })}
          </li>
        ))}
      </ul>
      <p aria-hidden className="mt-1 text-sm text-ink-600">
        {t('maturitySpan', { name: maturityWord(maturity, language), span: maturitySpan(maturity, language) })}
      </p>
    </div>
  )
}

function Facts({ view }: { readonly view: ResultView }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const format = useFormat()
  const { institution, category, orientation, receipt, receiptDigest, number, at, calculatedBy, thresholds, digest } = view
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('factInstitution'),
      <span lang="es" key="institution">
        {institution.name} ({institution.code})
      </span>,
    ],
    [
      t('factCategory'),
      category.name === '' ? (
        t('factCategoryNone')
      ) : (
        <span key="category" lang="es">
          {category.name}
        </span>
      ),
    ],
    [t('factOrientation'), t(orientationKeys[orientation])],
    [
      t('factReceipt'),
      receipt === null ? (
        t('factReceiptNone')
      ) : (
        <span key="receipt">
          {receipt} {receiptDigest && <code className="font-mono text-sm break-all text-ink-600">{receiptDigest}</code>}
        </span>
      ),
    ],
    [t('factWay'), t(`factWay_${calculatedBy}`)],
    [t('factLevels'), t('levels', { med: shareText(thresholds.med, 1, language), good: shareText(thresholds.good, 1, language) })],
    ...(number > 0 ? [[t('factNumber'), `${number} · ${format.moment(at)}`] as const] : []),
    ...(digest !== ''
      ? [
          [
            t('factDigest'),
            <span key="digest">
              <code className="font-mono text-sm break-all">{digest}</code>
              <span className="mt-0.5 block text-sm text-ink-600">{t('digestWhy')}</span>
            </span>,
          ] as const,
        ]
      : []),
  ]
  return (
    <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm font-semibold text-ink-600">{name}</dt>
          <dd className="text-ink-900 max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
