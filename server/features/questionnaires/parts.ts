import type { Question } from '#shared/forms/model.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId, QuestionId } from '#shared/kernel/ids.ts'
import { dayAt } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { ofKind, siblingsAt, type Place } from '#shared/questionnaires/editing.ts'
import { emptyQuestion, firstInner, usualCondition } from '#shared/questionnaires/new-question.ts'
import * as contract from '#shared/questionnaires/routes.ts'
import type { GivenQuestion } from '#shared/questionnaires/routes.ts'
import { mount, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { keyedCall, performOnForm, type Wanted } from '../../sync/perform.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'
import { idOfCall } from './ids.ts'

const messages = {
  es: {
    dimension: 'Dimensión eliminada exitosamente',
    sub: 'Sub dimensión eliminada exitosamente',
    question: 'Pregunta eliminada exitosamente',
  },
  en: { dimension: 'Dimension deleted', sub: 'Sub-dimension deleted', question: 'Question deleted' },
} as const

/** Dimensions and questions of a form, call by call, for who works on it without its pages. */
export function mountParts(server: Server): void {
  const stateOf = async (formId: FormId): Promise<Questionnaire | undefined> => {
    const state = await server.db.read((tx) => questionnaireIn(tx, formId))
    return state.form && state
  }
  /** Asks for changes that are made of what stands, and gives what stands afterwards. */
  const change = async <T>(
    { session, said, formId }: { readonly session: Session; readonly said: Said; readonly formId: FormId },
    wanted: (state: Questionnaire) => readonly Wanted[] | Result<never>,
    reply: (state: Questionnaire) => T | undefined,
  ): Promise<Result<T>> => {
    const keyed = await keyedCall(server, session, said)
    if (!keyed.ok) return keyed
    const state = await stateOf(formId)
    if (!state) return fail('not_found')
    // Of a call that was made before nothing is asked again: what it was about may be gone.
    if (!keyed.value.before) {
      const asked = wanted(state)
      if ('ok' in asked) return asked
      const stored = asked.length === 0 ? undefined : await performOnForm(server, session, said, formId, asked)
      if (stored && !stored.ok) return stored
    }
    const after = await stateOf(formId)
    const found = after && reply(after)
    return found === undefined ? fail('not_found') : done(found)
  }

  mount(server, contract.addDimension, ({ params, body, session, said }) => {
    const id = idOfCall('d', said, session)
    return change(
      { session, said, formId: params.form },
      (state) => {
        const parentId = body.parent ?? null
        const siblings = parentId === null ? state.get('outline', params.form)?.dimensionIds : state.dimension(parentId)?.subDimensionIds
        return [{ name: 'dimension.add', args: { id, parentId, name: body.name, after: siblings?.at(-1) ?? null } }]
      },
      (state) => dimensionIn(state, id),
    )
  })
  mount(server, contract.editDimension, ({ params, body, session, said }) =>
    change(
      { session, said, formId: params.form },
      (state) => {
        const found = state.dimension(params.dimension)
        if (!found) return fail('not_found')
        return [{ name: 'dimension.edit', args: { id: found.id, from: { name: found.name }, to: { name: body.name } } }]
      },
      (state) => dimensionIn(state, params.dimension),
    ),
  )
  mount(server, contract.removeDimension, ({ params, session, said, language }) => {
    return change(
      { session, said, formId: params.form },
      (state) => {
        const found = state.dimension(params.dimension)
        return found ? [{ name: 'dimension.remove', args: { id: found.id } }] : fail('not_found')
      },
      (state) => ({ msg: messages[language][state.get('dimension', params.dimension)?.parentId === null ? 'dimension' : 'sub'] }),
    )
  })

  const add = (
    { session, said, formId }: { readonly session: Session; readonly said: Said; readonly formId: FormId },
    dimensionId: string,
    fields: GivenQuestion,
    isBlock: boolean,
  ) => {
    const id = idOfCall('q', said, session)
    return change(
      { session, said, formId },
      (state) => {
        const parent = fields.parent ?? null
        const place: Place = {
          dimensionId,
          parentId: isBlock ? null : parent,
          blockId: isBlock ? parent : (inBlock(state, parent) ?? null),
        }
        const siblings = siblingsAt(state, place)
        if (!siblings) return fail('not_found')
        const after = fields.after === undefined ? (siblings.ids.at(-1) ?? null) : fields.after
        return [{ name: 'question.add', args: { after, questions: newQuestions(state, id, place, fields, dayAt(server.now())) } }]
      },
      (state) => questionIn(state, id),
    )
  }
  const edit = (
    { session, said, formId }: { readonly session: Session; readonly said: Said; readonly formId: FormId },
    question: QuestionId,
    { parent: _parent, after: _after, visibleIf, ...fields }: GivenQuestion,
  ) =>
    change(
      { session, said, formId },
      (state) => {
        const found = state.question(question)
        if (!found) return fail('not_found')
        const to: Record<string, unknown> = { ...fields, ...(visibleIf ? { visibleIf: visibleIf.value } : {}) }
        const from = Object.fromEntries(Object.keys(to).map((field) => [field, (Reflect.get(found, field) as unknown) ?? null]))
        const isNewBlock = fields.kind === 'Block' && found.kind !== 'Block'
        const inner = isNewBlock ? { inner: [firstInner(idOfCall('i', said, session), found)] } : {}
        return Object.keys(to).length === 0 ? [] : [{ name: 'question.edit', args: { id: question, from, to, ...inner } }]
      },
      (state) => questionIn(state, question),
    )
  const remove = (
    { session, said, formId }: { readonly session: Session; readonly said: Said; readonly formId: FormId },
    question: QuestionId,
    msg: string,
  ) =>
    change(
      { session, said, formId },
      (state) => (state.question(question) ? [{ name: 'question.remove', args: { id: question } }] : fail('not_found')),
      () => ({ msg }),
    )

  mount(server, contract.addQuestion, ({ params, body, session, said }) =>
    add({ session, said, formId: params.form }, body.dimensionId, body.fields, body.isBlock === true),
  )
  mount(server, contract.addSurveyQuestion, ({ params, body, session, said }) =>
    add({ session, said, formId: params.form }, surveyDimensionId, body.fields, body.isBlock === true),
  )
  for (const route of [contract.editQuestion, contract.editSurveyQuestion])
    mount(server, route, ({ params, body, session, said }) => edit({ session, said, formId: params.form }, params.question, body.fields))
  for (const route of [contract.removeQuestion, contract.removeSurveyQuestion])
    mount(server, route, ({ params, session, said, language }) =>
      remove({ session, said, formId: params.form }, params.question, messages[language].question),
    )

  mount(server, contract.surveyQuestions, async ({ params }) => {
    const state = await stateOf(params.form)
    if (!state) return fail('not_found')
    const questions = state.index.surveyQuestions
    return done({
      questions: state.dimension(surveyDimensionId)?.questionIds ?? [],
      dimensionId: surveyDimensionId,
      questionById: Object.fromEntries(questions.map((each) => [each.id, viewOf(state, each)])),
    })
  })
}

const dimensionIn = (state: Questionnaire, id: string) => {
  const found = state.index.dimension(id)
  return found && { ...found, _id: id }
}

const viewOf = (state: Questionnaire, question: Question) => ({ ...question, _id: question.id, number: state.index.numberOf(question.id) })

const questionIn = (state: Questionnaire, id: QuestionId) => {
  const found = state.index.question(id)
  return found && viewOf(state, found)
}

/** The block of the question on which another is to depend. */
const inBlock = (state: Questionnaire, parent: QuestionId | null): QuestionId | null | undefined =>
  parent === null ? null : state.question(parent)?.blockId

/** A question with what its kind brings unless it is said; a block comes with the inner question that names its rows. */
function newQuestions(state: Questionnaire, id: QuestionId, place: Place, fields: GivenQuestion, today: string): Question[] {
  const { parent: _parent, after: _after, visibleIf, kind = 'SimpleText', options = [], min, max, ...said } = fields
  const above = place.parentId === null ? undefined : state.question(place.parentId)
  const usual = ofKind(kind, today)
  const bound = (given: number | string | null | undefined, otherwise: unknown) => (given === undefined ? otherwise : given) ?? undefined
  const question = {
    ...emptyQuestion(id, place),
    ...said,
    kind,
    options: options.map(({ was: _was, ...option }) => option),
    min: bound(min, usual['min']),
    max: bound(max, usual['max']),
    visibleIf: above ? (visibleIf?.value ?? usualCondition(above)) : null,
    block: kind === 'Block' ? [`${id}-1`] : [],
  } as Question
  return kind === 'Block' ? [question, firstInner(`${id}-1`, question)] : [question]
}
