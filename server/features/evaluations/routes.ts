import { rowIndexOf } from '#shared/answers/rules.ts'
import * as contract from '#shared/evaluations/routes.ts'
import type { EvaluatedForm, EvaluatedInstitution, EvaluationView, OverviewRow, TraceRow } from '#shared/evaluations/routes.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import { decisions, rounds, type Decision, type Evaluation, type Overview } from '#shared/evaluations/model.ts'
import { actionOf } from '#shared/evaluations/mutations.ts'
import { evaluatorRowOf } from '#shared/evaluations/evaluator-row.ts'
import { unsentRounds } from '#shared/evaluations/progress.ts'
import { releasedFor, roundAt, seenFiles, undecidedUnits } from '#shared/evaluations/rules.ts'
import { writtenValue } from '#shared/forms/kinds.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { questionIdOf, unitOf } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { privileges } from '#shared/privileges/model.ts'
import { mayAsLab } from '#shared/privileges/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { sql } from 'kysely'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { mount, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { overviewsFor } from '../../world/overviews.ts'
import { headerOf } from '../../world/store.ts'
import { participationsOf } from '../../world/visibility.ts'
import { headerView, periodText } from '../forms/views.ts'
import { perform } from '../../sync/perform.ts'
import { look, nameOf, sees, unitAt, type View } from '../../world/look.ts'

const messages = {
  es: { Accepted: 'Respuesta aceptada', Rejected: 'Respuesta rechazada', Observed: 'Observación creada', all: 'Éxito.', sent: 'Éxito.' },
  en: { Accepted: 'Answer accepted', Rejected: 'Answer rejected', Observed: 'Observation created', all: 'Done.', sent: 'Done.' },
}

interface DecideBody {
  readonly decision: Decision
  readonly comment?: string | null | undefined
  readonly answerRev?: number | undefined
  readonly file?: string | null | undefined
}

