import type { UnsentCopy } from '#sync/outbox/backup.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'

/** Name of an exported copy: day and time make two of them differ. */
const copyName = (now: Date): string => `iip-sin-enviar-${now.toISOString().slice(0, 16).replace(/[:T]/g, '-')}.json`

export function saveCopy(copy: UnsentCopy): UnsentCopy {
  saveBlob(new Blob([copy.text], { type: 'application/json' }), copyName(new Date()))
  return copy
}
