import type { Result } from '#shared/kernel/result.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { loadPart, PartMissing } from '#client/ui/loading/load-part.ts'
import type { MenuAction } from '#client/ui/overlays/menu.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import type * as downloads from './download-files.ts'
import { downloadsText } from './text.ts'

type Downloads = typeof downloads

/** Makes an entry of what is fetched from the server: closed, and why, without a network; what came or did not is said. */
export function useFetching(): (
  id: string,
  label: string,
  fetched: (from: Downloads) => Promise<Result<string | null>>,
  closed?: string | null,
  hint?: string,
) => MenuAction {
  const t = useText(downloadsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const online = useOnline()
  const run = async (label: string, fetched: (from: Downloads) => Promise<Result<string | null>>): Promise<void> => {
    toast('info', t('downloading', { what: label }))
    try {
      const reply = await fetched(await loadPart(() => import('./download-files.ts')))
      // What the browser receives itself is not here yet.
      if (reply.ok) toast('success', reply.value === null ? t('downloadBegun') : t('downloaded', { name: reply.value }))
      else toast('error', `${label}: ${errorText(reply.failure)}`)
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error
      toast('error', u('windowMissing'))
    }
  }
  return (id, label, fetched, closed = null, hint) => {
    const reason = closed ?? (online ? null : t('needsNetwork'))
    return reason === null
      ? { id, label, icon: 'download', hint, onAction: () => void run(label, fetched) }
      : { id, label, icon: 'lock', hint: reason, disabled: true, onAction: () => undefined }
  }
}
