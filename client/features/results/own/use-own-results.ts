import type * as v from 'valibot'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { ownResults, result, resultViewSchema } from '#shared/results/routes.ts'
import type { ResultLine, ResultView } from '#shared/results/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import { useLanguage } from '#client/i18n/language.ts'

export interface OwnResults {
  readonly results: readonly ResultLine[]
  /** There are results, and whoever asks does not lead the institution: they are told no more. */
  readonly noteOnly: boolean
}
interface Asked<Page> {
  readonly found: KeptPage<Page>
  readonly again: () => void
}

const listSchema: v.GenericSchema<unknown, OwnResults> = must(ownResults.reply, 'a list of results has no shape')

/** What is published of an institution, and without a network as this device read it last (RV3). */
export function useOwnResults(institutionId: InstitutionId): Asked<OwnResults> {
  const language = useLanguage()
  return useKeptPage({
    name: `own-results ${JSON.stringify([institutionId, language])}`,
    schema: listSchema,
    ask: () => callRoute(ownResults, { params: { institution: institutionId } }),
  })
}

/** One of them, whole. */
export function useResultView(institutionId: InstitutionId, formId: FormId, kind: ResultKind): Asked<ResultView> {
  const language = useLanguage()
  return useKeptPage({
    name: `result ${JSON.stringify([institutionId, formId, kind, language])}`,
    schema: resultViewSchema,
    ask: () => callRoute(result, { params: { institution: institutionId, form: formId, kind } }),
  })
}
