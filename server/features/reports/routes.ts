import type { Route } from '#shared/contract/route.ts'
import type { ReportFormat, ReportLayout, TableKind } from '#shared/reports/model.ts'
import * as contract from '#shared/reports/routes.ts'
import { done } from '#shared/kernel/result.ts'
import { dispositionOf, fileBody } from '../../http/downloads.ts'
import { mount } from '../../http/mount.ts'
import { reportOf } from '../../reports/report.ts'
import { tablesStream } from '../../reports/table.ts'
import type { Server } from '../../server.ts'

type Asked = Route<
  { form: string; institution?: string },
  { format?: ReportFormat | undefined; layout?: ReportLayout | undefined },
  unknown,
  unknown
>

/** What the lab takes out of a form: made while it is read. */
export function mountReports(server: Server): void {
  const kinds: readonly (readonly [Asked, TableKind | 'AllAnswers'])[] = [
    [contract.reportConfiguration, 'Configuracion'],
    [contract.reportAnswers, 'Answers'],
    [contract.reportAllAnswers, 'AllAnswers'],
    [contract.reportEvaluationAnswers, 'EvaluationAnswers'],
    [contract.reportSurveyAnswers, 'AnswersSurvey'],
    [contract.reportAnswersHistory, 'AnswersHistory'],
    [contract.reportResults, 'FormResults'],
    [contract.reportResultsByQuestion, 'FormResultsByQuestion'],
  ]
  for (const [route, kind] of kinds)
    mount(server, route, async ({ params, query, session }) => {
      const wish = { kind, formId: params.form, institutionId: params.institution ?? null, layout: query.layout ?? 'long' }
      const report = await reportOf(server, session, wish)
      if (!report.ok) return report
      const { tables, name } = report.value
      return server.downloads.send(session.user.id, tablesStream(tables, name, query.format ?? 'csv'))
    })

  mount(server, contract.askReport, ({ body: { id, ...wish }, session }) => server.reports.ask(session, id, wish))
  mount(server, contract.reportJobs, async ({ session }) => done(await server.reports.list(session)))
  mount(server, contract.cancelReport, ({ params, session }) => server.reports.cancel(session, params.job))
  mount(server, contract.fetchReport, async ({ params, session }) => {
    const found = await server.reports.fetch(session, params.form, params.job)
    if (!found.ok) return found
    const { name, type, size, file } = found.value
    return new Response(fileBody(file, server.log), {
      headers: {
        'Content-Type': type,
        'Content-Length': String(size),
        'Content-Disposition': dispositionOf(name),
        'Cache-Control': 'no-store',
      },
    })
  })
}
