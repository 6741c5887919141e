import type { CheckLine } from './send-check.ts'

/** Lines that a letter's address takes with it: longer ones are cut off by mail programs. */
const letterLinesMost = 20

/** What one person must do, a line each, to paste anywhere. */
export const listOf = (lines: readonly Pick<CheckLine, 'text' | 'note'>[]): string =>
  lines.map(({ text, note }) => `${text}: ${note}`).join('\n')

/** Address that opens the person's mail program with a letter that holds the list. */
export function letterTo(email: string, subject: string, opening: string, lines: readonly Pick<CheckLine, 'text' | 'note'>[]): string {
  const shown = listOf(lines.slice(0, letterLinesMost).map(({ text, note }) => ({ text: text.slice(0, 120), note })))
  const body = [opening, '', shown, ...(lines.length > letterLinesMost ? ['…'] : [])].join('\r\n').replaceAll(/\r?\n/g, '\r\n')
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
