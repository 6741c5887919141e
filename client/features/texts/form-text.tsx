import { readIn } from '#shared/forms/in-language.ts'
import type { TextRead } from '#shared/forms/in-language.ts'
import type { Dimension, Question } from '#shared/forms/model.ts'
import { language, useLanguage } from '#client/i18n/language.ts'

interface Props {
  readonly es: string
  readonly en: string | undefined
}

/** A text of the questionnaire in the reader's language, marked with the language that it is in. */
export function FormText({ es, en }: Props) {
  const { text, lang } = readIn(useLanguage(), es, en)
  return <span lang={lang}>{text}</span>
}

/** What a question asks. */
export const QuestionText = ({ of }: { readonly of: Pick<Question, 'text' | 'en'> }) => <FormText es={of.text} en={of.en?.text} />

/** What a dimension, or a sub-dimension, is called. */
export const DimensionName = ({ of }: { readonly of: Pick<Dimension, 'name' | 'en'> }) => <FormText es={of.name} en={of.en?.name} />

/** The same where it is no element of its own, as in a heading or a label. Who calls it draws anew with the language. */
export const formText = (es: string, en: string | undefined): TextRead => readIn(language(), es, en)
