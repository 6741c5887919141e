import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { FormId } from '#shared/kernel/ids.ts'
import { useEngine } from '#client/data/engine.tsx'
import { differs, rebased, type Selected } from './selection.ts'

const nullableText = v.nullable(v.string())
const selectedSchema = v.array(
  v.tuple([
    v.string(),
    v.object({
      evaluatorId: nullableText,
      who: v.optional(
        v.union([
          v.object({ userId: v.string() }),
          v.object({ invite: v.object({ name: v.string(), surname: v.string(), email: v.string() }) }),
        ]),
      ),
    }),
  ]),
)
const keptSchema = v.object({ seen: selectedSchema, selected: selectedSchema })

/** Where a choice that nobody has accepted yet rests on this device. */
const keyOf = (formId: FormId): string => `participants ${formId}`

export interface Selection {
  /** Who took part when the choice began: what somebody else changed since is not written over. */
  readonly seen: Selected
  readonly selected: Selected
  readonly change: (next: Selected) => void
  /** What was chosen before the page was left came back. */
  readonly resumed: boolean
  /** The choice is sent, or given up: what stands is the choice. */
  readonly settle: (stands: Selected) => void
  /** The choice goes on over what stands now, which its person has been told of. */
  readonly goOn: (stands: Selected) => void
}

interface State {
  readonly formId: FormId
  readonly seen: Selected
  readonly selected: Selected
  readonly resumed: boolean
}

/** Who is to take part, beginning with who does; kept on the device until it is accepted or given up. Null while it is read. */
export function useSelection(formId: FormId, stands: Selected | null): Selection | null {
  const engine = useEngine()
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    if (stands === null || state?.formId === formId) return
    let left = false
    void engine.draft(keyOf(formId)).then((kept) => {
      if (left) return
      const read = v.safeParse(keptSchema, kept)
      const before = read.success ? { seen: new Map(read.output.seen), selected: new Map(read.output.selected) } : null
      const chosen = before && rebased(before.seen, before.selected, stands)
      setState(
        before && chosen && differs(stands, chosen)
          ? { formId, seen: before.seen, selected: chosen, resumed: true }
          : { formId, seen: stands, selected: stands, resumed: false },
      )
    })
    return () => {
      left = true
    }
  }, [engine, formId, stands, state])
  if (state === null || state.formId !== formId) return null
  const choose = (next: State): void => {
    setState(next)
    void engine.saveDraft(keyOf(formId), { seen: [...next.seen], selected: [...next.selected] })
  }
  return {
    seen: state.seen,
    selected: state.selected,
    resumed: state.resumed,
    change: (selected) => choose({ ...state, selected }),
    settle: (stood) => {
      setState({ formId, seen: stood, selected: stood, resumed: false })
      void engine.clearDraft(keyOf(formId))
    },
    goOn: (stood) => choose({ ...state, seen: stood, selected: rebased(state.seen, state.selected, stood) }),
  }
}
