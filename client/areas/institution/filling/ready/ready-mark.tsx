import { useState } from 'react'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { markReady } from '#shared/sends/ready-mutations.ts'
import { isOf, mayMark, toldOf } from '#shared/sends/ready.ts'
import { owedIn } from '#shared/sends/rules.ts'
import { isAtWork } from '#shared/sends/standing.ts'
import type { World } from '#shared/world.ts'
import { useEngine, useTopic } from '#client/data/world/engine.tsx'
import { sameParts } from '#client/data/world/reading.ts'
import { everything, personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useReadyWords, whoMarked } from './ready.ts'
import { readyMarkText } from './mark-text.ts'

interface Standing {
  /** offered: all of theirs is done · marked · fallen: something was asked anew since · none: nothing to say about it. */
  readonly kind: 'offered' | 'marked' | 'fallen' | 'none'
  /** Who hears it; '' when their account is gone. */
  readonly name: string
}

function standingIn(world: World, open: OpenWorld, subDimensionId: DimensionId): Standing {
  const { id } = open.actor
  const none: Standing = { kind: 'none', name: '' }
  if (!mayMark(world, open.actor, subDimensionId) || !isAtWork(world, open.now())) return none
  const name = personName(world, toldOf(world, subDimensionId, id)) ?? ''
  if (whoMarked(world, open, subDimensionId).includes(id)) return { kind: 'marked', name }
  if (owedIn(world, subDimensionId, id).length === 0) return { kind: 'offered', name }
  const known = world.participant.ready?.find(isOf(subDimensionId, id))
  return known && known.off !== true ? { kind: 'fallen', name } : none
}

/** "Sección lista": said by who answers, by hand, once nothing of theirs waits; to whoever leads the area it is a line (FL5, FL6). */
export function ReadyMark({ subDimensionId }: { readonly subDimensionId: DimensionId }) {
  const t = useText(readyMarkText)
  const errorText = useErrorText()
  const engine = useEngine()
  const open = useOpenWorld()
  useTopic('queue')
  const { kind, name } = useReading(everything, (world) => standingIn(world, open, subDimensionId), sameParts)
  const words = useReadyWords(subDimensionId)
  const [problem, setProblem] = useState<string | null>(null)
  const isWaiting = engine
    .queue()
    .some((item) => item.name === markReady.name && item.scope === open.scope && item.entity === `ready:${subDimensionId}`)
  const set = async (ready: boolean): Promise<void> => {
    const result = await open.dispatch(markReady, { subDimensionId, ready })
    setProblem(result.ok ? null : errorText(result.failure))
    if (result.ok && ready) announce(t('readyDone'))
  }
  if (kind === 'none')
    return words === '' ? null : (
      <p className="mt-5 flex items-center justify-center gap-1.5 text-good-700">
        <Icon name="check-circle" size={18} />
        {words}
      </p>
    )
  if (kind === 'fallen')
    return (
      <Notice tone="neutral" icon="flag" className="mt-5">
        {t('readyFell')}
      </Notice>
    )
  const isMarked = kind === 'marked'
  return (
    <Notice
      tone={isMarked ? 'success' : 'neutral'}
      icon={isMarked ? 'check-circle' : 'flag'}
      title={isMarked ? t('readyDone') : undefined}
      className="mt-5"
      actions={
        <Button size="small" icon={isMarked ? 'undo' : 'check'} onClick={() => void set(!isMarked)}>
          {t(isMarked ? 'readyTakeBack' : 'readyMark')}
        </Button>
      }
    >
      <p>{isMarked ? t(isWaiting ? 'readyWaits' : 'readyToldDone', { name }) : t('readyOffer', { name })}</p>
      {problem !== null && (
        <p role="alert" className="mt-1 text-sm text-bad-700">
          {problem}
        </p>
      )}
    </Notice>
  )
}
