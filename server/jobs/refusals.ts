/** The stages of an SMTP dialogue that are about the letter itself rather than about the server or the sender. */
const aboutTheLetter = new Set(['RCPT TO', 'DATA'])

/**
 * Whether a mail server said that it will never take this letter (5xx to its recipient or its content): asking again would
 * only annoy it. A refused sender or password (MAIL FROM, AUTH) is the operator's to mend, and then the letter goes.
 */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return false
  if (error.responseCode < 500 || error.responseCode > 599) return false
  if ('code' in error && error.code === 'EMESSAGE') return true
  return 'command' in error && typeof error.command === 'string' && aboutTheLetter.has(error.command)
}
