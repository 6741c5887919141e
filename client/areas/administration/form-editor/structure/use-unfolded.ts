import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import type { EditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'

/** Which dimensions and sub-dimensions are unfolded: what is folded is not drawn at all. */
export interface Unfolded {
  has(id: DimensionId): boolean
  toggle(id: DimensionId): void
  /** Unfolds besides what is unfolded. */
  open(ids: readonly DimensionId[]): void
  /** Unfolds these alone. */
  only(ids: readonly DimensionId[]): void
}

/** Sub-dimension of a question, with its dimension above it. */
const partsOf = (index: FormIndex, sub: DimensionId | null): DimensionId[] => {
  const dimension = sub === null ? undefined : index.dimension(sub)
  return dimension ? [dimension.id, ...(dimension.parentId === null ? [] : [dimension.parentId])] : []
}

/** Every dimension at first, and of the sub-dimensions the one that the address names; what it names later unfolds as well. */
export function useUnfolded({ sub, question }: EditorAddress): Unfolded {
  const open = useOpenQuestionnaire()
  const [ids, setIds] = useState<ReadonlySet<DimensionId>>(() => {
    const { index } = open.state()
    const [first] = index.subDimensions
    const named = index.question(question ?? '')?.dimensionId ?? sub
    return new Set([...index.topDimensions.map((each) => each.id), ...partsOf(index, named ?? first?.id ?? null)])
  })
  const unfold = useCallback((more: readonly DimensionId[]): void => setIds((before) => new Set([...before, ...more])), [])
  const { index } = open.state()
  const asked = (question === null ? undefined : index.question(question)?.dimensionId) ?? null
  useEffect(() => {
    if (asked !== null) unfold(partsOf(open.state().index, asked))
  }, [asked, open, unfold])
  useEffect(() => {
    if (sub !== null) unfold(partsOf(open.state().index, sub))
  }, [sub, open, unfold])
  return useMemo(
    () => ({
      has: (id) => ids.has(id),
      toggle: (id) => setIds(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id])),
      open: unfold,
      only: (these) => setIds(new Set(these)),
    }),
    [ids, unfold],
  )
}
