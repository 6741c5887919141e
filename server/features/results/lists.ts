import { belongsTo } from '#shared/access/actor.ts'
import { fullName } from '#shared/accounts/model.ts'
import { isShown } from '#shared/dashboards/rules.ts'
import { firstDayMs } from '#shared/evaluations/former.ts'
import { readIn } from '#shared/forms/in-language.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { orgScope, resultsScope } from '#shared/protocol/scope.ts'
import type { Inform, ResultKind } from '#shared/results/model.ts'
import { resultKinds } from '#shared/results/model.ts'
import { isDecidedSince, visibleFrom } from '#shared/results/reading.ts'
import type { overview, ownResults, ResultLine, ResultState } from '#shared/results/routes.ts'
import { kindsOpen, thresholdsOf } from '#shared/results/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type * as v from 'valibot'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { Language } from '../../http/failures.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { apartIn } from '../../world/apart.ts'
import { categoriesIn, categoryNameOf } from '../../world/categories.ts'
import { showingOf } from '../../world/dashboards.ts'
import { headerOf } from '../../world/store.ts'
import { newestIn } from './figures.ts'
import { readerOf, readsPublished } from './reading.ts'

type Overview = v.InferOutput<typeof overview.reply & object>
type OwnResults = v.InferOutput<typeof ownResults.reply & object>

/** How far results have come of each institution of a form that the caller reads. Fails: not_found, forbidden before the second revision. */
export const overviewOf = (server: Server, { actor }: Session, formId: FormId, kind: ResultKind): Promise<Result<Overview>> =>
  server.db.read(async (tx): Promise<Result<Overview>> => {
    if (actor.kind === 'Institutional') return fail('not_found')
    const now = server.now()
    const header = await headerOf(tx, formId)
    if (!header || header.removed) return fail('not_found')
    const places = await placesIn(tx, formId)
    const own = actor.kind === 'Evaluator' ? places.filter((each) => each.evaluator_id === actor.id) : places
    if (actor.kind === 'Evaluator') {
      if (own.length === 0 || !header.enabled) return fail('not_found')
      if (!isDecidedSince(header, now)) return fail('forbidden')
    }
    const newest = await newestIn(tx, formId, kind)
    const showing = kind === 'final' ? await showingOf(tx, formId) : undefined
    const seen = new Set(isShown(showing) ? showing.institutionIds : [])
    const institutions = await institutionsOf(
      tx,
      own.map((each) => each.institution_id),
    )
    const written = await writtenOf(tx, formId, kind, institutions)
    const categories = await categoriesIn(tx)
    const index = await server.worlds.indexOf(tx, header.versionId)
    const texts = 2 + index.topDimensions.length + index.subDimensions.length
    const evaluators = new Map(
      own.map((each) => [each.institution_id, each.name === null ? null : fullName({ name: each.name, surname: each.surname ?? '' })]),
    )
    return done({
      open: kindsOpen(header, now).includes(kind),
      visibleFrom: visibleFrom(header, kind, now),
      calculatedBy: header.calculatedBy ?? 1,
      thresholds: thresholdsOf(header),
      institutions: institutions.map((institution): ResultState => {
        const found = newest.get(institution.id)
        const isNewest = found?.published !== undefined && found.published.number === found.newest.number
        return {
          institutionId: institution.id,
          name: institution.name,
          code: institution.code,
          category: categoryNameOf(categories, found?.newest ?? institution),
          evaluator: evaluators.get(institution.id) ?? null,
          state: !found ? 'none' : isNewest ? 'published' : found.published ? 'newer' : 'calculated',
          snapshotId: found ? `${kind}-${found.newest.number}` : null,
          number: found?.newest.number ?? 0,
          version: found?.newest.version ?? 0,
          points: found?.newest.points ?? null,
          max: found?.newest.max ?? null,
          maturity: found?.newest.maturity ?? null,
          at: found?.newest.at ?? null,
          publishedAt: found?.published?.published_at ?? null,
          seenByVisitors: seen.has(institution.id) && institution.hide !== true,
          written: written.get(institution.id) ?? 0,
          texts,
        }
      }),
    })
  })

const placesIn = (tx: Tx, formId: FormId) =>
  tx.q
    .selectFrom('participant')
    .leftJoin('user', 'user.id', 'participant.evaluator_id')
    .select(['participant.institution_id', 'participant.evaluator_id', 'user.name', 'user.surname'])
    .where('participant.form_id', '=', formId)
    .execute()

