import { readIn } from '#shared/forms/in-language.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { RichTextView } from '#client/features/texts/rich-text-view.tsx'

interface Props {
  readonly es: string
  readonly en: string | undefined
  readonly className?: string | undefined
}

/** A text of the questionnaire with its marks, in the reader's language. */
export function FormHelp({ es, en, className }: Props) {
  const { text, lang } = readIn(useLanguage(), es, en)
  return <RichTextView html={text} lang={lang} className={className} />
}
