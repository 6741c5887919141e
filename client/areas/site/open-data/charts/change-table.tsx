import type { OpenReply } from '#shared/open-data/replies.ts'
import { openCategories } from '#shared/open-data/model.ts'
import { categoryWords } from '#shared/open-data/words.ts'
import { signedText } from '#client/features/figures/figures.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { isBroken } from './average-figures.ts'
import type { Said } from '#client/areas/site/open-data/said.ts'

const pairs = [
  { mean: 'avgIndex', change: 'indexDiff' },
  { mean: 'catPilars', change: 'pilarsDiff' },
  { mean: 'catCentralized', change: 'centralizedDiff' },
  { mean: 'catNews', change: 'newsDiff' },
] as const

/** By how much a mean changed: an arrow up, turned about where it fell; a figure that rounds to nothing has none. ◆ */
function Change({ by, said }: { readonly by: number; readonly said: Said }) {
  const text = signedText(by, 1, said.language)
  const way = text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : 'same'
  return (
    <span
      className={cx(
        'inline-flex items-center gap-0.5 text-sm',
        way === 'up' ? 'text-good-700' : way === 'down' ? 'text-bad-700' : 'text-ink-600',
      )}
    >
      {way !== 'same' && <Icon name="arrow-up" size={15} label={said.t(way)} className={way === 'down' ? 'rotate-180' : undefined} />}
      {text}
    </span>
  )
}

/** Means by year with the change of each since the measurement before. */
export function ChangeTable({ reply, said }: { readonly reply: OpenReply<'averageIndex'>; readonly said: Said }) {
  const { t, one, language } = said
  const columns = pairs.filter(({ mean }) => reply.results.some((each) => each[mean] !== null))
  const labels = [t('indexSeries'), ...openCategories.map((each) => categoryWords[each][language])]
  if (columns.length === 0) return null
  return (
    // A scroller that no key can reach would hide its right half from the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="relative mt-5 overflow-x-auto rounded-lg border border-ink-200" role="region" aria-label={t('indexTable')} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{t('indexTable')}</caption>
        <thead>
          <tr className="border-b border-ink-200 bg-ink-50 text-sm text-ink-600">
            <th scope="col" className="sticky left-0 bg-ink-50 px-4 py-2.5 font-semibold">
              {t('year')}
            </th>
            {columns.map(({ mean }) => (
              <th key={mean} scope="col" className="px-4 py-2.5 text-right font-semibold">
                {labels[pairs.findIndex((each) => each.mean === mean)]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reply.results.map((each) => (
            <tr key={each.year} className="border-b border-ink-150 last:border-b-0">
              <th scope="row" className="sticky left-0 bg-white px-4 py-2.5 font-medium text-ink-950">
                {each.year}
              </th>
              {columns.map(({ mean, change }) => {
                const [value, by] = [each[mean], each[change]]
                return (
                  <td key={mean} className="tabular px-4 py-2.5 text-right">
                    {value === null ? (
                      <span className="text-ink-600">{t('noFigure')}</span>
                    ) : (
                      <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2.5">
                        <span className="font-semibold text-ink-950">{one(value)}</span>
                        {by !== null && <Change by={by} said={said} />}
                        {by === null && isBroken(reply, mean, each.year) && <span className="text-sm text-ink-600">{t('apart')}</span>}
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
