import type { ErrorCode } from '#shared/errors.ts'
import { createHash } from 'node:crypto'

/** Why what came is too long, or is nothing that there is: what it says is no answer of anybody's, and the device has it. */
const ofFormOrLength: ReadonlySet<string> = new Set<ErrorCode>([
  'malformed',
  'unknown_mutation',
  'too_large',
  'text_too_long',
  'words_too_few',
  'text_limit',
  'comment_too_long',
  'help_too_long',
  'message_too_long',
  'notification_too_long',
  'definition_too_large',
  'page_too_large',
])

interface Refused {
  readonly disposition: string
  readonly code: string
}

/** Of what is not kept whole its beginning is, in characters. */
const beginning = 1000

/** Whether the ledger and the history keep no more than the beginning of what was refused so. */
export const isUnkept = ({ disposition, code }: Refused): boolean => disposition === 'refused' && ofFormOrLength.has(code)

/** Arguments as the ledger keeps them, and the digest of those that came where it keeps less (CO5). */
export function keptArgs(text: string, outcome: Refused): { readonly args: string; readonly said: string | null } {
  if (!isUnkept(outcome) || text.length <= 2 * beginning) return { args: text, said: null }
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { args: JSON.stringify({ sha256, characters: text.length, beginning: text.slice(0, beginning).toWellFormed() }), said: sha256 }
}

/** The beginning of a text that was refused for its length. */
export const beginningOf = (text: string): string => (text.length <= 2 * beginning ? text : `${text.slice(0, beginning).toWellFormed()}…`)
