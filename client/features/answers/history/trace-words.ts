import { noticeCodes } from '#shared/conflicts/model.ts'
import type { HistoryAction } from '#shared/contract/mutation.ts'
import { isErrorCode } from '#shared/errors.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'

/** What a change on one unit that waits on this device will read as in the history (TD3). */
const actions: Readonly<Record<string, HistoryAction>> = {
  'answer.set': 'Responde',
  'answer.clear': 'Modifica',
  'answer.keep': 'Mantiene respuesta',
  'replica.justify': 'Réplica',
  'attachment.add': 'Adjunta',
  'attachment.remove': 'Elimina archivo',
  'attachment.decline': 'Marca sin adjunto',
  'comment.add': 'Comenta',
  'comment.reply': 'Responde comentario',
  'comment.edit': 'Edita comentario',
  'comment.redact': 'Elimina comentario',
  'comment.resolve': 'Resuelve',
  'assignment.set': 'Asigna',
}

/** Action of a waiting change in the specification's words; undefined for what the history of a question does not tell of. */
export const actionOf = (mutation: string): HistoryAction | undefined => actions[mutation]

/** Text of a line: what a person wrote as it is, and for what did not stand the reason in words instead of its code. */
export function traceNote(action: string, text: string | null, sentence: (failure: Failure) => string): string {
  if (text === null) return ''
  if (action !== 'No aplicado') return text
  if (isErrorCode(text)) return sentence(failure(text))
  return noticeCodes.some((code) => code === text) ? '' : text
}
