import { must } from '#shared/kernel/assert.ts'
import { overview } from '#shared/results/routes.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'

/** How far the results of a form's institutions have come, and without a network as this device read it last. */
export const useResultsOverview = (form: string, kind: ResultKind) =>
  useKeptPage({
    name: `results ${JSON.stringify([form, kind])}`,
    schema: must(overview.reply, 'the overview of results has a form'),
    ask: () => callRoute(overview, { params: { form, kind } }),
  })
