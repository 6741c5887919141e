import type { QuestionId } from '#shared/kernel/ids.ts'
import type { FormEventKind } from '#shared/questionnaires/history.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'

interface Props {
  readonly id: QuestionId
  readonly number: string
  /** Changes of this kind alone. */
  readonly kind?: FormEventKind | undefined
}

/** Leads to what was done to one question. */
export function RowHistory({ id, number, kind }: Props) {
  const { formId } = useOpenQuestionnaire()
  return <HistoryLink formId={formId} element={id} kind={kind} about={number} />
}
