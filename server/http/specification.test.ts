import { expect, test } from 'vitest'
import { createTestApp } from '../testing/app.ts'

/** Every call that the product's specification names, as method and path below /api/v1. */
const calls = `
GET reports/{id}/publicreports/config/publicdashboard/{tab}
POST reports/{id}/publicreports/config/publicdashboard/{tab}
POST auth
GET auth/me
POST auth/recovery
POST auth/reset
POST auth/invite
POST user/{id}/onboard
PUT user/{id}/profile
PUT user/change-password/{id}
POST auth/{cu}
PUT user/claveunica/{id}
GET user/getMaxRole
GET user/institutional-roles
GET user
POST user
PUT user/{id}
POST user/{id}/toggle
GET form/{id}/dimensions
GET form/{id}
GET form/{id}/privilegies
GET form/{id}/institution/{i}/dimensions
GET form/{id}/institution/{i}/questions
GET form/{id}/institution/{i}/survey
POST form/getFormInstitutional
GET form/{id}/getStatusParticipant/{i}
POST form/{id}/saveQuestionAnswer
POST form/{id}/saveQuestionAnswer/block/parent
POST form/{id}/saveQuestionAnswer/block/child/{index}
POST form/{id}/saveQuestionAnswerAdmin
POST form/{id}/saveQuestionAnswerAdmin/block/parent
POST form/{id}/saveQuestionAnswerAdmin/block/child/{index}
POST form/{id}/saveQuestionAnswerSurvey
POST form/{id}/saveQuestionAnswerSurvey/block/parent
POST form/{id}/saveQuestionAnswerSurvey/block/child/{index}
POST form/{id}/deleteQuestionAnswer
PATCH form/{id}/resizeQuestionAnswer
POST form/{id}/getAnswers
POST form/{id}/calculated
POST form/{id}/responsable/assign
POST form/{id}/{kind}/delegate
POST form/{id}/pendings/{role}
POST form/{id}/answer/{qid}/comment
PUT form/{id}/answer/{qid}/comment
DELETE form/{id}/answer/{qid}/comment/{index}/index
POST form/{id}/file
POST form/{id}/fileadmin
DELETE form/{id}/file/questionId/{qid}/index/{index}
DELETE form/{id}/file/questionId/{qid}/index/{index}/institution/{i}
GET form/{id}/unattach/questionId/{qid}/index/{index}/{canAttach}
GET form/{id}/file/{fileId}/export
GET form/{id}/file/{i}/bulk-export
POST evaluator/evaluate/form/{id}/institution/{i}/question/{qid}
POST evaluator/evaluate/form/{id}/institution/{i}/question/{qid}/index/{index}/question/{child}
POST evaluator/evaluate/form/{id}/institution/{i}/all
GET evaluator/evaluations/form/{id}/institution/{i}
POST evaluator/send/form/{id}/institution/{i}
GET form/send/{id}
POST form/send/{id}
POST form/{id}/survey/send
GET form
POST form
PUT form/{id}
DELETE form/{id}
GET form/clone/{id}
PUT form/{id}/toggle
POST form/privilegies/admin
POST form/{id}/dimension
PUT form/{id}/dimension/{d}
DELETE form/{id}/dimension/{d}
POST form/{id}/question
PUT form/{id}/question/{qid}
DELETE form/{id}/question/{qid}
POST form/{id}/survey/question
PUT form/{id}/survey/question/{qid}
DELETE form/{id}/surveyquestion/{qid}
GET form/{id}/surveyquestion/all
GET questionTraceability/form/{id}/institution/{i}/question/{qid}/child/{index}
GET reports/{id}/institutions/configuration/export
GET reports/{id}/institutions/answers/export
GET reports/{id}/institutions/{i}/answershistory/export
GET reports/{id}/institutions/answers/evaluation/export
GET reports/{id}/institutions/answers/all/export
GET reports/{id}/survey/answers/export
GET reports/{id}/results/export
GET result/{id}/questions/export
POST result
POST result/answers
GET reports/{id}/institution/{i}/preliminary/export
GET reports/{id}/institution/{i}/final/export
GET reports/{id}/institution/{i}/results/preliminary/export
GET reports/{id}/institution/{i}/results/final/export
GET form/{id}/institution/{i}/report/final
POST form/{id}/institution/{i}/report/final
GET form/evaluator
GET form/evaluator/{id}
GET form/replica
POST form/replica/{id}
POST form/{id}/participant
GET form/{id}/participant
GET institution/{id}
GET institution
GET institution/code/{code}
GET institution/actives
GET institution/{id}/leader
POST institution
PUT institution/{id}
DELETE institution/{id}
PUT institution/{id}/toggle
PUT institution/{id}/hide
PUT institution/{id}/deactivate
GET category
POST category
PUT category/{id}
PUT category/{id}/toggle
PUT form/{id}/dimension/{d}/helps
PUT form/{id}/question/{qid}/helps
GET form/{id}/downloadAdministrativeQuestions
POST form/{id}/uploadAdministrativeQuestions
GET form/{id}/stage
PUT form/{id}/stage/upsert
DELETE form/{id}/stage/{stage}
GET points/{id}
POST points/
POST points/updateTotals
GET reports/{id}/templatePointsConfigManual/export
POST reports/{id}/uploadPointsConfigManual
GET reports/calculate/types
GET form/{id}/admin/report/final
POST form/{id}/report
POST notifications
GET notifications/institutions
POST impersonation
POST impersonation/end
GET publicSite/Admin
GET publicSite/Admin/{pageName}
GET publicSite/Admin/publicsite/reserved
POST publicSite/Admin/site
DELETE publicSite/Admin/site/{id}
GET form/file/publicSite/images
GET form/file/publicSite/files
POST form/file/publicSite/upload
POST form/image/publicSite/upload
GET openstatistics
DELETE openstatistics/{id}
PUT openstatistics/{id}/publish/{isPublic}
POST openstatistics
`
  .trim()
  .split('\n')

