import { useState } from 'react'
import { exportFinal, exportPreliminary, finalPdf, preliminaryPdf } from '#shared/results/routes.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { download, fetchFile } from '#client/data/server/call.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { ownResultsText } from '#client/features/results/own/own-text.ts'
import type { Papers } from './use-papers.ts'

type Which = Pick<ResultView, 'kind' | 'version'> & {
  readonly form: { readonly id: string; readonly name: string }
  readonly institution: { readonly id: string; readonly code: string }
}

const pdfs = { preliminary: preliminaryPdf, final: finalPdf } as const
const tables = { preliminary: exportPreliminary, final: exportFinal } as const

/** Fetches a report as PDF, hands it to the person and keeps it on the device. */
export function useReportDownload({ keep }: Pick<Papers, 'keep'>): {
  readonly busy: Language | null
  readonly get: (which: Which, language: Language) => Promise<void>
} {
  const t = useText(ownResultsText)
  const errorText = useErrorText()
  const [busy, setBusy] = useState<Language | null>(null)
  const get = async ({ kind, version, form, institution }: Which, language: Language): Promise<void> => {
    setBusy(language)
    try {
      const params = { form: form.id, institution: institution.id }
      const got = await fetchFile(pdfs[kind], params, '', { language, version: String(version) })
      if (!got.ok)
        return toast('error', got.failure.code === 'unavailable' ? t('notGotOffline') : t('notGot', { why: errorText(got.failure) }))
      // Named as the specification has it, with whose it is.
      const name = `${t(`fileName_${kind}`)}_${institution.code}${language === 'es' ? '' : '_en'}.pdf`
      saveBlob(got.value.file, name)
      const report = { institutionId: institution.id, formId: form.id, form: form.name, kind, version, language }
      const kept = await keep(report, name, got.value.file)
      toast(kept ? 'success' : 'info', t(kept ? 'gotPdf' : 'gotPdfOnly', { name }))
    } finally {
      setBusy(null)
    }
  }
  return { busy, get }
}

/** A result to take along: its report in either language, and its figures as tables. */
export function Downloads({ view, papers }: { readonly view: ResultView; readonly papers: Papers }) {
  const t = useText(ownResultsText)
  const errorText = useErrorText()
  const language = useLanguage()
  const online = useOnline()
  const other: Language = language === 'es' ? 'en' : 'es'
  const { busy, get } = useReportDownload(papers)
  const [exporting, setExporting] = useState<'csv' | 'xlsx' | null>(null)
  const getTable = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setExporting(format)
    const { form, institution, kind, version } = view
    const params = { form: form.id, institution: institution.id }
    const got = await download(tables[kind], params, `resultados.${format}`, { format, version: String(version) })
    setExporting(null)
    if (got.ok) toast('success', t('got', { name: got.value }))
    else toast('error', got.failure.code === 'unavailable' ? t('notGotOffline') : t('notGot', { why: errorText(got.failure) }))
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        <Button kind="primary" icon="download" busy={busy === language} onClick={() => void get(view, language)}>
          {t(`pdfGet_${view.kind}`)}
        </Button>
        <Button busy={busy === other} onClick={() => void get(view, other)} aria-label={t('pdfOtherLabel')}>
          {t('pdfOther')}
        </Button>
        <Button kind="quiet" busy={exporting === 'xlsx'} onClick={() => void getTable('xlsx')}>
          {t('getXlsx')}
        </Button>
        <Button kind="quiet" busy={exporting === 'csv'} onClick={() => void getTable('csv')}>
          {t('getCsv')}
        </Button>
      </div>
      {!online && <p className="mt-2 text-sm text-ink-600">{t('notGotOffline')}</p>}
    </>
  )
}
