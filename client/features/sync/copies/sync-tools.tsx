import { useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { lockedCopyIn } from '#sync/sealing/sealed-copy.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { ChooseCopy } from './choose-copy.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { ExportButton } from './export-button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { panelText } from '#client/features/sync/panel-text.ts'

const AskPassphrase = latePart(() => import('./ask-passphrase.tsx'), 'AskPassphrase')

/** Copies of what was not sent, in and out, and what support asks for. */
export function SyncTools() {
  const t = useText(panelText)
  const engine = useEngine()
  const errorText = useErrorText()
  /** One that a passphrase opens, until it was taken in. */
  const [asking, setAsking] = useState<{ readonly text: string; readonly hasServer: boolean } | null>(null)
  const take = async (text: string, passphrase?: string): Promise<Failure | null> => {
    const read = await engine.importUnsent(text, passphrase)
    if (!read.ok) return read.failure
    toast('success', t('imported', { n: read.value.mutations, files: read.value.files, drafts: read.value.drafts }))
    return null
  }
  const importCopy = async (text: string): Promise<void> => {
    const locked = lockedCopyIn(text)
    if (locked) return setAsking({ text, hasServer: locked.key !== null })
    const failed = await take(text)
    if (failed) toast('error', errorText(failed))
  }
  const copyDiagnostics = async (): Promise<void> => {
    const text = JSON.stringify(await engine.diagnostics(), null, 2)
    await copyText(text, { copied: t('diagnosticsCopied'), failed: t('copyFailed') })
  }
  return (
    <>
      <p className="text-sm text-ink-600">{t('exportHint')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ExportButton size="small" />
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
      {asking && (
        <AskPassphrase
          hasServer={asking.hasServer}
          onOpen={(passphrase) => take(asking.text, passphrase)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
