import { englishState, isOption, textsOfDimension, textsOfForm, textsOfQuestion } from '../forms/english.ts'
import type { EnglishState, Spoken } from '../forms/english.ts'
import { definitionLimits, surveyDimensionId } from '../forms/model.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import type { Questionnaire } from '../questionnaire.ts'

/** What a text belongs to. */
export type Element = 'form' | 'dimension' | 'question'

/** A text of a questionnaire that who reads English may meet, with how its English stands. */
export interface Translatable extends Spoken {
  readonly of: Element
  readonly id: string
  readonly state: EnglishState
  /** Dimension or sub-dimension under which it stands; null: the form's own. */
  readonly dimensionId: DimensionId | null
}

/** Texts with marks, which are HTML from the fixed set. */
export const isRich = (key: string): boolean => key === 'configHint' || key === 'fillingHint' || key === 'questionHint'

/** Most characters of a text's English. */
export function mostOf(key: string): number {
  if (isOption(key)) return definitionLimits.optionLength
  if (key === 'name') return definitionLimits.nameLength
  return key === 'text' || key === 'description' ? definitionLimits.textLength : definitionLimits.hintLength
}

/** The texts of one element; none where there is no such one. */
export function textsOf(state: Questionnaire, of: Element, id: string): readonly Spoken[] {
  const { form } = state
  if (of === 'form') return form ? textsOfForm(form) : []
  if (of === 'dimension') {
    const row = state.dimension(id)
    return row ? textsOfDimension(row) : []
  }
  const row = state.question(id)
  return row ? textsOfQuestion(row) : []
}

/** Every text of a questionnaire that somebody reads, in reading order. Administrative questions are shown to nobody who answers. */
export function translationsOf(state: Questionnaire): readonly Translatable[] {
  const { form, index } = state
  if (!form) return []
  const found: Translatable[] = textsOfForm(form).map((text) => ({
    ...text,
    of: 'form',
    id: form.id,
    state: englishState(text, form.enFrom),
    dimensionId: null,
  }))
  const ofDimension = (id: DimensionId): void => {
    const row = index.dimension(id)
    if (!row) return
    for (const text of textsOfDimension(row))
      found.push({ ...text, of: 'dimension', id, state: englishState(text, row.enFrom), dimensionId: id })
  }
  const ofQuestions = (ids: readonly QuestionId[]): void => {
    for (const id of ids) {
      const row = index.question(id)
      if (!row) continue
      if (!row.administrative)
        for (const text of textsOfQuestion(row))
          found.push({ ...text, of: 'question', id, state: englishState(text, row.enFrom), dimensionId: row.dimensionId })
      ofQuestions(row.block)
      ofQuestions(row.dependent)
    }
  }
  for (const top of index.topDimensions) {
    ofDimension(top.id)
    for (const id of top.subDimensionIds) {
      ofDimension(id)
      ofQuestions(index.dimension(id)?.questionIds ?? [])
    }
  }
  ofQuestions(index.dimension(surveyDimensionId)?.questionIds ?? [])
  return found
}
