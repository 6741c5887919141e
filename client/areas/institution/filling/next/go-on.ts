import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { nextPending, pendingUnits, taskOf } from '#shared/sends/next.ts'
import type { PendingUnit } from '#shared/sends/next.ts'
import type { World } from '#shared/world.ts'
import { onceAVersion } from '#client/data/app/once-a-version.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useEditors } from '#client/features/answers/editors.ts'
import { sendsText } from '#client/areas/institution/sends/text.ts'
import { workIn } from '#client/areas/institution/sends/work-summary.tsx'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import type { FocusedUnit } from '#client/features/presence/focused-unit.ts'
import { leadsOn } from './next-keys.ts'
import { fillingText } from '#client/areas/institution/filling/text.ts'

/** What waits for the reader, in order; the button's number and its way are one list. */
export const pendingIn = (world: World, open: OpenWorld): readonly PendingUnit[] => {
  const work = workIn(world, open)
  return onceAVersion(open, `pending ${work.open}`, () => pendingUnits(world, open.actor, work))
}

/** What leads to a question leaves in the history: what there is to do there. */
export interface Led {
  readonly task: string
}

interface Place {
  /** Null in the survey, which is not part of it. */
  readonly subDimensionId: DimensionId | null
  readonly focused: FocusedUnit
  /** Whether the questions are on the page: one step among them is none of the browser's history. */
  readonly stays: boolean
}

/**
 * Leads on to the next of what waits for the person, after what was being written became answers. Resolves to whether anything was left
 * (FL1, FL2).
 */
export function useGoOn({ subDimensionId, focused, stays }: Place): () => Promise<boolean> {
  const t = useText(fillingText)
  const why = useText(sendsText)
  const open = useOpenWorld()
  const editors = useEditors()
  const navigate = useNavigate()
  const lead = (to: PendingUnit): void => {
    const { formId, institutionId, index } = open.world()
    const number = index.numberOf(questionIdOf(to.unit))
    announce(t('nextSaid', { number, why: to.codes.map((code) => why(code)).join(', ') }))
    void navigate(
      pageAddress('filling', { form: formId, institution: institutionId, subDimension: to.subDimensionId, question: to.unit }),
      { state: { task: taskOf(to.codes) } satisfies Led, replace: stays && to.subDimensionId === subDimensionId },
    )
  }
  return async () => {
    await editors.commitAll()
    const world = open.world()
    const unit = focused.current()
    const isHere = unit !== null && world.index.question(questionIdOf(unit))?.dimensionId === subDimensionId
    const next = nextPending(world, pendingIn(world, open), { subDimensionId, unit: isHere && stays ? unit : null })
    if (next) lead(next)
    return next !== undefined
  }
}

/** Listens for those keys as long as the page is there. */
export function useNextKeys(onGoOn: () => void): void {
  const single = useShortcuts()
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body
      if (event.repeat || !leadsOn(event, target, single)) return
      // The editor of long texts would break the line.
      event.preventDefault()
      event.stopPropagation()
      onGoOn()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [onGoOn, single])
}
