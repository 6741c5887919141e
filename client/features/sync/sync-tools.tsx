import { useEngine } from '#client/data/engine.tsx'
import { ChooseCopy } from '#client/features/unsent/choose-copy.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { toast } from '#client/ui/toast.tsx'
import { useExport } from './save-copy.ts'
import { syncText } from './text.ts'

/** Copies of what was not sent, in and out, and what support asks for. */
export function SyncTools() {
  const t = useText(syncText)
  const engine = useEngine()
  const errorText = useErrorText()
  const exportCopy = useExport()
  const importCopy = async (text: string): Promise<void> => {
    const read = await engine.importUnsent(text)
    if (read.ok) toast('success', t('imported', { n: read.value.mutations, files: read.value.files, drafts: read.value.drafts }))
    else toast('error', errorText(read.failure))
  }
  const copyDiagnostics = async (): Promise<void> => {
    const text = JSON.stringify(await engine.diagnostics(), null, 2)
    await copyText(text, { copied: t('diagnosticsCopied'), failed: t('copyFailed') })
  }
  return (
    <>
      <p className="text-sm text-ink-600">{t('exportHint')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" icon="download" onClick={() => void exportCopy()}>
          {t('exportCopy')}
        </Button>
        <ChooseCopy
          label={t('importCopy')}
          size="small"
          onCopy={(text) => void importCopy(text)}
          onUnreadable={(reason) => toast('error', errorText(reason))}
        >
          {t('importCopy')}
        </ChooseCopy>
        <Button size="small" icon="copy" onClick={() => void copyDiagnostics()}>
          {t('copyDiagnostics')}
        </Button>
      </div>
    </>
  )
}
