import type { Language } from '#client/i18n/language.ts'
import { translate } from '#client/i18n/text.ts'
import type { DayParts } from './date-field.tsx'
import { asSeen } from './paste-as-seen.ts'
import { plainPasteText } from './paste-text.ts'

const orders = [
  /^(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})[/.\- ](?<year>\d{4})$/,
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})(?:º|°|st|nd|rd|th)?[ .-]+(?:de )?(?<month>\p{L}+)\.?[ ,.-]+(?:del? )?(?<year>\d{4})$/u,
  /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u,
]
/** A day of the week before it, and an hour behind it, as sheets and letters write them. */
const weekday = /^\p{L}+,? (?=\d{1,2}\b)/u
const hour = /(?:,? |T)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.? ?m\.?|Z)?$/i

const names = ['es', 'en'].flatMap((language) => {
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => ({ number: at + 1, name: name.format(new Date(Date.UTC(2024, at, 15))).toLowerCase() }))
})

/** Number of a month that is written in figures, by its name or by how that begins; 0: none. */
function monthIn(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const said = text.toLowerCase().replace(/^set/, 'sept')
  return said.length < 3 ? 0 : (names.find(({ name }) => name.startsWith(said))?.number ?? 0)
}

/**
 * A whole day out of the clipboard, as it is written in Chile, by sheets, in letters or by machines: `14/03/2025`, `14-mar-2025 0:00`,
 * `14 de marzo de 2025`, `2025-03-14`. Undefined when it is none.
 */
export function partsOfPaste(text: string): DayParts | undefined {
  const seen = asSeen(text, { oneLine: true, cells: true })
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
  const plain = seen.replace(hour, '')
  for (const order of orders) {
    const { day, month, year } = (order.exec(plain) ?? order.exec(plain.replace(weekday, '')))?.groups ?? {}
    const number = monthIn(month ?? '')
    if (day && year && number >= 1 && number <= 12) return { day, month: String(number).padStart(2, '0'), year }
  }
  return undefined
}

/** Characters of the pasted text that a message quotes. */
const quotedMost = 40

/** Calls `fill` with the date in a pasted text. Returns a message if there is none, else an empty string. */
export function dayPasted(text: string, language: Language, fill: (parts: DayParts) => void): string {
  const parts = partsOfPaste(text)
  if (!parts) return translate(plainPasteText, language)('dayUnread', { text: [...text].slice(0, quotedMost).join('') })
  fill(parts)
  return ''
}
