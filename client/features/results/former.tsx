import { compared, comparedText } from '#shared/results/comparing.ts'
import type { Compared, Figure } from '#shared/results/comparing.ts'
import type { DimensionView, ResultView } from '#shared/results/routes.ts'
import { formerSentences } from '#shared/results/summary.ts'
import { mostText, pointsText, preciseShareText } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Table } from '#client/ui/tables/table.tsx'
import type { Column } from '#client/ui/tables/table.tsx'
import { resultsText } from './text.ts'

type Row = Pick<DimensionView, 'id' | 'parentId' | 'name' | 'points' | 'max' | 'former'>

/** This form beside the one before: in all, and dimension by dimension along its line. Nothing where there was none. */
export function FormerResult({ view }: { readonly view: ResultView }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const { former } = view
  if (!former) return null
  const differenceOf = (row: Row): Compared | null => row.former && compared('total', row, row.former, former.declared !== undefined)
  /** Points of the most, and the share that they are where shares are compared. */
  const figureText = (row: Row, { points, max }: Figure): string => {
    const text = `${pointsText(points, language)} / ${mostText(max, language)}`
    return differenceOf(row)?.unit === 'share' ? `${text} (${preciseShareText(points, max, language)})` : text
  }
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
      cell: (row) => (row.former ? figureText(row, row.former) : t('noFigure')),
    },
    {
      id: 'now',
      header: <span lang="es">{view.form.name}</span>,
      align: 'end',
      cell: (row) => figureText(row, row),
    },
    {
      id: 'by',
      header: t('colBy'),
      align: 'end',
      cell: (row) => {
        const found = differenceOf(row)
        return found ? comparedText(found, language) : t('noFigure')
      },
    },
  ]
  const isMixed = former.declared === undefined && rows.some((row) => differenceOf(row)?.unit === 'share')
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