/** Institutions by name. */
async function institutionsOf(tx: Tx, ids: readonly InstitutionId[]): Promise<readonly Institution[]> {
  if (ids.length === 0) return []
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(oneOf(tx.kind, 'scope', ids.map(orgScope)))
    .where('tbl', '=', 'institution')
    .where('deleted', '=', 0)
    .execute()
  const all = rows.map(({ data }): Institution => JSON.parse(data))
  return all.toSorted((left, right) => left.name.localeCompare(right.name, 'es') || (left.id < right.id ? -1 : 1))
}

/** Texts at a time: each may be long. */
const together = 20

/** How many texts were written for each institution. */
async function writtenOf(
  tx: Tx,
  formId: FormId,
  kind: ResultKind,
  institutions: readonly Institution[],
): Promise<ReadonlyMap<InstitutionId, number>> {
  const found = new Map<InstitutionId, number>()
  const scopes = new Map(institutions.map(({ id }) => [resultsScope(id, formId), id]))
  const all = [...scopes.keys()]
  for (let at = 0; at < all.length; at += together) {
    const rows = await tx.q
      .selectFrom('sync_row')
      .select(['scope', 'data'])
      .where(oneOf(tx.kind, 'scope', all.slice(at, at + together)))
      .where('tbl', '=', 'inform')
      .where('id', '=', kind)
      .where('deleted', '=', 0)
      .execute()
    for (const { scope, data } of rows) {
      const { texts }: Inform = JSON.parse(data)
      found.set(scopes.get(scope) ?? '', Object.keys(texts).length)
    }
  }
  return found
}

/**
 * What was published of an institution, in every form, the newest first: what the caller reads of it. Who is of it and does not lead it
 * is told only whether there is anything. Fails: not_found.
 */
export const ownResultsOf = (
  server: Server,
  session: Session,
  institutionId: InstitutionId,
  language: Language,
): Promise<Result<OwnResults>> =>
  server.db.read(async (tx): Promise<Result<OwnResults>> => {
    const { actor } = session
    if (actor.kind === 'Institutional' && !belongsTo(actor, institutionId)) return fail('not_found')
    const now = server.now()
    const places = await tx.q.selectFrom('participant').select('form_id').where('institution_id', '=', institutionId).execute()
    const results: ResultLine[] = []
    const headers = new Map<FormId, FormHeader>()
    let reached = actor.kind !== 'Evaluator'
    let isNoted = false
    for (const { form_id: formId } of places) {
      const reader = await readerOf(tx, session, { institutionId, formId }, now)
      if (!reader) continue
      reached = true
      for (const kind of resultKinds) {
        if (!readsPublished(reader, kind, now)) continue
        const found = await publishedOf(tx, { institutionId, formId }, kind)
        if (!found?.published_at) continue
        if (reader.as === 'member') {
          isNoted = true
          continue
        }
        headers.set(formId, reader.header)
        results.push({
          formId,
          form: readIn(language, reader.header.name, reader.header.en?.name).text,
          kind,
          version: found.version,
          publishedAt: found.published_at,
          points: found.points,
          max: found.max,
          maturity: found.maturity,
        })
      }
    }
    if (!reached) return fail('not_found')
    if (actor.kind === 'Administrator' && places.length === 0 && !(await institutionsOf(tx, [institutionId])).length)
      return fail('not_found')
    const breaks = await breaksBetween(tx, [...headers.values()], language)
    return done({
      results: results
        .map((line) => ({ ...line, ...(breaks.has(line.formId) && { declared: breaks.get(line.formId) }) }))
        .toSorted((left, right) => (left.publishedAt < right.publishedAt ? 1 : -1)),
      noteOnly: results.length === 0 && isNoted,
    })
  })

const publishedOf = (tx: Tx, { institutionId, formId }: { institutionId: InstitutionId; formId: FormId }, kind: ResultKind) =>
  tx.q
    .selectFrom('result_snapshot')
    .select(['version', 'published_at', 'points', 'max', 'maturity'])
    .where('form_id', '=', formId)
    .where('institution_id', '=', institutionId)
    .where('kind', '=', kind)
    .where('published_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Why forms are not compared with the one before them, by form: of those of which an administrator declared so (RS22). */
async function breaksBetween(tx: Tx, forms: readonly FormHeader[], language: Language): Promise<ReadonlyMap<FormId, string>> {
  const inOrder = forms.toSorted((left, right) => firstDayMs(left) - firstDayMs(right))
  const found = new Map<FormId, string>()
  for (const [at, form] of inOrder.entries()) {
    const before = inOrder[at - 1]
    const reason = before && (await apartIn(tx, before, form))
    if (reason) found.set(form.id, reason[language])
  }
  return found
}
