import { sumPoints } from '#shared/forms/round-points.ts'
import type { DimensionView, ResultView } from '#shared/results/routes.ts'
import { formerSentences } from '#shared/results/summary.ts'
import { differenceText, mostText, pointsText } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Table } from '#client/ui/table.tsx'
import type { Column } from '#client/ui/table.tsx'
import { resultsText } from './text.ts'

type Row = Pick<DimensionView, 'id' | 'parentId' | 'name' | 'points' | 'max' | 'former'>

/** This form beside the one before: in all, and dimension by dimension along its line. Nothing where there was none. */
export function FormerResult({ view }: { readonly view: ResultView }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const { former } = view
  if (!former) return null
  const rows: readonly Row[] = [
    ...view.dimensions.filter(({ max }) => max > 0),
    { id: 'total', parentId: null, name: t('total'), points: view.points, max: view.max, former },
  ]
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      header: t('colDimension'),
      rowHeader: true,
      cell: ({ name, parentId }) => <span className={parentId === null ? 'font-semibold' : 'block pl-4 font-normal'}>{name}</span>,
    },
    {
      id: 'former',
      header: <span lang="es">{former.form}</span>,
      align: 'end',
      cell: (row) => (row.former ? `${pointsText(row.former.points, language)} / ${mostText(row.former.max, language)}` : t('noFigure')),
    },
    {
      id: 'now',
      header: <span lang="es">{view.form.name}</span>,
      align: 'end',
      cell: ({ points, max }) => `${pointsText(points, language)} / ${mostText(max, language)}`,
    },
    { id: 'by', header: t('colBy'), align: 'end', cell: (row) => differenceOf(row, language) ?? t('noFigure') },
  ]
  const isMixed = rows.some((row) => row.former && row.former.max !== row.max)
  return (
    <section aria-labelledby="former">
      <h2 id="former" className="text-xl">
        {t('formerTitle')}
      </h2>
      <p className="mt-1 max-w-prose text-ink-600">
        {[...formerSentences(view, language), ...(isMixed ? [t('formerNotSame')] : [])].join(' ')}
      </p>
      <div className="forced-edge mt-4 overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card">
        <Table caption={t('formerTitle')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </div>
    </section>
  )
}

/** Points of another maximum are not compared. */
function differenceOf({ points, max, former }: Row, language: 'es' | 'en'): string | null {
  if (!former || former.max !== max) return null
  return differenceText(sumPoints([points, -former.points]), language)
}
