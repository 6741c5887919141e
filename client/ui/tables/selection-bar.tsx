import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { choiceWith, chosenOf } from './table-view.ts'
import { tableText } from './table-text.ts'

interface Props {
  readonly chosen: ReadonlySet<string>
  /** Ids of what the table lists, on all of its pages. */
  readonly listed: readonly string[]
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** What can be done to all that is chosen. */
  readonly children: ReactNode
}

/** How many rows are chosen, of them how many are not listed now, and what can be done to them (TA3). */
export function SelectionBar({ chosen, listed, onChange, children }: Props) {
  const t = useText(tableText)
  const hidden = chosen.size - listed.filter((id) => chosen.has(id)).length
  return (
    <div className="sticky bottom-4 z-20 mt-5 flex justify-center">
      <div
        role="region"
        aria-label={t('chosen', { n: chosen.size })}
        className="forced-edge flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-ink-200 bg-white px-4 py-3 shadow-modal"
      >
        <p role="status" className="font-semibold text-ink-950">
          {t('chosen', { n: chosen.size })}
          {hidden > 0 && <span className="block text-sm font-normal text-ink-600">{t('chosenHidden', { n: hidden })}</span>}
        </p>
        {chosenOf(listed, chosen) === 'some' && (
          <Button kind="quiet" size="small" onClick={() => onChange(choiceWith(chosen, listed, true))}>
            {t('chooseListed', { n: listed.length })}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => onChange(new Set())}>
          {t('chooseNone')}
        </Button>
        {children}
      </div>
    </div>
  )
}
