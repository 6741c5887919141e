import { isDeclared, partsOf } from '#shared/results/parts.ts'
import type { ResultLine } from '#shared/results/routes.ts'
import { evolutionSentence } from '#shared/results/summary.ts'
import { maturityWord, mostText, pointsText, shareOf, shareText } from '#shared/results/words.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Table } from '#client/ui/tables/table.tsx'
import type { Column } from '#client/ui/tables/table.tsx'
import { latestOfEach } from './latest.ts'
import { ChartFrame } from '#client/features/results/result-chart.tsx'
import { resultsText } from '#client/features/results/text.ts'

const height = 150
/** Width of what one form takes. */
const step = 110

/** What an institution obtained from form to form, as parts of what was possible: years of another maximum stand beside each other. */
export function Evolution({ lines }: { readonly lines: readonly ResultLine[] }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const format = useFormat()
  const steps = latestOfEach(lines)
  if (steps.length < 2) {
    return (
      <section aria-labelledby="evolution">
        <h2 id="evolution" className="text-xl">
          {t('evolutionTitle')}
        </h2>
        <p className="mt-1 max-w-prose text-ink-600">{t('evolutionOne')}</p>
      </section>
    )
  }
  const summary = evolutionSentence(steps, language)
  const width = steps.length * step
  const at = (index: number): number => step * (index + 0.5)
  const up = ({ points, max }: ResultLine): number => height - shareOf(points, max) * height
  const columns: readonly Column<ResultLine>[] = [
    { id: 'form', header: t('colForm'), rowHeader: true, cell: ({ form, kind }) => `${form} · ${t(`kind_${kind}`)}` },
    { id: 'points', header: t('colPoints'), align: 'end', cell: ({ points }) => pointsText(points, language) },
    { id: 'max', header: t('colMost'), align: 'end', cell: ({ max }) => mostText(max, language) },
    { id: 'share', header: t('colShare'), align: 'end', cell: ({ points, max }) => shareText(points, max, language) },
    { id: 'maturity', header: t('colMaturity'), cell: ({ maturity }) => maturityWord(maturity, language) },
    { id: 'when', header: t('colPublished'), cell: ({ publishedAt }) => format.day(publishedAt) },
  ]
  return (
    <ChartFrame
      title={t('evolutionTitle')}
      heading={2}
      summary={summary}
      table={<Table caption={t('evolutionTitle')} columns={columns} rows={steps} rowKey={({ formId, kind }) => `${formId} ${kind}`} />}
    >
      {/* A scroller that no key can reach would hide later years from the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="overflow-x-auto" role="region" aria-label={t('evolutionTitle')} tabIndex={0}>
        <svg
          viewBox={`0 -26 ${width} ${height + 66}`}
          role="img"
          aria-label={t('chartAlt', { summary })}
          className="block"
          style={{ width: `${width / 16}rem`, maxWidth: '100%', minWidth: `${steps.length * 5}rem` }}
        >
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <line key={part} x1={0} x2={width} y1={height - part * height} y2={height - part * height} className="stroke-ink-200" />
          ))}
          {partsOf([...steps.entries()], ([, line]) => isDeclared(line)).map((part) => (
            <polyline
              key={part[0]?.[0]}
              points={part.map(([index, line]) => `${at(index)},${up(line)}`).join(' ')}
              className="fill-none stroke-brand-600"
              strokeWidth={2.5}
              strokeLinejoin="round"
            />
          ))}
          {steps.map((line, index) => (
            <g key={`${line.formId} ${line.kind}`}>
              <circle cx={at(index)} cy={up(line)} r={5} className="fill-brand-700 stroke-white" strokeWidth={2} />
              <text x={at(index)} y={up(line) - 12} textAnchor="middle" className="fill-ink-950 text-[14px] font-bold">
                {shareText(line.points, line.max, language)}
              </text>
              <text x={at(index)} y={height + 20} textAnchor="middle" className="fill-ink-800 text-[12.5px]">
                {line.form.length > 16 ? `${line.form.slice(0, 15)}…` : line.form}
              </text>
              <text x={at(index)} y={height + 36} textAnchor="middle" className="fill-ink-600 text-[12px]">
                {pointsText(line.points, language)}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  )
}
