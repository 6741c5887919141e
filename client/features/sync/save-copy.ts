import type { UnsentCopy } from '#sync/outbox/backup.ts'
import { saveBlob } from '#client/data/save-blob.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { toast } from '#client/ui/toast.tsx'
import { syncText } from './text.ts'

/** Name of an exported copy: day and time make two of them differ. */
const copyName = (now: Date): string => `iip-sin-enviar-${now.toISOString().slice(0, 16).replace(/[:T]/g, '-')}.json`

export function saveCopy(copy: UnsentCopy): UnsentCopy {
  saveBlob(new Blob([copy.text], { type: 'application/json' }), copyName(new Date()))
  return copy
}

/** Hands over a copy of what was not sent, and says who can open it. */
export function useExport(): () => Promise<void> {
  const t = useText(syncText)
  const engine = useEngine()
  return async () => {
    const { sealed } = saveCopy(await engine.exportUnsent())
    toast(sealed ? 'success' : 'info', sealed ? t('exported') : t('exportedPlain'))
  }
}
