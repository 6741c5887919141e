import { useMemo } from 'react'
import type { AssignmentLevel } from '#shared/assignments/model.ts'
import { setAssignment, setDelegate, setLeader } from '#shared/assignments/mutations.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useOpenWorld } from '#client/data/use-world.ts'
import type { Who } from './person-dialog.tsx'

export interface Assigning {
  /** Gives the elements to somebody, or to nobody, as they stand on the screen: one that moves meanwhile stays (CF12). */
  assign(elements: readonly string[], level: AssignmentLevel, who: Who | null): Promise<Result<unknown>>
  setDelegate(who: Who | null): Promise<Result<unknown>>
  setLeader(who: Who): Promise<Result<unknown>>
}

export function useAssign(): Assigning {
  const open = useOpenWorld()
  return useMemo(
    () => ({
      assign: (elements, level, who) =>
        open.dispatch(setAssignment, {
          elements: elements.map((element) => ({ element, level, seen: open.world().get('assignment', element)?.rev ?? 0 })),
          who,
        }),
      setDelegate: (who) => open.dispatch(setDelegate, { who }),
      setLeader: (who) => open.dispatch(setLeader, { who }),
    }),
    [open],
  )
}
