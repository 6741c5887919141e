import type { Question } from './model.ts'

const naming = /^(?:indique\s+)?(?:el\s+)?(?:nombre|t[ií]tulo|denominaci[oó]n)\s+(?:de\s+(?:la|el|los|las)\s+|del\s+|de\s+)(.+?)[\s.:?]*$/i
/** A longer ending is a description, not a noun. */
const mostWords = 3

/**
 * What one row of a block is called, in the form's own language: "Iniciativa", where its first inner question asks for "Nombre de
 * la iniciativa". Undefined where that question does not ask for the name of something.
 */
export function rowNounOf(first: Pick<Question, 'text'> | undefined): string | undefined {
  const noun = naming.exec(first?.text.trim() ?? '')?.[1]
  if (noun === undefined || noun.split(/\s+/).length > mostWords) return undefined
  return noun.charAt(0).toLocaleUpperCase('es') + noun.slice(1)
}
