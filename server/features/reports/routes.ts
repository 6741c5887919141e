import type { Route } from '#shared/contract/route.ts'
import type { ReportFormat, ReportKind, ReportLayout } from '#shared/reports/model.ts'
import * as contract from '#shared/reports/routes.ts'
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
  const kinds: readonly (readonly [Asked, ReportKind | 'AllAnswers'])[] = [
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
}
