import { useCallback, useSyncExternalStore } from 'react'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import { useEditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import type { FieldsEditor } from './fields-editor.ts'

interface Place {
  readonly dimensionId: DimensionId
  readonly parentId: QuestionId | null
  readonly blockId: QuestionId | null
}

const nothing = (): void => undefined

/** A list of questions with those that were begun in it, each where it will stand. */
export function useAdditionsAt(ids: readonly QuestionId[], place: Place): readonly QuestionId[] {
  const parts = useEditingParts()
  const workshop = parts?.workshop
  useSyncExternalStore(
    useCallback((listener) => workshop?.subscribe(listener) ?? nothing, [workshop]),
    () => workshop?.version ?? 0,
  )
  const entries = [...ids]
  for (const addition of workshop?.additions ?? []) {
    if (addition.subject.kind !== 'question' || !isAt(addition, place)) continue
    const after = addition.place?.after ?? null
    const at = after === null ? 0 : entries.indexOf(after) + 1
    // What stood before it may be gone: then it is the last.
    entries.splice(after !== null && at === 0 ? entries.length : at, 0, addition.subject.id)
  }
  return entries
}

const isAt = ({ place }: FieldsEditor, { dimensionId, parentId, blockId }: Place): boolean =>
  place !== undefined && place.dimensionId === dimensionId && place.parentId === parentId && place.blockId === blockId
