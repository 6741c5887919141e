import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useOnline } from '#client/data/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { loadPart, PartMissing } from '#client/ui/load-part.ts'
import { Menu } from '#client/ui/menu.tsx'
import type { MenuAction } from '#client/ui/menu.tsx'
import { toast } from '#client/ui/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import type * as downloads from './download-files.ts'
import { listText } from './list-text.ts'

type Downloads = typeof downloads

/** Makes an entry of what is fetched from the server: closed, and why, without a network; what came or did not is said. */
function useFetching(): (
  id: string,
  label: string,
  fetched: (from: Downloads) => Promise<Result<string | null>>,
  closed?: string | null,
) => MenuAction {
  const t = useText(listText)
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
  return (id, label, fetched, closed = null) => {
    const reason = closed ?? (online ? null : t('needsNetwork'))
    return reason === null
      ? { id, label, icon: 'download', onAction: () => void run(label, fetched) }
      : { id, label, icon: 'lock', hint: reason, disabled: true, onAction: () => undefined }
  }
}

/** What of one institution's is fetched as files; `closed`: why none of it may be read now. */
export function useInstitutionDownloads(form: FormId): (institution: InstitutionId, closed: string | null) => readonly MenuAction[] {
  const t = useText(listText)
  const entry = useFetching()
  return (institution, closed) => [
    entry('csv', t('downloadCsv'), ({ downloadAnswers }) => downloadAnswers(form, institution, 'csv'), closed),
    entry('xlsx', t('downloadXlsx'), ({ downloadAnswers }) => downloadAnswers(form, institution, 'xlsx'), closed),
    entry('history', t('downloadHistory'), ({ downloadHistory }) => downloadHistory(form, institution), closed),
    entry('files', t('downloadFiles'), ({ downloadFiles }) => downloadFiles(form, institution), closed),
  ]
}

/** Downloads of a form: what the server gives of every institution that the person evaluates. */
export function DownloadsMenu({ formId }: { readonly formId: FormId }) {
  const t = useText(listText)
  const entry = useFetching()
  return (
    <Menu
      keep={keepBeside}
      label={t('downloads')}
      className="max-w-full"
      trigger={
        <>
          <Icon name="download" size={20} className="-ml-0.5" />
          {t('downloads')}
          <Icon name="chevron-down" size={18} />
        </>
      }
      triggerClassName={buttonClass('secondary', 'medium')}
      entries={[
        entry('csv', t('downloadAllCsv'), ({ downloadAllAnswers }) => downloadAllAnswers(formId, 'csv')),
        entry('xlsx', t('downloadAllXlsx'), ({ downloadAllAnswers }) => downloadAllAnswers(formId, 'xlsx')),
        entry('decided', t('downloadDecided'), ({ downloadDecided }) => downloadDecided(formId)),
        entry('results', t('downloadResults'), ({ downloadResults }) => downloadResults(formId)),
        entry('questions', t('downloadResultsByQuestion'), ({ downloadResultsByQuestion }) => downloadResultsByQuestion(formId)),
        entry('files', t('downloadAllFiles'), ({ downloadAllFiles }) => downloadAllFiles(formId)),
      ]}
    />
  )
}
