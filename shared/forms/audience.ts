import type { UserKind } from '../access/actor.ts'
import type { Alert, FormDefinition, Question } from './model.ts'

/** For whom a questionnaire is: the lab's people read all of it, an institution's what it needs to answer. */
export type Audience = 'institution' | 'lab'

export const audienceOf = (kind: UserKind): Audience => (kind === 'Institutional' ? 'institution' : 'lab')

/** A question as its audience receives it: an institution's has neither the evaluators' criterion, nor what tells of it, nor the points (SPEC VI7). */
export const questionFor = <T extends Question>(audience: Audience, question: T): T =>
  audience === 'lab' || isOwn(question)
    ? question
    : {
        ...question,
        questionHint: undefined,
        points: [],
        enFrom: undefined,
        ...(question.en && { en: { ...question.en, questionHint: undefined } }),
      }

/** Whether nothing of a question is the lab's. */
const isOwn = ({ questionHint, points, en, enFrom }: Question): boolean =>
  questionHint === undefined && points.length === 0 && en?.questionHint === undefined && enFrom === undefined

const isTold = ({ institution }: Alert): boolean => institution === true

/** Alerts that an institution is told of; undefined for none (AL3). */
function toldTo(alerts: readonly Alert[] = []): Alert[] | undefined {
  const told = alerts.filter(isTold)
  return told.length > 0 ? told : undefined
}

/** A version of a questionnaire as its audience receives it; it says for whom it is, and made twice it is the same. */
export const definitionFor = (audience: Audience, definition: FormDefinition): FormDefinition =>
  audience === 'lab' ||
  (definition.audience === 'institution' && (definition.alerts ?? []).every(isTold) && definition.questions.every(isOwn))
    ? definition
    : {
        ...definition,
        audience,
        alerts: toldTo(definition.alerts),
        dimensions: definition.dimensions.map((dimension) => ({ ...dimension, enFrom: undefined })),
        questions: definition.questions.map((question) => questionFor(audience, question)),
      }
