import * as contract from '#shared/answers/routes.ts'
import type { Saved } from '#shared/answers/routes.ts'
import { addCounters, countersOf, noCounters, rowsOf, type Counters } from '#shared/answers/rules.ts'
import { readValue } from '#shared/forms/kinds.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, type Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { dispositionOf } from '../../http/downloads.ts'
import { mount, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import { tableFile } from '../../http/table-file.ts'
import { answersOfAll, answerSheet } from '../../reports/answers.ts'
import { institutionsOf } from '../../reports/institutions.ts'
import { tableStream } from '../../reports/table.ts'
import type { Server } from '../../server.ts'
import { perform, performOnForm, type Wanted } from '../../sync/perform.ts'
import { look, sees, unitAt } from '../../world/look.ts'
import { headerOf } from '../../world/store.ts'
import { answerView, answerViews, fileHistoryOf } from './views.ts'

const cleared = v.looseObject({ dependentDelete: v.array(v.string()) })

interface Place {
  readonly session: Session
  readonly said: Said
  readonly formId: string
  readonly institutionId: string | undefined
  readonly questionId: string
  readonly index: number
}

export function mountAnswers(server: Server): void {
  /** Carries out a mutation on one unit and answers with what stands then. */
  const change = async (place: Place, wanted: (world: World, unit: Unit) => Wanted | Result<never>): Promise<Result<Saved>> => {
    const stored = await perform(server, place.session, place.said, place, (world) => {
      const unit = unitAt(world, place.questionId, place.index)
      return unit === undefined ? fail('question_retired') : wanted(world, unit)
    })
    if (!stored.ok) return stored
    // What it was about then: the row may have another position by now, when the call came before.
    const touched = must(stored.value.entity, 'a mutation was performed on no unit')
    const parsed = v.safeParse(cleared, stored.value.reply)
    return look(server, place.session, place.formId, place.institutionId, async ({ world, tx }) => ({
      answer: answerView(world, touched, world.answer(touched), (await fileHistoryOf(tx, world)).get(touched) ?? []),
      dependentDelete: parsed.success ? parsed.output.dependentDelete : [],
    }))
  }

  const saving = (place: Place, answer: unknown, justification: string | undefined): Promise<Result<Saved>> =>
    change(place, (world, unit) => {
      const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
      const value = readValue(answer, { question, rows: rowsOf(world, question), newRow: randomUUID })
      if (value === undefined) return fail('needs_review')
      return { name: 'answer.set', args: { unit, value, ...(justification ? { justification } : {}) }, base: world.answer(unit)?.mid }
    })

  for (const variant of [contract.save, contract.saveAdmin, contract.saveSurvey]) {
    for (const route of [variant.plain, variant.parent]) {
      mount(server, route, async ({ params, body, session, said }) => {
        const place = {
          session,
          said,
          formId: params.form,
          institutionId: body.institution,
          questionId: body.questionId,
          index: body.index,
        }
        return saving(place, body.answer, body.justification)
      })
    }
    mount(server, variant.child, async ({ params, body, session, said }) => {
      const place = {
        session,
        said,
        formId: params.form,
        institutionId: body.institution,
        questionId: body.questionId,
        index: params.index,
      }
      return saving(place, body.answer, body.justification)
    })
  }

  mount(server, contract.clear, ({ params, body, session, said }) =>
    change(
      { session, said, formId: params.form, institutionId: body.institution, questionId: body.questionId, index: body.index },
      (world, unit) => ({
        name: 'answer.clear',
        args: { unit },
        base: world.answer(unit)?.mid,
      }),
    ),
  )

  mount(server, contract.resize, ({ params, body, session, said }) =>
    saving(
      { session, said, formId: params.form, institutionId: body.institution, questionId: body.questionId, index: -1 },
      body.size,
      undefined,
    ),
  )

  mount(server, contract.list, ({ params, body, session }) =>
    look(server, session, params.form, body.institution, (view) => answerViews(view, body.questionIds)),
  )

  mount(server, contract.exportAnswers, async ({ params, query, session }) => {
    const sheet = await look(server, session, params.form, params.institution, answerSheet)
    if (!sheet.ok) return sheet
    const { name, type, body } = tableFile(sheet.value, `respuestas_${params.institution}`, query.format ?? 'csv')
    return new Response(body, { headers: { 'Content-Type': type, 'Content-Disposition': dispositionOf(name) } })
  })

  mount(server, contract.exportAllAnswers, async ({ params, query, session }) => {
    const keys = await institutionsOf(server, session, params.form)
    if (!keys.ok) return keys
    const table = tableStream(answersOfAll(server, session, keys.value), `respuestas_${params.form}`, query.format ?? 'csv')
    return server.downloads.send(session.user.id, table)
  })

  mount(server, contract.calculated, async ({ params, body, session, said }) => {
    if (body.option !== undefined) return calculateBy(server, session, said, params.form, body.option === '1' ? 1 : 2)
    return look(server, session, params.form, body.institution, ({ world, parts }) => {
      const viewer = session.user.kind === 'Institutional' ? session.user.id : undefined
      const byDimension: Record<string, Counters> = {}
      let total = noCounters
      for (const sub of world.index.subDimensions.filter((each) => sees(parts, each.id))) {
        const counters = countersOf(world, sub.id, viewer)
        byDimension[sub.id] = counters
        if (sub.parentId !== null) byDimension[sub.parentId] = addCounters(byDimension[sub.parentId] ?? noCounters, counters)
        total = addCounters(total, counters)
      }
      return { total, byDimension }
    })
  })
}

/** How the points of a form come about, as an administrator chooses it. */
async function calculateBy(
  server: Server,
  session: Session,
  said: Said,
  formId: string,
  to: 1 | 2,
): Promise<Result<{ calculatedBy: 1 | 2 }>> {
  if (session.user.kind !== 'Administrator') return fail('administrators_only')
  const header = await server.db.read((tx) => headerOf(tx, formId))
  if (!header) return fail('not_found')
  const args = { from: header.calculatedBy ?? null, to }
  const stored = await performOnForm(server, session, said, formId, [{ name: 'form.calculate', args }])
  return stored.ok ? done({ calculatedBy: to }) : stored
}
