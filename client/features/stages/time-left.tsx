import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { phaseAt, stageAt, timelineState, timeRemaining } from '#shared/stages/rules.ts'
import type { TimeRemaining } from '#shared/stages/rules.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'
import { useStageName } from './stage-name.ts'
import { stagesText } from './text.ts'

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** "N días", "1 día" or HH:MM:SS (TM5). */
export function remainingText(t: Translate<typeof es>, left: TimeRemaining): string {
  if (left.kind === 'days') return t('days', { n: left.days })
  if (left.kind === 'day') return t('day')
  if (left.kind === 'over') return t('over')
  return `${twoDigits(left.hours)}:${twoDigits(left.minutes)}:${twoDigits(left.seconds)}`
}

// Narrow enough to leave the room to what stands beside it.
const told = 'max-w-72 text-sm text-balance text-ink-600'

/**
 * Current stage and how long it lasts. It ticks on the screen only: a reader that comes here hears it once,
 * and no live region repeats it.
 */
export function TimeLeft({
  form,
  now,
  className,
}: {
  readonly form: FormHeader
  readonly now: Instant
  readonly className?: string | undefined
}) {
  const t = useText(stagesText)
  const format = useFormat()
  const nameOf = useStageName()
  const stage = stageAt(form, now)
  if (stage) {
    return (
      <div className={className}>
        <p className="text-sm font-semibold text-ink-600">{t('remaining')}</p>
        <p role="timer" aria-live="off" className="tabular text-3xl font-semibold tracking-tight text-ink-950">
          {remainingText(t, timeRemaining(stage, now))}
        </p>
        <p className={told}>{t('until', { deadline: format.deadline(stage.end) })}</p>
      </div>
    )
  }
  const phase = phaseAt(form, now)
  const next = form.stages.find((each) => timelineState(each, now) === 'next')
  return (
    <div className={className}>
      <p className="text-lg font-semibold text-ink-950">
        {phase === 'Pre' ? t('notStarted') : phase === 'Gap' ? t('between') : t('closed')}
      </p>
      {next && <p className={told}>{t('nextStage', { stage: nameOf(next).text, at: format.opening(next.start) })}</p>}
    </div>
  )
}
