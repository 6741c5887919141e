import type { Report } from './report.ts'
import type { SheetRecord } from './sheet-records.ts'
import type { TextLanguage } from './names.ts'

/** What other programs put the answer of a question in the place of. */
const reference = /\$\{\s*[^\s{}$]{1,100}\s*\}/g

/**
 * Signs that other programs show as bold, titles, links or colours. None of them goes over a text more than once: a file may be made to be
 * long.
 */
const styles: readonly RegExp[] = [
  /<\/?[a-z][^<>]*>/i,
  /(?:\*\*|__)(?=[^\s*_])[^*_]*(?:\*\*|__)/,
  /(?:^|\s)([*_])(?=[^\s*_])[^*_\n]*\1(?=$|[\s.,;:!?)])/m,
  /^#{1,6}[ \t]+\S/m,
  /\]\([^()\s]+\)/,
]

/** What a text says that is shown here as it stands, and not as the program that it was made for shows it. */
export function tellText(sheet: string, record: SheetRecord, column: string, text: string, report: Report): void {
  if (report.isOwn) return
  const names = new Set(text.match(reference))
  if (names.size > 0) report.add(sheet, record.row, column, 'xlsform_reference', { names: [...names].join(', ') })
  if (styles.some((style) => style.test(text))) report.add(sheet, record.row, column, 'xlsform_styled')
}

/** A text as it is carried: what of it is cut or shown otherwise is told. `most`: characters. */
export function carriedText(
  sheet: string,
  record: SheetRecord,
  { column, language, most }: { readonly column: string; readonly language: TextLanguage; readonly most: number },
  report: Report,
): string {
  const text = record.spoken(column, language)
  tellText(sheet, record, column, text, report)
  if (text.length <= most) return text
  report.add(sheet, record.row, column, 'xlsform_text_long', { n: most })
  return text.slice(0, most).toWellFormed()
}
