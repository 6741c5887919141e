import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { FormId } from '#shared/kernel/ids.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { useWindowDraft } from '#client/data/world/use-kept-fields.ts'
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

/** Who is to be invited to lead, for a list of what is half written. */
const wordsOf = (selected: Selected): string =>
  [...selected.values()]
    .flatMap(({ who }) => (who && 'invite' in who ? [Object.values(who.invite).filter(Boolean).join(' ')] : []))
    .join('\n')

interface State {
  readonly formId: FormId
  readonly seen: Selected
  readonly selected: Selected
  readonly resumed: boolean
}

/** Who is to take part, beginning with who does; kept on the device until it is accepted or given up. Null while it is read. */
export function useSelection(formId: FormId, stands: Selected | null, about: string): Selection | null {
  const { slot } = useWindowDraft({ kind: 'participants', scope: questionnaireScope(formId), subject: 'chosen' })
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    if (stands === null || slot === null || state?.formId === formId) return
    const read = v.safeParse(keptSchema, slot.draft?.value)
    const before = read.success ? { seen: new Map(read.output.seen), selected: new Map(read.output.selected) } : null
    const chosen = before && rebased(before.seen, before.selected, stands)
    const isChoice = chosen !== null && differs(stands, chosen)
    // What others have done meanwhile is chosen no more.
    if (!isChoice && slot.draft) void slot.clear()
    setState(
      before && isChoice
        ? { formId, seen: before.seen, selected: chosen, resumed: true }
        : { formId, seen: stands, selected: stands, resumed: false },
    )
  }, [slot, formId, stands, state])
  if (state === null || state.formId !== formId) return null
  const choose = (next: State): void => {
    setState(next)
    // What was chosen and taken back is no choice.
    if (stands !== null && !differs(stands, next.selected)) void slot?.clear()
    else slot?.write({ value: { seen: [...next.seen], selected: [...next.selected] }, base: null, about, text: wordsOf(next.selected) })
  }
  return {
    seen: state.seen,
    selected: state.selected,
    resumed: state.resumed,
    change: (selected) => choose({ ...state, selected }),
    settle: (stood) => {
      setState({ formId, seen: stood, selected: stood, resumed: false })
      void slot?.clear()
    },
    goOn: (stood) => choose({ ...state, seen: stood, selected: rebased(state.seen, state.selected, stood) }),
  }
}
