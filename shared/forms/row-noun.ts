import { withoutEnding } from '../kernel/cut.ts'

const naming =
  /^(?:indique\s+)?(?:(?:el|the)\s+)?(?:nombre|t[ií]tulo|denominaci[oó]n|name|title)\s+(?:del?|of)\s+(?:(?:el|l[ao]s?|the)\s+)?(\S.*)$/i
/** A longer ending is a description, not a noun. */
const mostWords = 3

/**
 * What one row of a block is called, in the language of the text that asks for its name: "Iniciativa" of "Nombre de la iniciativa",
 * "Initiative" of "Name of the initiative". Undefined where the text does not ask for the name of something.
 */
export function rowNounOf(asked: string | undefined): string | undefined {
  const noun = withoutEnding(naming.exec(asked?.trim() ?? '')?.[1] ?? '', /[\s.:?]/)
  if (noun === '' || noun.split(/\s+/).length > mostWords) return undefined
  return noun.charAt(0).toLocaleUpperCase('es') + noun.slice(1)
}
