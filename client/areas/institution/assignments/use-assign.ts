import { useMemo } from 'react'
import type { AssignmentLevel } from '#shared/assignments/model.ts'
import { setAssignment, setDelegate, setLeader } from '#shared/assignments/mutations.ts'
import { takenBack } from '#shared/assignments/share.ts'
import type { Element } from '#shared/assignments/share.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { noteAct } from './last-act.ts'
import type { LastAct } from './last-act.ts'
import type { Who } from './person-dialog.tsx'

export interface Assigning {
  /** Gives the elements to somebody, or to nobody, as they stand on the screen: one that moves meanwhile stays (CF12). `name`: whose it is told of. */
  assign(elements: readonly Element[], who: Who | null, name: string): Promise<Result<unknown>>
  /** The same for elements of one level. */
  assignAll(elements: readonly string[], level: AssignmentLevel, who: Who | null, name: string): Promise<Result<unknown>>
  /** Gives back what the last act changed, to whom it was before (AS21). */
  takeBack(act: LastAct): Promise<Result<unknown>>
  /** `saw`: who held the office on the screen: where somebody else does by then, nothing changes and it is told (AS22). */
  setDelegate(who: Who | null, saw: UserId | null): Promise<Result<unknown>>
  setLeader(who: Who, saw: UserId): Promise<Result<unknown>>
}

export function useAssign(): Assigning {
  const open = useOpenWorld()
  return useMemo(() => {
    const assign: Assigning['assign'] = async (elements, who, name) => {
      const before = elements.map((each) => ({ ...each, row: open.world().get('assignment', each.element) ?? null }))
      const result = await open.dispatch(setAssignment, {
        elements: before.map(({ element, level, row }) => ({ element, level, seen: row?.rev ?? 0 })),
        who,
      })
      if (result.ok) {
        const [first] = elements
        const to =
          who === null
            ? null
            : 'userId' in who
              ? who.userId
              : first
                ? (open.world().get('assignment', first.element)?.userId ?? null)
                : null
        noteAct({ scope: open.scope, before, to, name })
      }
      return result
    }
    return {
      assign,
      assignAll: (elements, level, who, name) =>
        assign(
          elements.map((element) => ({ element, level })),
          who,
          name,
        ),
      takeBack: async ({ before, to }) => {
        for (const { elements, who } of takenBack(before, to)) {
          const result = await open.dispatch(setAssignment, { elements: [...elements], who })
          if (!result.ok) return result
        }
        noteAct(null)
        return done(null)
      },
      setDelegate: (who, saw) => open.dispatch(setDelegate, { who, saw }),
      setLeader: (who, saw) => open.dispatch(setLeader, { who, saw }),
    }
  }, [open])
}
