import type { InstitutionId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { ResultKind } from '#shared/results/model.ts'
import * as contract from '#shared/results/routes.ts'
import type { ResultView } from '#shared/results/routes.ts'
import type { Language } from '../../http/failures.ts'
import { mount } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import { tablesStream } from '../../reports/table.ts'
import type { Server } from '../../server.ts'
import { informOf, keptTexts, saveTexts } from './inform.ts'
import { overviewOf, ownResultsOf } from './lists.ts'
import { mountReportPdfs } from './pdfs.ts'
import { calculateResults, publishResults, settleAnswer } from './making.ts'
import { resultTables } from './tables.ts'
import { resultViewOf } from './view.ts'
import { whatIfOf } from './whatif.ts'

const messages = { es: 'Éxito.', en: 'Done.' } as const satisfies Record<Language, string>

/** What institutions obtained: worked out, published, told, explained and taken away. */
export function mountResults(server: Server): void {
  mount(server, contract.result, ({ params, query, session, language }) =>
    resultViewOf(server, session, {
      formId: params.form,
      institutionId: params.institution,
      kind: params.kind,
      version: query.version,
      language,
    }),
  )
  mount(server, contract.ownResults, ({ params, session, language }) => ownResultsOf(server, session, params.institution, language))
  mount(server, contract.overview, ({ params, session }) => overviewOf(server, session, params.form, params.kind))
  mount(server, contract.calculate, ({ params, body, session, said }) =>
    calculateResults(
      server,
      session,
      { formId: params.form, kind: params.kind, said },
      { institutionIds: body.institutionIds, reason: body.reason?.trim() || null },
    ),
  )
  mount(server, contract.publish, ({ params, body, session, said }) =>
    publishResults(server, session, { formId: params.form, kind: params.kind, said }, body.snapshots),
  )
  mount(server, contract.settle, async ({ params, body, session, said, language }) => {
    const key = { formId: params.form, institutionId: params.institution, said }
    const settled = await settleAnswer(server, session, key, { kind: params.kind, ...body })
    return settled.ok ? done({ msg: messages[language] }) : settled
  })
  mount(server, contract.whatIf, ({ params, body, session, language }) =>
    whatIfOf(server, session, { formId: params.form, institutionId: params.institution }, params.kind, { units: body.units, language }),
  )
  mountInforms(server)
  mountSpecification(server)
  mountExports(server)
  mountReportPdfs(server)
}

function mountInforms(server: Server): void {
  mount(server, contract.inform, ({ params, session, language }) =>
    informOf(server, session, { formId: params.form, institutionId: params.institution }, params.kind, language),
  )

  mount(server, contract.saveInform, async ({ params, body, session, said, language }) => {
    const key = { formId: params.form, institutionId: params.institution }
    const stored = await saveTexts(server, session, said, key, () => [{ kind: params.kind, from: body.from, to: body.to }])
    return stored.ok ? done({ msg: messages[language], texts: await keptTexts(server, key, params.kind, Object.keys(body.to)) }) : stored
  })

  mount(server, contract.saveFinalReport, async ({ params, body, session, said, language }) => {
    const { preliminaryIntroduction, preliminaryConclusion, finalIntroduction, finalConclusion, dimensions = {} } = body
    const own = Object.entries(dimensions).map(([id, text]): [string, string | null] => [`dimension:${id}`, text])
    const wanted: readonly (readonly [ResultKind, Readonly<Record<string, string | null | undefined>>])[] = [
      ['preliminary', { introduction: preliminaryIntroduction, conclusion: preliminaryConclusion }],
      ['final', { introduction: finalIntroduction, conclusion: finalConclusion, ...Object.fromEntries(own) }],
    ]
    const key = { formId: params.form, institutionId: params.institution }
    // A program says what is to stand: what stood is what it saw.
    const stored = await saveTexts(server, session, said, key, (results) =>
      wanted.flatMap(([kind, fields]) => {
        const to = Object.fromEntries(Object.entries(fields).flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])))
        const stands = results.inform(kind)?.texts ?? {}
        const from = Object.fromEntries(Object.keys(to).map((field) => [field, stands[field] ?? null]))
        return Object.keys(to).length === 0 ? [] : [{ kind, from, to }]
      }),
    )
    return stored.ok ? done({ msg: messages[language] }) : stored
  })
}

interface Place {
  readonly formId: string
  readonly institutionId: InstitutionId
}

/** The final result that somebody may read, or the preliminary one: the lab one that was kept, where one was. */
async function resultFor(
  server: Server,
  session: Session,
  place: Place,
  kind: ResultKind | undefined,
  language: Language,
): Promise<Result<ResultView>> {
  if (kind !== undefined) return resultViewOf(server, session, { ...place, kind, language })
  const final = await resultViewOf(server, session, { ...place, kind: 'final', language })
  if (final.ok && final.value.state !== 'live') return final
  if (!final.ok && final.failure.code !== 'results_none') return final
  return resultViewOf(server, session, { ...place, kind: 'preliminary', language })
}

function mountSpecification(server: Server): void {
  mount(server, contract.finalReport, async ({ params, session, language }) => {
    const place = { formId: params.form, institutionId: params.institution, language }
    const preliminary = await resultViewOf(server, session, { ...place, kind: 'preliminary' })
    const final = await resultViewOf(server, session, { ...place, kind: 'final' })
    if (!final.ok && !preliminary.ok) return final
    return done({
      preliminaryIntroduction: preliminary.ok ? preliminary.value.introduction : '',
      preliminaryConclusion: preliminary.ok ? preliminary.value.conclusion : '',
      finalIntroduction: final.ok ? final.value.introduction : '',
      finalConclusion: final.ok ? final.value.conclusion : '',
      dimensions: Object.fromEntries(
        (final.ok ? final.value : preliminary.ok ? preliminary.value : { dimensions: [] }).dimensions.map(
          ({ id, parentId, level, points, text }) => [id, { parent: parentId, level, result: points, text }],
        ),
      ),
    })
  })

  mount(server, contract.specResult, async ({ body: { kind: asked, ...place }, session, language }) => {
    const found = await resultFor(server, session, place, asked, language)
    if (!found.ok) return found
    const { kind, version, points, max, maturity, dimensions } = found.value
    return done({
      data: { kind, version, result: points, max, maturity },
      resultByDimensionId: Object.fromEntries(
        dimensions.map((each) => [each.id, { parent: each.parentId, result: each.points, max: each.max, level: each.level }]),
      ),
    })
  })

  mount(server, contract.specResultAnswers, async ({ body: { kind, ...place }, session, language }) => {
    const found = await resultFor(server, session, place, kind, language)
    if (!found.ok) return found
    return done(
      found.value.questions.map(({ id, number, text, points, max, units: [first] }) => ({
        questionId: id,
        number,
        text,
        answer: first?.answer ?? null,
        decision: first?.decision?.decision ?? null,
        result: points,
        max,
      })),
    )
  })
}

function mountExports(server: Server): void {
  for (const [route, kind] of [
    [contract.exportPreliminary, 'preliminary'],
    [contract.exportFinal, 'final'],
  ] as const)
    mount(server, route, async ({ params, query, session }) => {
      const wish = { formId: params.form, institutionId: params.institution, kind, version: query.version, language: 'es' } as const
      const found = await resultViewOf(server, session, wish)
      if (!found.ok) return found
      const name = `resultados_${kind === 'final' ? 'finales' : 'preliminares'}_${params.form}_${found.value.institution.code}`
      return server.downloads.send(session.user.id, tablesStream(resultTables(found.value), name, query.format ?? 'csv'))
    })
}
