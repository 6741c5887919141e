import { useEffect, useRef, useState } from 'react'
import type { ResultLine } from '#shared/results/routes.ts'
import { papersOn } from '#sync/papers.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog, Dialog } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { ownResultsText } from '#client/features/results/own/own-text.ts'
import { newerThan } from './newer-than.ts'
import type { KeptReport, Papers } from './use-papers.ts'

interface Props {
  readonly papers: Papers
  /** What is published, as far as this device knows. */
  readonly lines: readonly ResultLine[]
}

/** Reports that this device keeps: they open without a network, and say when they are no longer the newest (RV3). */
export function KeptReports({ papers, lines }: Props) {
  const t = useText(ownResultsText)
  const format = useFormat()
  const engine = useEngine()
  const [shown, setShown] = useState<{ readonly title: string; readonly name: string; readonly file: Blob } | null>(null)
  const [leaving, setLeaving] = useState<KeptReport | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleOf = ({ report }: KeptReport): string => t('paperTitle', { report: t(`report_${report.kind}`), form: report.form })
  const read = async (paper: KeptReport, onFile: (file: Blob) => void): Promise<void> => {
    const file = await papersOn(engine).read(paper.id)
    if (file) onFile(file)
    else toast('error', t('paperGone'))
  }
  const remove = async (): Promise<void> => {
    if (!leaving) return
    await papers.remove(leaving.id)
    setLeaving(null)
    toast('success', t('paperRemoved'))
    // The button that opened the question is gone.
    heading.current?.focus()
  }
  if (papers.reports === null) return null
  return (
    <section aria-labelledby="papers">
      <h2 id="papers" ref={heading} tabIndex={-1} className="text-xl">
        {t('papers')}
      </h2>
      <p className="mt-1 max-w-prose text-ink-600">{t(papers.reports.length === 0 ? 'papersNone' : 'papersLead')}</p>
      {papers.reports.length > 0 && (
        <ul className="forced-edge mt-4 divide-y divide-ink-150 rounded-xl border border-ink-200/80 bg-white shadow-card">
          {papers.reports.map((paper) => {
            const { version, language } = paper.report
            const newer = newerThan(paper.report, lines)
            const title = titleOf(paper)
            const called = { title, language: t(`language_${language}`) }
            return (
              <li key={paper.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 md:px-6">
                <Icon name="file" size={24} className="text-ink-500" />
                <div className="min-w-0 flex-1 basis-60">
                  <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium break-words text-ink-950">
                    {title}
                    {newer && (
                      <Badge tone="warning" icon="warning">
                        {t('paperOlder', { version: newer.version })}
                      </Badge>
                    )}
                  </p>
                  <p className="tabular text-sm text-ink-600">
                    {t('paperFacts', {
                      version,
                      language: called.language,
                      size: format.bytes(paper.sizeBytes),
                      moment: format.moment(paper.keptAt),
                    })}
                  </p>
                </div>
                <div className="flex flex-wrap items-center gap-1.5">
                  <Button
                    size="small"
                    icon="eye"
                    aria-label={t('paperOpenLabel', called)}
                    onClick={() => void read(paper, (file) => setShown({ title, name: paper.name, file }))}
                  >
                    {t('paperOpen')}
                  </Button>
                  <Button
                    size="small"
                    kind="quiet"
                    icon="download"
                    aria-label={t('paperSaveLabel', called)}
                    onClick={() => void read(paper, (file) => saveBlob(file, paper.name))}
                  >
                    {t('paperSave')}
                  </Button>
                  <Button
                    size="small"
                    kind="quiet"
                    icon="trash"
                    aria-label={t('paperRemoveLabel', called)}
                    onClick={() => setLeaving(paper)}
                  >
                    {t('paperRemove')}
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <Dialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title={shown?.title}
        size="large"
        actions={shown && <Button onClick={() => saveBlob(shown.file, shown.name)}>{t('paperSave')}</Button>}
      >
        {shown && <PaperView title={shown.title} file={shown.file} />}
      </Dialog>
      <AlertDialog
        open={leaving !== null}
        title={t('paperRemoveTitle')}
        confirm={t('paperRemove')}
        kind="danger"
        onConfirm={() => void remove()}
        onCancel={() => setLeaving(null)}
      >
        {t('paperRemoveBody')}
      </AlertDialog>
    </section>
  )
}

/** The browser's own viewer, where it has one. */
function PaperView({ title, file }: { readonly title: string; readonly file: Blob }) {
  const t = useText(ownResultsText)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!navigator.pdfViewerEnabled) return <Notice tone="neutral">{t('paperNoViewer')}</Notice>
  return url && <iframe title={title} src={url} className="h-[72vh] w-full rounded-md border border-ink-200 bg-white" />
}