export function mountEvaluations(server: Server): void {
  const decide = async (
    session: Session,
    said: Said,
    place: { form: string; institution: string; question: string; index: number },
    body: DecideBody,
  ): Promise<Result<unknown>> =>
    perform(server, session, said, { formId: place.form, institutionId: place.institution }, (world) => {
      const unit = unitAt(world, place.question, place.index)
      if (unit === undefined) return fail('question_retired')
      const answerRev = body.answerRev ?? world.answer(unit)?.rev ?? 0
      const file = body.file === undefined ? (world.attachment(unit)?.id ?? null) : body.file
      const base = world.get('draft', unit)?.mid
      return { name: 'evaluation.decide', args: { unit, decision: body.decision, comment: body.comment ?? null, answerRev, file }, base }
    })

  mount(server, contract.decide, async ({ params, body, session, said, language }) => {
    const stored = await decide(session, said, { ...params, index: -1 }, body)
    return stored.ok ? done({ msg: messages[language][body.decision] }) : stored
  })

  mount(server, contract.decideRow, async ({ params, body, session, said, language }) => {
    const stored = await decide(session, said, { ...params, question: params.child }, body)
    return stored.ok ? done({ msg: messages[language][body.decision] }) : stored
  })

  mount(server, contract.acceptAll, async ({ params, session, said, language }) => {
    const stored = await perform(server, session, said, { formId: params.form, institutionId: params.institution }, (world) => {
      const round = roundAt(world, server.now())?.round
      const units = round === undefined ? [] : undecidedUnits(world, round)
      const args = { units: units.map((unit) => [unit, world.answer(unit)?.rev ?? 0]), files: seenFiles(world, units) }
      return { name: 'evaluation.acceptRemaining', args }
    })
    return stored.ok ? done({ msg: messages[language].all }) : stored
  })

  mount(server, contract.evaluations, ({ params, session }) => look(server, session, params.form, params.institution, evaluationViews))

  mount(server, contract.sendEvaluation, async ({ params, session, said, language }) => {
    const key = { formId: params.form, institutionId: params.institution }
    const stored = await perform(server, session, said, key, () => ({ name: 'evaluation.send', args: {} }))
    return stored.ok ? done({ msg: messages[language].sent }) : stored
  })

  mount(server, contract.overview, async ({ params, session }) => {
    if (session.user.kind === 'Institutional') return fail('not_found')
    const now = server.now()
    const rows = await server.db.read(async (tx) => {
      const form = await headerOf(tx, params.form)
      if (!form) return []
      return (await overviewsFor(tx, session.actor, form.id)).map((overview): OverviewRow => {
        const { institutionId, evaluatorId, name } = overview
        const unsent = unsentRounds(overview, form, now).map(({ stage, undecided }) => ({ stageId: stage.id, undecided }))
        return { institutionId, evaluatorId, name, unsent, ...evaluatorRowOf(overview, form, session.actor, now) }
      })
    })
    return done(rows)
  })

  mount(server, contract.evaluatedForms, async ({ session }) => {
    if (session.user.kind === 'Institutional') return done({ formIds: [], formById: {} })
    const forms = await server.db.read(async (tx) => {
      const ids = [...new Set((await participationsOf(tx, session.actor)).map(({ formId }) => formId))]
      const found: EvaluatedForm[] = []
      for (const id of ids) {
        const reached = await reachedIn(tx, session, id)
        if (reached) found.push(evaluatedForm(reached, session, server.now()))
      }
      return found
    })
    return done({ formIds: forms.map((each) => each._id), formById: Object.fromEntries(forms.map((each) => [each._id, each])) })
  })

  mount(server, contract.evaluatedForm, async ({ params, session }) => {
    const reached = session.user.kind === 'Institutional' ? undefined : await server.db.read((tx) => reachedIn(tx, session, params.form))
    if (!reached) return fail('not_found')
    const now = server.now()
    const rows = reached.overviews.map((overview): EvaluatedInstitution => {
      const { institutionId, name, leader, evaluatorId } = overview
      const { advance, state, observed, notAccepted, locked, selectToSend } = evaluatorRowOf(overview, reached.header, session.actor, now)
      return {
        id: institutionId,
        name,
        institutionalLeader: leader,
        advance,
        state,
        observedQuestions: observed,
        questionsNotAccepted: notAccepted,
        evaluator: evaluatorId,
        locked,
        selectToSend,
      }
    })
    return done({
      form: evaluatedForm(reached, session, now),
      institutionIds: rows.map((each) => each.id),
      institutionById: Object.fromEntries(rows.map((each) => [each.id, each])),
    })
  })

  mount(server, contract.traceability, ({ params, query, session }) =>
    look(server, session, params.form, params.institution, (view) => traceRows(view, params.question, params.index, query)),
  )
}

/** An enabled form with what its lists tell of each institution that somebody of the lab reaches in it. */
interface Reached {
  readonly header: FormHeader
  readonly overviews: readonly Overview[]
}

/** Undefined where the person reaches nobody. */
async function reachedIn(tx: Tx, { actor }: Session, formId: string): Promise<Reached | undefined> {
  const overviews = await overviewsFor(tx, actor, formId)
  const header = overviews.length === 0 ? undefined : await headerOf(tx, formId)
  return header && { header, overviews: overviews.toSorted((left, right) => left.name.localeCompare(right.name, 'es')) }
}

const evaluatedForm = ({ header, overviews }: Reached, { actor }: Session, now: Instant): EvaluatedForm => ({
  ...headerView(header, now),
  description: header.description,
  period: periodText(header),
  numStages: header.stages.length,
  numInstitutions: overviews.length,
  privileges: privileges.filter((privilege) => overviews.some((each) => mayAsLab(header, each, actor, privilege, now))),
})

