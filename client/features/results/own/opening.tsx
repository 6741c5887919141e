import type { ReactNode } from 'react'
import type { Level } from '#shared/results/model.ts'
import { breakSentence, compared, comparedText } from '#shared/results/comparing.ts'
import type { Figure, FormerFigure } from '#shared/results/comparing.ts'
import { mostText, pointsText } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { FigureBar } from '#client/features/results/figure-bar.tsx'
import { LevelBadge } from '#client/features/results/level-badge.tsx'
import { resultsText } from '#client/features/results/text.ts'

/** The same figure in the form before, and why nothing of that form is compared where an administrator declared so. */
interface Former extends FormerFigure {
  readonly form: string
  readonly declared: string | undefined
}

interface Props {
  readonly anchor: string
  /** Without marks, for the sentences about it. */
  readonly name: string
  readonly title: ReactNode
  readonly heading: 2 | 3 | 4
  readonly points: number
  readonly max: number
  /** Undefined where none is given. */
  readonly level?: Level | null | undefined
  readonly mean?: number | null | undefined
  readonly former?: Former | null | undefined
  readonly open: boolean
  readonly onToggle: () => void
  /** Only drawn while it is open. */
  readonly children: () => ReactNode
}

const sizes = { 2: 'text-lg', 3: 'text-base', 4: 'text-base' } as const

/** A figure that opens to what it is made of. Its address is its page's with its name after the #. */
export function Opening({ anchor, name, title, heading, points, max, level, mean, former, open, onToggle, children }: Props) {
  const t = useText(resultsText)
  const language = useLanguage()
  const Heading = `h${heading + 1}` as 'h3' | 'h4' | 'h5'
  const panel = `${anchor}-parts`
  return (
    <section id={anchor} className="scroll-mt-20">
      <div className="flex items-start gap-1">
        <Heading className={cx('min-w-0 flex-1 font-semibold', sizes[heading])}>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={onToggle}
            className="group -mx-2 grid w-[calc(100%+1rem)] grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 gap-y-2 rounded-md px-2 py-2.5 text-left hover:bg-ink-50 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,15rem)] sm:gap-x-4 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,20rem)]"
          >
            <Icon name="chevron-right" size={18} className={cx('mt-0.75 text-ink-500 transition-transform', open && 'rotate-90')} />
            <span className="min-w-0">
              <span className={cx('block break-words text-ink-950', heading === 4 && 'font-medium')}>{title}</span>
              {(level !== undefined || former) && (
                <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-normal text-ink-600">
                  {level !== undefined && <LevelBadge level={level} />}
                  {former && (
                    <span className="tabular">
                      {formerText(t, language, heading === 4 ? 'question' : 'total', { points, max }, former)}
                    </span>
                  )}
                </span>
              )}
            </span>
            {max > 0 && (
              <span className="col-start-2 min-w-0 sm:col-start-3">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-normal">
                  <span className="tabular">
                    <strong className="font-semibold text-ink-950">{pointsText(points, language)}</strong>
                    <span className="text-ink-600"> / {mostText(max, language)}</span>
                  </span>
                  {mean !== null && mean !== undefined && (
                    <span className="tabular text-sm text-ink-600">{t('categoryMean', { mean: pointsText(mean, language) })}</span>
                  )}
                </span>
                <FigureBar points={points} max={max} level={level} mean={mean} className="mt-1.5" />
              </span>
            )}
          </button>
        </Heading>
        {/* In its place while it is closed, too: nothing moves when it opens. */}
        <span className={cx('pt-1.5', !open && 'invisible')}>
          <IconButton
            icon="copy"
            size="small"
            label={t('copyLink', { name })}
            onClick={() => void copyText(addressOf(anchor), { copied: t('linkCopied'), failed: t('linkNotCopied') })}
          />
        </span>
      </div>
      {open && (
        <div id={panel} className="animate-fade pt-1 pb-3 pl-3 sm:pl-6.5">
          {children()}
        </div>
      )}
    </section>
  )
}

type Say = ReturnType<typeof useText<(typeof resultsText)['es']>>

function formerText(t: Say, language: 'es' | 'en', of: 'question' | 'total', now: Figure, former: Former): string {
  const said = { form: former.form, points: pointsText(former.points, language), most: mostText(former.max, language) }
  const difference = compared(of, now, former, former.declared !== undefined)
  const why = breakSentence(now, former, former.declared, language)
  const text = difference ? t('formerBy', { ...said, by: comparedText(difference, language) }) : t('former', said)
  return why === null ? text : `${text}. ${why}`
}

function addressOf(anchor: string): string {
  const address = new URL(location.href)
  address.hash = anchor
  return address.href
}
