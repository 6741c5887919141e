import { kinds } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import { maxPointsOfForm } from '#shared/forms/points.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import * as contract from '#shared/questionnaires/content-routes.ts'
import { type ReportText } from '#shared/questionnaires/model.ts'
import { formReportId } from '#shared/forms/model.ts'
import { mount, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { keyedCall, performOnForm, type Wanted } from '../../sync/perform.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'

const messages = { es: { report: 'Reporte actualizado correctamente' }, en: { report: 'Report updated' } } as const

/** Points, help texts and report texts of a form, call by call. */
export function mountContent(server: Server): void {
  const stateOf = async (formId: FormId): Promise<Questionnaire | undefined> => {
    const state = await server.db.read((tx) => questionnaireIn(tx, formId))
    return state.form && state
  }
  /** Asks for changes that are made of what stands, all or none, and gives what stands afterwards. */
  const change = async <T>(
    { session, said }: { readonly session: Session; readonly said: Said },
    formId: FormId,
    wanted: (state: Questionnaire) => readonly Wanted[] | undefined,
    reply: (state: Questionnaire) => T | undefined,
  ): Promise<Result<T>> => {
    const keyed = await keyedCall(server, session, said)
    if (!keyed.ok) return keyed
    const state = await stateOf(formId)
    // Of a call that was made before nothing is asked again: what it was about may be gone.
    const asked = state && (keyed.value.before ? [] : wanted(state))
    if (!asked) return fail('not_found')
    const stored = asked.length === 0 ? undefined : await performOnForm(server, session, said, formId, asked)
    if (stored && !stored.ok) return stored
    const after = await stateOf(formId)
    const found = after && reply(after)
    return found === undefined ? fail('not_found') : done(found)
  }

  mount(server, contract.points, async ({ params }) => {
    const state = await stateOf(params.form)
    return state ? done(state.definition.questions.flatMap((question) => recordsOf(question, params.form))) : fail('not_found')
  })

  mount(server, contract.setPoints, (call) => {
    const { formId, questionId, answer, answerId, value, divisorId } = call.body
    const key = String(answerId ?? answer ?? 'value')
    return change(
      call,
      formId,
      (state) => {
        const question = state.question(questionId)
        if (!question || !answersOf(question).has(key)) return undefined
        const was = question.points.find((each) => each.key === key)
        const divisor = divisorId === undefined ? was?.divisor : (divisorId ?? undefined)
        const entry = { key, value, ...(divisor === undefined ? {} : { divisor }) }
        const points = was ? question.points.map((each) => (each.key === key ? entry : each)) : [...question.points, entry]
        return [{ name: 'question.edit', args: { id: questionId, from: { points: question.points }, to: { points } } }]
      },
      () => ({ _id: `${questionId}:${key}` }),
    )
  })

  mount(server, contract.updateTotals, (call) => {
    const { formId, pointsByQuestionId } = call.body
    return change(
      call,
      formId,
      (state) => {
        const given = Object.entries(pointsByQuestionId)
        const isKnown = ([id, points]: (typeof given)[number]): boolean => {
          const question = state.question(id)
          return question !== undefined && points.every(({ key }) => answersOf(question).has(key))
        }
        if (!given.every(isKnown)) return undefined
        return given.map(([id, points]) => ({
          name: 'question.edit',
          args: { id, from: { points: state.question(id)?.points ?? [] }, to: { points } },
        }))
      },
      (state) => ({ total: maxPointsOfForm(state.index) }),
    )
  })

  mount(server, contract.dimensionHelps, (call) =>
    change(
      call,
      call.params.form,
      (state) => {
        const row = state.dimension(call.params.dimension)
        return row && [{ name: 'dimension.edit', args: { id: row.id, from: seenOf(row, call.body), to: call.body } }]
      },
      (state) => {
        const row = state.dimension(call.params.dimension)
        return row && { _id: row.id, configHint: row.configHint ?? '', fillingHint: row.fillingHint ?? '' }
      },
    ),
  )

  mount(server, contract.questionHelps, (call) =>
    change(
      call,
      call.params.form,
      (state) => {
        const row = state.question(call.params.question)
        return row && [{ name: 'question.edit', args: { id: row.id, from: seenOf(row, call.body), to: call.body } }]
      },
      (state) => {
        const row = state.question(call.params.question)
        return row && { _id: row.id, fillingHint: row.fillingHint ?? '', questionHint: row.questionHint ?? '' }
      },
    ),
  )

  mount(server, contract.reportTexts, async ({ params }) => {
    const state = await stateOf(params.form)
    if (!state) return fail('not_found')
    const { preliminaryIntroduction, preliminaryConclusion, finalIntroduction, finalConclusion } = textsAt(state, formReportId)
    const dimensions = state.definition.dimensions.map(({ id, parentId }) => {
      const { good, med, bad } = textsAt(state, id)
      return [id, { parent: parentId, good, med, bad }] as const
    })
    return done({
      preliminaryIntroduction,
      preliminaryConclusion,
      finalIntroduction,
      finalConclusion,
      dimensions: Object.fromEntries(dimensions),
    })
  })

  mount(server, contract.saveReportTexts, async (call) => {
    const { dimensions = {}, ...ofForm } = call.body
    const given = [
      [formReportId, ofForm] as const,
      ...Object.entries(dimensions).map(([id, { parent: _parent, ...texts }]) => [id, texts] as const),
    ]
    const stored = await change(
      call,
      call.params.form,
      (state) =>
        given
          .filter(([, texts]) => Object.keys(texts).length > 0)
          .map(([id, texts]) => ({ name: 'reportText.edit', args: { id, from: seenOf(textsAt(state, id), texts), to: texts } })),
      () => true,
    )
    return stored.ok ? done({ msg: messages[call.language].report }) : stored
  })
}

/** Keys under which a question has points: its choices, or what it is worth as such. */
function answersOf(question: Question): ReadonlySet<string> {
  const choices = kinds[question.kind].choices(question).map(String)
  return new Set(choices.length > 0 ? choices : ['value'])
}

/** Of a row the fields that a call names, as they stand: a caller has no other to have seen. */
const seenOf = (row: object, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, (Reflect.get(row, field) as unknown) ?? null]))

const textsAt = (state: Questionnaire, id: string): ReportText => state.get('reportText', id) ?? {}

function recordsOf(question: Question, formId: FormId): contract.PointRecord[] {
  const choices = kinds[question.kind].choices(question)
  return question.points.map(({ key, value, divisor }) => {
    const answer = choices.find((choice) => String(choice) === key) ?? null
    return {
      _id: `${question.id}:${key}`,
      questionId: question.id,
      answer,
      kind: question.kind,
      value,
      divisorId: divisor ?? null,
      answerId: answer === null ? null : key,
      formId,
    }
  })
}
