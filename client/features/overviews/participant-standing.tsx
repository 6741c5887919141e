import type { ParticipantState } from '#shared/evaluations/progress.ts'
import { stagesText } from '#client/features/stages/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { listText } from './list-text.ts'

const tones: Partial<Record<ParticipantState, Tone>> = {
  sent: 'info',
  correctionSent: 'info',
  replicaSent: 'info',
  inEvaluation: 'info',
  inSecondEvaluation: 'info',
  evaluatedWithObservations: 'warning',
  evaluated: 'success',
  replicaEvaluated: 'success',
  finalResult: 'success',
  notSent: 'danger',
}

interface Props {
  readonly state: ParticipantState
  readonly locked: boolean
}

/** Where an institution stands in the cycle, and whether it can still write (EV13). */
export function ParticipantStanding({ state, locked }: Props) {
  const t = useText(listText)
  const s = useText(stagesText)
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tones[state]} className="whitespace-normal!">
        {s(`state_${state}`)}
      </Badge>
      <Icon name={locked ? 'lock' : 'unlock'} size={17} className="text-ink-500" label={locked ? t('locked') : t('unlocked')} />
    </span>
  )
}

/** percent: 0 to 100, whole. */
export function Advance({ percent }: { readonly percent: number }) {
  const t = useText(listText)
  const text = t('advanceText', { n: percent })
  return (
    <span className="flex max-w-72 min-w-28 items-center gap-2.5">
      <ProgressBar label={t('advance')} value={percent} max={100} text={text} className="flex-1" />
      <span className="tabular w-12 text-right text-sm text-ink-700">{text}</span>
    </span>
  )
}
