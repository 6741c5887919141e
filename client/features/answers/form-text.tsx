import { readIn } from '#shared/forms/in-language.ts'
import { useLanguage } from '#client/i18n/language.ts'

interface Props {
  readonly es: string
  readonly en: string | undefined
}

/** A text of the questionnaire in the reader's language, marked with the language that it is in. */
export function FormText({ es, en }: Props) {
  const { text, lang } = readIn(useLanguage(), es, en)
  return <span lang={lang}>{text}</span>
}
