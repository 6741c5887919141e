import type { PublicResultsView, ShownColumn } from '#shared/dashboards/view.ts'
import { edgeOf, toneFill } from '#client/features/charts/tones.tsx'
import { columnText, seriesOf } from './said.ts'
import type { Said } from './said.ts'

interface Props {
  readonly data: PublicResultsView
  readonly column: ShownColumn
  readonly said: Said
  /** bubble: a circle whose area is the percentage · dial: a ring of which it is the drawn part. */
  readonly as: 'bubble' | 'dial'
}

/** Of a circle of a hundred units, so that a ring of full width still stands within. */
const largest = 42

/** A column's percentages as circles, each with its figure and its name below: read as words, drawn for the eye alone. */
export function PercentRow({ data, column, said, as }: Props) {
  const figures = [
    ...data.chosen.map((own) => own.figures[column.id] ?? null),
    ...(data.mean ? [data.mean.figures[column.id] ?? null] : []),
  ]
  return (
    <div>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {seriesOf(data, said, said.t(column.isSum ? 'sum' : 'mean')).map(({ id, label, tone }, at) => {
          const value = figures[at] ?? null
          const share = Math.max(0, Math.min(1, (value ?? 0) / 100))
          return (
            <li key={id} className="flex flex-col items-center text-center">
              <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false" className="block h-auto w-24">
                <circle cx="50" cy="50" r={largest} fill="none" className="stroke-ink-200" strokeWidth={as === 'dial' ? 14 : 1} />
                {share > 0 &&
                  (as === 'dial' ? (
                    <circle
                      cx="50"
                      cy="50"
                      r={largest}
                      fill="none"
                      strokeWidth={14}
                      pathLength={100}
                      strokeDasharray={`${share * 100} 100`}
                      transform="rotate(-90 50 50)"
                      stroke={toneFill(tone)}
                    />
                  ) : (
                    <circle
                      cx="50"
                      cy="50"
                      r={Math.round(Math.sqrt(share) * largest * 100) / 100}
                      fill={toneFill(tone)}
                      className={edgeOf(tone)}
                    />
                  ))}
              </svg>
              <span className="tabular mt-1 text-lg font-semibold text-ink-950">{columnText(column, value, said)}</span>
              <span className="text-sm text-ink-700">{label}</span>
            </li>
          )
        })}
      </ul>
      {as === 'bubble' && <p className="mt-3 text-sm text-ink-600">{said.t('bubble')}</p>}
    </div>
  )
}
