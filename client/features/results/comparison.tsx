import type { ResultView } from '#shared/results/routes.ts'
import { categorySentence } from '#shared/results/summary.ts'
import { maturityWord, mostText, pointsText, shareOf } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { resultsText } from './text.ts'
import { cx } from '#client/ui/cx.ts'

/** An institution beside the mean of its own category, and no other; with fewer than three, only that this is so. */
export function CategoryComparison({ view }: { readonly view: ResultView }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const { points, max, maturity, institution, categoryMean, category, categoryCount } = view
  return (
    <section aria-labelledby="category">
      <h2 id="category" className="text-xl">
        {t('comparisonTitle')}
      </h2>
      <p className="mt-1 max-w-prose text-ink-600">
        {categorySentence(view, language)} {categoryMean !== null && t('comparisonLead')}
      </p>
      {categoryMean !== null && (
        <dl className="mt-4 grid gap-3">
          <Bar
            name={institution.name}
            lang="es"
            points={points}
            max={max}
            said={`${pointsText(points, language)} · ${maturityWord(maturity, language)}`}
            mine
          />
          <Bar
            name={t('comparisonMean', { category: category.name, n: categoryCount })}
            points={categoryMean}
            max={max}
            said={`${pointsText(categoryMean, language)} / ${mostText(max, language)}`}
          />
        </dl>
      )}
    </section>
  )
}

interface BarProps {
  readonly name: string
  readonly lang?: 'es' | undefined
  readonly points: number
  readonly max: number
  readonly said: string
  readonly mine?: boolean | undefined
}

function Bar({ name, lang, points, max, said, mine = false }: BarProps) {
  return (
    <div>
      <dt className={cx('text-sm', mine ? 'font-semibold text-ink-950' : 'text-ink-700')} lang={lang}>
        {name}
      </dt>
      <dd className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden className="forced-edge relative block h-5 min-w-40 flex-1 overflow-hidden rounded-md bg-ink-150">
          <span
            className={cx('absolute inset-y-0 left-0 forced-colors:bg-[Highlight]', mine ? 'bg-brand-600' : 'bg-ink-400')}
            style={{ width: `${shareOf(points, max) * 100}%` }}
          />
        </span>
        <span className="tabular min-w-36 font-semibold text-ink-950">{said}</span>
      </dd>
    </div>
  )
}
