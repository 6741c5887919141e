import { rowText } from './row-text.ts'
import { rowRead } from './row-title.ts'
import type { RowTitle } from './row-title.ts'
import { useText } from '#client/i18n/text.ts'

/** Row of a block beside a question that is asked in each of them: its name, else what it is called and its place. */
export function RowMark({ row }: { readonly row: RowTitle | null }) {
  const t = useText(rowText)
  if (row === null) return null
  const { text, lang } = rowRead(row, (n) => t('row', { n }))
  return (
    <span className="text-sm text-ink-600" lang={lang}>
      {text}
    </span>
  )
}
