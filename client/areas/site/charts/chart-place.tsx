import { useId } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import type { Mark } from './marks/grid.ts'
import { chartsText } from './text.ts'

interface Props {
  /** What the chart is called. */
  readonly label: string
  /** In the order in which they are read. */
  readonly marks: readonly Mark[]
  readonly wide: ReactNode
  readonly narrow: ReactNode
}

/**
 * Where a drawing stands, with all that its reading needs written in it: `reading.ts` reads any number of them, also such as only the
 * server has drawn.
 */
export function ChartPlace({ label, marks, wide, narrow }: Props) {
  const t = useText(chartsText)
  const hint = useId()
  return (
    <div className="group relative rounded-md" data-chart="">
      {/* In it the arrows are the chart's: a reader of screens hands them on. */}
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        aria-roledescription={t('drawing')}
        aria-describedby={hint}
        data-marks={JSON.stringify(marks.map((mark): readonly string[] => [mark.id, mark.series, mark.label, mark.value]))}
        className="rounded-md"
      >
        <div className="mx-auto hidden max-w-[60rem] @min-[42rem]:block">{wide}</div>
        <div className="@min-[42rem]:hidden">{narrow}</div>
      </div>
      <p id={hint} className="sr-only mt-2 text-sm text-ink-600 group-has-[[role=application]:focus-visible]:not-sr-only print:hidden">
        {t('howToRead', { n: marks.length })}
      </p>
      <div
        data-tip=""
        aria-hidden="true"
        hidden
        className="forced-edge absolute top-0 left-0 z-10 w-max max-w-[min(18rem,100%)] rounded-md bg-ink-900 px-3 py-2 text-sm text-white shadow-lift print:hidden"
      >
        <span className="block text-ink-150" />
        <span className="tabular block font-semibold" />
      </div>
    </div>
  )
}