/** Drafts for who evaluates, what was released for the institution. */
function evaluationViews({ world, session, parts, now }: View): EvaluationView[] {
  const shown = new Map<string, Evaluation>()
  for (const [unit] of world.entries('evaluation')) {
    const released = releasedFor(world, session.actor, unit, now)
    if (released) shown.set(unit, released)
  }
  if (session.user.kind !== 'Institutional')
    for (const [unit, draft] of world.entries('draft')) if (!draft.withdrawn) shown.set(unit, draft)
  return [...shown.values()]
    .filter((each) => sees(parts, world.partOf(each.unit)))
    .map((each) => ({
      questionId: questionIdOf(each.unit),
      index: rowIndexOf(world, each.unit),
      decision: each.decision,
      comment: each.comment,
      changeEvaluation: each.changeEvaluation,
      user: nameOf(world, each.authorId),
      block: world.index.question(questionIdOf(each.unit))?.blockId ?? null,
    }))
}

/** What a decision is called in a question's history, whichever it is. */
const decisionActions = [...new Set(rounds.flatMap((round) => decisions.map((decision) => actionOf(round, decision))))]

interface Page {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

const refusedAction = 'No aplicado'

async function traceRows(
  { world, session, parts, tx }: View,
  questionId: string,
  index: number,
  { after, limit = contract.traceMaxRows }: Page,
): Promise<TraceRow[]> {
  const unit = unitAt(world, questionId, index) ?? unitOf(questionId)
  const question = world.index.question(questionId)
  if (!question || !sees(parts, world.partOf(unit))) return []
  const ofUnit = tx.q.selectFrom('history').where('scope', '=', world.scope).where('unit', '=', unit)
  const last = after === undefined ? undefined : await ofUnit.select(['received_at', 'id']).where('id', '=', after).executeTakeFirst()
  if (after !== undefined && !last) return []
  // Lines between the same two that stand are of one stretch; what was not applied of one person in it is told by the newest.
  let query = ofUnit.select([
    'id',
    'action',
    'user_id',
    'received_at',
    sql<number>`sum(case when action = ${refusedAction} then 0 else 1 end) over (order by received_at desc, id desc)`.as('stretch'),
  ])
  if (session.user.kind === 'Institutional') {
    // What evaluators did, and administrators decided, is the institution's to read only up to the decision that was released to it.
    const released = await ofUnit
      .select('received_at')
      .where('mid', '=', world.get('evaluation', unit)?.mid ?? '')
      .executeTakeFirst()
    query = query.where((row) =>
      row.or([
        row.and([row('role', '<>', 'Evaluator'), row.or([row('role', '<>', 'Administrator'), row('action', 'not in', decisionActions)])]),
        row.and([row('action', '<>', refusedAction), row('received_at', '<=', released?.received_at ?? '')]),
      ]),
    )
  }
  const ofOne = sql`partition by stretch, action, user_id`
  const numbered = tx.q
    .selectFrom(query.as('line'))
    .select(['id', 'received_at'])
    .select(sql<number>`row_number() over (${ofOne} order by received_at desc, id desc)`.as('nth'))
    .select(sql<number | string>`count(*) over (${ofOne})`.as('same'))
  let told = tx.q.selectFrom(numbered.as('told')).select(['id', 'same']).where('nth', '=', 1)
  if (last) {
    told = told.where((row) =>
      row.or([row('received_at', '<', last.received_at), row.and([row('received_at', '=', last.received_at), row('id', '<', last.id)])]),
    )
  }
  const shown = await told.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  const same = new Map(shown.map((row) => [row.id, Number(row.same)]))
  const rows = await tx.q
    .selectFrom('history')
    .select(['id', 'action', 'value', 'text', 'user_id', 'role', 'occurred_at', 'received_at'])
    .where(oneOf(tx.kind, 'id', [...same.keys()]))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => {
    const more = (same.get(row.id) ?? 1) - 1
    const value: AnswerValue | null = row.value === null ? null : JSON.parse(row.value)
    return {
      _id: row.id,
      date: row.occurred_at,
      receivedAt: row.received_at,
      action: row.action,
      value: writtenValue(question, value),
      text: row.text,
      userName: nameOf(world, row.user_id),
      role: row.role,
      ...(more > 0 ? { more } : {}),
    }
  })
}
