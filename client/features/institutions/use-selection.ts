import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { FormId } from '#shared/kernel/ids.ts'
import { useEngine } from '#client/data/engine.tsx'
import { differs, type Selected } from './selection.ts'

const nullableText = v.nullable(v.string())
const keptSchema = v.array(
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

/** Where a choice that nobody has accepted yet rests on this device. */
const keyOf = (formId: FormId): string => `participants ${formId}`

export interface Selection {
  readonly selected: Selected
  readonly change: (next: Selected) => void
  /** What was chosen before the page was left came back. */
  readonly resumed: boolean
  /** The choice is sent, or given up: what stands is the choice. */
  readonly settle: (stands: Selected) => void
}

/** Who is to take part, beginning with who does; kept on the device until it is accepted or given up. Null while it is read. */
export function useSelection(formId: FormId, stands: Selected | null): Selection | null {
  const engine = useEngine()
  const [state, setState] = useState<{ readonly formId: FormId; readonly selected: Selected; readonly resumed: boolean } | null>(null)
  useEffect(() => {
    if (stands === null || state?.formId === formId) return
    let left = false
    void engine.draft(keyOf(formId)).then((kept) => {
      if (left) return
      const read = v.safeParse(keptSchema, kept)
      const before = read.success ? new Map(read.output) : null
      const isNews = before !== null && differs(stands, before)
      setState({ formId, selected: isNews ? before : stands, resumed: isNews })
    })
    return () => {
      left = true
    }
  }, [engine, formId, stands, state])
  if (state === null || state.formId !== formId) return null
  return {
    selected: state.selected,
    resumed: state.resumed,
    change: (selected) => {
      setState({ formId, selected, resumed: state.resumed })
      void engine.saveDraft(keyOf(formId), [...selected])
    },
    settle: (selected) => {
      setState({ formId, selected, resumed: false })
      void engine.clearDraft(keyOf(formId))
    },
  }
}
