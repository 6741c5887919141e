import { pageAddress } from '#shared/addresses.ts'
import { useSyncStatus } from '#client/data/world/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { homeText } from './text.ts'

/** How much is half written on this device, and the way to its list; nothing where nothing is. */
export function HalfWritten() {
  const t = useText(homeText)
  const { halfWritten } = useSyncStatus()
  if (halfWritten === 0) return null
  return (
    <LinkButton kind="quiet" icon="edit" to={pageAddress('device')} className="-ml-4.5 text-left">
      {t('halfWritten', { n: halfWritten })}
    </LinkButton>
  )
}
