import { useState } from 'react'
import { useEngine } from '#client/data/world/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { syncText } from '#client/features/sync/text.ts'

const ExportCopy = latePart(() => import('./export-copy.tsx'), 'ExportCopy')

/** Hands over a copy of what was not sent, and says who can open it. */
export function ExportButton({ kind, size }: { readonly kind?: 'primary'; readonly size?: 'small' }) {
  const t = useText(syncText)
  const engine = useEngine()
  const [asking, setAsking] = useState<{ readonly hasServer: boolean } | null>(null)
  const ask = async (): Promise<void> => {
    // A database that does not answer knows of no server.
    const seal = await engine.copySeal().catch(() => null)
    setAsking({ hasServer: seal !== null })
  }
  return (
    <>
      <Button kind={kind} size={size} icon="download" onClick={() => void ask()}>
        {t('exportCopy')}
      </Button>
      {asking && <ExportCopy hasServer={asking.hasServer} onClose={() => setAsking(null)} />}
    </>
  )
}
