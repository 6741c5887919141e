import type { Problem } from './questions/fields-editor.ts'
import { questionnairesText } from './text.ts'
import { useText } from '#client/i18n/text.ts'

/** Sentence of what is missing in a field. */
export function useProblemText(): (problem: Problem) => string {
  const t = useText(questionnairesText)
  return (problem) =>
    problem.code === 'question_option_alike' && problem.other !== undefined
      ? t('optionAlike', { n: problem.other + 1 })
      : t(`problem_${problem.code}`)
}
