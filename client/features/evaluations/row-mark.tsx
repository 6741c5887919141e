import { useText } from '#client/i18n/text.ts'
import { evaluationsText } from './text.ts'

/** Row of a block beside a question that is asked in each of them. */
export function RowMark({ row }: { readonly row: string | number | null }) {
  const t = useText(evaluationsText)
  if (row === null) return null
  return typeof row === 'number' ? (
    <span className="text-sm text-ink-600">{t('row', { n: row })}</span>
  ) : (
    <span lang="es" className="text-sm text-ink-600">
      {row}
    </span>
  )
}
