import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { isObserved, openUnits } from '#shared/answers/rules.ts'
import { isAtWork } from '#shared/sends/standing.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { everything, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { may } from '#shared/privileges/rules.ts'

type Standing =
  | { readonly kind: 'open' | 'replica' }
  | { readonly kind: 'sent'; readonly receipt: string }
  | { readonly kind: 'stageEnd' | 'stage' | 'disabled' }
  | { readonly kind: 'correction'; readonly left: number }

function standingOf(world: World, open: OpenWorld): Standing {
  const { locked, lockReason, receipt } = world.participant
  if (!world.form.enabled) return { kind: 'disabled' }
  // What stands over the page says it.
  if (open.actor.watching) return { kind: 'replica' }
  if (open.actor.kind !== 'Institutional') return { kind: may(world, open.actor, 'replyQuestion', open.now()) ? 'open' : 'stage' }
  if (locked && lockReason === 'sent') return { kind: 'sent', receipt: receipt ?? '' }
  if (locked) return { kind: 'stageEnd' }
  const now = open.now()
  if (phaseAt(world.form, now) === 'CorrectionInput') {
    const left = world.index.subDimensions
      .flatMap((each) => openUnits(world, each.id))
      .filter((unit) => isObserved(world, unit) && world.answer(unit)?.changeAnswer !== true)
    return { kind: 'correction', left: left.length }
  }
  const writes = (['replyQuestion', 'replyAnwerObserved', 'replyAnwerObservedReplica'] as const).some((privilege) =>
    may(world, open.actor, privilege, now),
  )
  // The replica says itself what is open, and that nothing is.
  if (phaseAt(world.form, now) === 'ReplicaInput') return { kind: isAtWork(world, now) ? 'open' : 'replica' }
  return writes ? { kind: 'open' } : { kind: 'stage' }
}

/** Whether this person can write anything at all here now. */
export const useWrites = (): boolean =>
  useReading(everything, (world, open) => ['open', 'correction'].includes(standingOf(world, open).kind))

/** Why nothing can be edited, or what this stage is for: said once, above the questions. */
export function StandingNotice() {
  const t = useText(answersText)
  const standing = useReading(everything, standingOf, sameParts)
  switch (standing.kind) {
    case 'open':
    case 'replica':
      return null
    case 'sent':
      return (
        <Notice tone="success" icon="lock" className="print-hidden">
          {t('bannerSent', { receipt: standing.receipt })}{' '}
          <Link to={pageAddress('send')} className="font-semibold text-brand-700">
            {t('viewReceipt')}
          </Link>
        </Notice>
      )
    case 'stageEnd':
      return (
        <Notice tone="warning" icon="lock">
          {t('bannerStageEnd')}
        </Notice>
      )
    case 'stage':
      return (
        <Notice tone="neutral" icon="lock">
          {t('bannerStage')}
        </Notice>
      )
    case 'disabled':
      return (
        <Notice tone="neutral" icon="lock">
          {t('bannerDisabled')}
        </Notice>
      )
    case 'correction':
      return (
        <Notice tone={standing.left > 0 ? 'warning' : 'success'} icon="flag">
          {t('bannerCorrection', { n: standing.left })}
        </Notice>
      )
  }
}
