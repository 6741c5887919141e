import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { previewPdf } from '#shared/results/routes.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { postForFile } from '#client/data/server/post-for-file.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import type { InformPlace } from './use-inform-desk.ts'

interface Made {
  readonly file: Blob
  readonly url: string
  readonly at: Instant
}

interface Props {
  readonly place: InformPlace
  /** What is half written of the texts, by field: it is in the report although nobody saved it. */
  readonly halfWritten: () => Readonly<Record<string, string | null>>
  /** Grows with every save, after which the report is made again. */
  readonly saves: number
}

/** The report as it would be, made by the server like the real one, beside its texts. */
export function ReportPreview({ place, halfWritten, saves }: Props) {
  const t = useText(labResultsText)
  const format = useFormat()
  const errorText = useErrorText()
  const engine = useEngine()
  const interfaceLanguage = useLanguage()
  const [language, setLanguage] = useState(interfaceLanguage)
  const [made, setMade] = useState<Made | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const { form, institution, kind } = place
  const latest = useRef(halfWritten)
  useEffect(() => {
    latest.current = halfWritten
  })
  /** The one that was asked for last: others that come after it are of before. */
  const turn = useRef(0)
  const make = useCallback(async (): Promise<void> => {
    const own = (turn.current += 1)
    setBusy(true)
    const reply = await postForFile(previewPdf, {
      params: { form, institution, kind },
      query: { language },
      body: { texts: { ...latest.current() } },
    })
    if (own !== turn.current) return
    setBusy(false)
    setFailed(reply.ok ? null : reply.failure)
    if (!reply.ok) return
    // Made anew under its type: the browser's own viewer shows it, and nothing in it runs as a page (EQ2).
    const file = new Blob([reply.value], { type: 'application/pdf' })
    setMade({ file, url: URL.createObjectURL(file), at: engine.now() })
  }, [engine, form, institution, kind, language])
  useEffect(() => {
    void make()
    return () => {
      turn.current += 1
    }
  }, [make, saves])
  const url = made?.url
  useEffect(() => {
    return () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [url])
  const name = `${kind === 'preliminary' ? 'informe_preliminar' : 'informe_final'}_${institution}_borrador.pdf`
  return (
    <section aria-label={t('preview')} className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <RadioGroup
          inline
          label={t('previewLanguage')}
          labelHidden
          choices={[
            { value: 'es', label: t('spanish') },
            { value: 'en', label: t('english') },
          ]}
          value={language}
          onChange={(value) => setLanguage(value === 'en' ? 'en' : 'es')}
        />
        <div className="flex flex-wrap gap-2">
          <OnlineButton size="small" icon="sync" busy={busy} onClick={() => void make()}>
            {t('previewAgain')}
          </OnlineButton>
          {made && (
            <Button size="small" icon="download" onClick={() => saveBlob(made.file, name)}>
              {t('previewSave')}
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="flex min-h-6 items-center gap-2 text-sm text-ink-600">
        {busy && <Spinner size={16} />}
        {busy ? t('previewMaking') : made ? t('previewMade', { at: format.time(made.at) }) : ''}
      </p>
      {failed && (
        <Notice
          tone={failed.code === 'unavailable' ? 'neutral' : 'danger'}
          icon={failed.code === 'unavailable' ? 'cloud-off' : undefined}
          role="status"
        >
          {failed.code === 'unavailable' ? t('previewOffline') : errorText(failed)}
        </Notice>
      )}
      {made &&
        (navigator.pdfViewerEnabled ? (
          <iframe title={t('preview')} src={made.url} className="h-[75dvh] min-h-96 w-full rounded-md border border-ink-200 bg-white" />
        ) : (
          <Notice tone="neutral">{t('previewNoViewer')}</Notice>
        ))}
    </section>
  )
}
