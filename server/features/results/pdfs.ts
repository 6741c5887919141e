import { fail } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import * as contract from '#shared/results/routes.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { reportPdf } from '../../documents/report-pdf.ts'
import { pdfReply } from '../../http/downloads.ts'
import type { Language } from '../../http/failures.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { cleanHtml } from '../../sync/clean.ts'
import { resultViewOf } from './view.ts'

/** Reports as papers: of a result that its reader may read, and, for who writes their texts, as they would be. */
export function mountReportPdfs(server: Server): void {
  for (const [route, kind] of [
    [contract.preliminaryPdf, 'preliminary'],
    [contract.finalPdf, 'final'],
  ] as const)
    mount(server, route, async ({ params, query, session, language: spoken }) => {
      const language = query.language ?? spoken
      const wish = { formId: params.form, institutionId: params.institution, kind, version: query.version, language }
      const view = await resultViewOf(server, session, wish)
      return view.ok ? paperOf(server, view.value, language, false) : view
    })

  mount(server, contract.previewPdf, async ({ params, query, body, session, language: spoken }) => {
    // A draft is the lab's: an institution is not told that there is one.
    if (session.user.kind === 'Institutional') return fail('not_found')
    const language = query.language ?? spoken
    const texts = Object.fromEntries(Object.entries(body.texts).map(([field, text]) => [field, text === null ? null : cleanHtml(text)]))
    const wish = { formId: params.form, institutionId: params.institution, kind: params.kind, language, texts }
    const view = await resultViewOf(server, session, wish)
    return view.ok ? paperOf(server, view.value, language, true) : view
  })
}

const names = { preliminary: 'informe_preliminar', final: 'informe_final' } as const

/** The reply that brings a report. Fails: report_failed. */
async function paperOf(server: Server, view: ResultView, language: Language, draft: boolean): Promise<Result<never> | Response> {
  const { form, institution, kind } = view
  const onBroken = (why: string): void =>
    server.log.error({ formId: form.id, institutionId: institution.id, kind, why }, 'a report could not be made')
  const made: Result<Uint8Array> = await reportPdf(view, language, { draft, onBroken })
  if (!made.ok) return made
  return pdfReply(made.value, `${names[kind]}_${form.id}_${institution.code}.pdf`)
}
