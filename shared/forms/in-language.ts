/** A text of a questionnaire in the language in which somebody reads the platform, and the language that it is in. */
export interface TextRead {
  readonly text: string
  readonly lang: 'es' | 'en'
}

/** What a reader is shown of a text: English to who reads English where there is any, Spanish otherwise (DF6). */
export const readIn = (language: 'es' | 'en', es: string, en: string | undefined): TextRead =>
  language === 'en' && en?.trim() ? { text: en, lang: 'en' } : { text: es, lang: 'es' }
