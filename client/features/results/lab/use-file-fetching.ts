import type { Result } from '#shared/kernel/result.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { labResultsText } from './lab-text.ts'

/** Fetches a file and says what came, or why it did not. */
export function useFileFetching(): (what: string, fetched: () => Promise<Result<string>>) => void {
  const t = useText(labResultsText)
  const errorText = useErrorText()
  const run = async (what: string, fetched: () => Promise<Result<string>>): Promise<void> => {
    toast('info', t('downloading', { what }))
    const reply = await fetched()
    if (reply.ok) toast('success', t('downloaded', { name: reply.value }))
    else toast('error', `${what}: ${errorText(reply.failure)}`)
  }
  return (what, fetched) => void run(what, fetched)
}
