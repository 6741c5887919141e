import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { uiText } from './text.ts'

/** complete: ended · current: within its period · next: to come. */
export type StepState = 'complete' | 'current' | 'next'

export interface Step {
  readonly id: string
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly state: StepState
}

/** Steps in order of time: in a row on wide screens, in a column on narrow ones. */
export function Timeline({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }) {
  const t = useText(uiText)
  const words: Record<StepState, string> = { complete: t('done'), current: t('now'), next: t('next') }
  return (
    <ol aria-label={label} className="flex flex-col md:flex-row">
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex flex-1 gap-3 pb-5 last:pb-0 md:flex-col md:gap-2.5 md:pr-4 md:pb-0"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-7 bottom-0 left-[13px] w-0.5 md:top-[13px] md:right-0 md:bottom-auto md:left-8 md:h-0.5 md:w-auto',
                'forced-colors:bg-[CanvasText]',
                step.state === 'complete' ? 'bg-good-500' : 'bg-ink-200',
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              'forced-edge relative flex size-7 shrink-0 items-center justify-center rounded-full border-2',
              step.state === 'complete' && 'border-good-700 bg-good-700 text-white',
              step.state === 'current' && 'border-brand-600 bg-white text-brand-700 ring-4 ring-brand-100',
              step.state === 'next' && 'border-ink-300 bg-white text-ink-500',
            )}
          >
            {step.state === 'complete' ? (
              <Icon name="check" size={16} />
            ) : (
              <span
                className={cx(
                  'size-2 rounded-full',
                  step.state === 'current' ? 'bg-brand-600 forced-colors:bg-[Highlight]' : 'bg-ink-300 forced-colors:bg-[Canvas]',
                )}
              />
            )}
          </span>
          <div className="min-w-0">
            <p className={cx('leading-snug', step.state === 'current' ? 'font-semibold text-ink-950' : 'font-medium text-ink-800')}>
              {step.title}
            </p>
            <p className="text-sm text-ink-600">
              <span className={step.state === 'current' ? 'font-semibold text-brand-700' : undefined}>{words[step.state]}</span>
              {step.detail && <span className="block">{step.detail}</span>}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
