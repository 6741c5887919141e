import { history, historyPageSchema } from '#shared/questionnaires/history-routes.ts'
import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import type { FormEventKind } from '#shared/questionnaires/history.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'

/** What of a history is looked for. */
export type Sought = {
  readonly element?: string | undefined
  readonly kind?: FormEventKind | undefined
  readonly by?: string | undefined
  readonly words?: string | undefined
  /** Days between which it was made. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly before?: string | undefined
}

/** Lines of one page. */
const pageRows = 50

/** A page of a form's history. */
export function useHistory(formId: FormId, sought: Sought): { readonly found: KeptPage<HistoryPage>; readonly again: () => void } {
  const { element, kind, by, words, from, until, before } = sought
  return useKeptPage({
    name: `form-history ${JSON.stringify([formId, element, kind, by, words, from, until, before])}`,
    schema: historyPageSchema,
    ask: () => callRoute(history, { params: { form: formId }, query: { element, kind, by, words, from, until, before, limit: pageRows } }),
  })
}