/** Those that anybody makes, without a session. */
const publicCalls = `
GET publicReports/openstatistics
GET publicReports/openstatistics/yearsavailable
GET publicReports/openstatistics/orientationsAvailable
GET publicReports/openstatistics/performanceKeyCapability
GET publicReports/openstatistics/colabOpenessMethodologic
GET publicReports/openstatistics/scoreDistribution
GET publicReports/openstatistics/scoreDistribution/years/{y1}/{y2}
GET publicReports/openstatistics/scoreDistribution/years/{year}
GET publicReports/openstatistics/distClassScoreCategory
GET publicReports/openstatistics/publicSectorIndex
GET publicReports/openstatistics/iniciativeOrigin
GET publicReports/openstatistics/iniciativeTypes
GET publicReports/openstatistics/scopeChange
GET publicReports/openstatistics/maturityLevels
GET publicReports/openstatistics/directedInitiatives
`
  .trim()
  .split('\n')

/** Names of parameters are each document's own, and a slash at the end says nothing. */
const shapeOf = (call: string): string => call.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')
const examples: Readonly<Record<string, string>> = {
  id: 'tiny',
  i: 'norte',
  qid: 'q1',
  index: '0',
  child: 'q1',
  y1: '2022',
  y2: '2023',
  year: '2022,2023',
  cu: 'claveunica',
}

test('[AP1] every call is in the openapi document and is answered by its own route', async () => {
  const server = await createTestApp()
  const reply = await server.app.fetch(new Request('http://localhost/api/v1/openapi.json'))
  const { paths }: { paths: Record<string, Record<string, unknown>> } = await reply.json()
  const listed = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => shapeOf(`${method.toUpperCase()} ${path.replace('/api/v1/', '')}`)),
    ),
  )
  for (const call of [...calls, ...publicCalls]) {
    expect(listed, call).toContain(shapeOf(call))
    const [method = '', path = ''] = call.replace(/\{(\w+)\}/g, (_, name: string) => examples[name] ?? 'x').split(' ')
    const called = await server.call(method, path)
    // Whoever answers is the route's own handler, not the one for unknown paths. Nobody is signed in, and nothing is published.
    if (publicCalls.includes(call)) expect(called.error?.code ?? 'ok', call).toMatch(/^(?:ok|open_data_none)$/)
    else expect([401, 422, 400], `${call}: ${called.status}`).toContain(called.status)
  }
  await server.close()
})
