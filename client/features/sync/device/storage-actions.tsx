import { useEngine } from '#client/data/world/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { ExportButton } from '#client/features/sync/copies/export-button.tsx'
import { syncText } from '#client/features/sync/text.ts'

/** What helps while this browser keeps nothing: a copy elsewhere, and another try. */
export function StorageActions() {
  const t = useText(syncText)
  const engine = useEngine()
  return (
    <>
      <ExportButton kind="primary" />
      <Button icon="sync" onClick={() => void engine.retryStorage()}>
        {t('retry')}
      </Button>
    </>
  )
}
