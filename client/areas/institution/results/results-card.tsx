import { useId } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { ResultLine } from '#shared/results/routes.ts'
import { maturityWord, mostText, pointsText } from '#shared/results/words.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useReportDownload } from './downloads.tsx'
import { FigureBar } from '#client/features/results/figure-bar.tsx'
import { ownResultsText } from '#client/features/results/own/own-text.ts'
import { resultsText } from '#client/features/results/text.ts'
import { useOwnResults } from '#client/features/results/own/use-own-results.ts'
import { usePapers } from './use-papers.ts'

interface Props {
  readonly institution: { readonly id: InstitutionId; readonly code: string }
}

/** The newest result on the first page: to who leads its points and report, to others that there is one. Nothing where there is none. */
export function ResultsCard({ institution }: Props) {
  const t = useText(ownResultsText)
  const { found } = useOwnResults(institution.id)
  if (found.kind !== 'ready') return null
  const { results, noteOnly } = found.page
  if (noteOnly)
    return (
      <Notice title={t('noteTitle')} icon="chart">
        <p>{t('noteBody')}</p>
      </Notice>
    )
  const [newest] = results
  return newest && <Newest line={newest} institution={institution} />
}

function Newest({ line, institution }: Props & { readonly line: ResultLine }) {
  const t = useText(ownResultsText)
  const r = useText(resultsText)
  const language = useLanguage()
  const format = useFormat()
  const heading = useId()
  const { busy, get } = useReportDownload(usePapers(institution.id))
  const { formId, form, kind, version, points, max, maturity, publishedAt } = line
  return (
    <section aria-labelledby={heading} className="forced-edge rounded-xl border border-ink-200/80 bg-white px-5 py-4.5 shadow-card">
      <h2 id={heading} className="text-lg">
        {t('cardTitle')}
      </h2>
      <p className="mt-0.5 text-sm text-ink-600">
        <span lang="es">{form}</span> · {r(`kind_${kind}`)}
      </p>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-3xl font-bold text-ink-950">{pointsText(points, language)}</span>
        <span className="text-ink-600">{r('ofMost', { most: mostText(max, language) })}</span>
      </p>
      <p className="font-semibold text-ink-900">{maturityWord(maturity, language)}</p>
      <FigureBar points={points} max={max} className="mt-2" />
      <p className="mt-2 text-sm text-ink-600">{t('cardVersion', { version, moment: format.moment(publishedAt) })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton to={pageAddress('ownResults', { form: formId, kind })} size="small" iconEnd="arrow-right">
          {t('cardMore')}
        </LinkButton>
        <Button
          kind="quiet"
          size="small"
          icon="download"
          busy={busy !== null}
          aria-label={t(`pdfGet_${kind}`)}
          onClick={() => void get({ kind, version, form: { id: formId, name: form }, institution }, language)}
        >
          {t('cardPdf')}
        </Button>
      </div>
    </section>
  )
}
