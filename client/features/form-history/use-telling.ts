import { questionKinds } from '#shared/forms/model.ts'
import type { QuestionKind } from '#shared/forms/model.ts'
import type { StageKind } from '#shared/stages/model.ts'
import { kindsText } from '#client/features/answers/kinds/kind-text.ts'
import { stagesText } from '#client/features/stages/text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import type { Telling } from './event-words.ts'
import { formHistoryText } from './text.ts'

const isQuestionKind = (kind: QuestionKind | StageKind): kind is QuestionKind => questionKinds.some((each) => each === kind)

/** Whatever a change of a form is told with, in the language of the interface. */
export function useTelling(): Telling {
  const t = useText(formHistoryText)
  const kindName = useText(kindsText)
  const stages = useText(stagesText)
  const format = useFormat()
  const language = useLanguage()
  const kindText = (kind: QuestionKind | StageKind): string => (isQuestionKind(kind) ? kindName(kind) : stages(kind))
  return { t, format, language, kindText }
}
