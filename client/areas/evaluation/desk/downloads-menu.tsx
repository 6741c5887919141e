import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { downloadsText } from '#client/features/downloads/text.ts'
import { useFetching } from '#client/features/downloads/use-fetching.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuAction } from '#client/ui/overlays/menu.tsx'
import { listText } from '#client/features/overviews/list-text.ts'

/** What of one institution's is fetched as files; `closed`: why none of it may be read now. */
export function useInstitutionDownloads(form: FormId): (institution: InstitutionId, closed: string | null) => readonly MenuAction[] {
  const t = useText(listText)
  const d = useText(downloadsText)
  const language = useLanguage()
  const entry = useFetching()
  return (institution, closed) => [
    entry('csv', t('downloadCsv'), ({ downloadAnswers }) => downloadAnswers(form, institution, 'csv'), closed),
    entry('xlsx', t('downloadXlsx'), ({ downloadAnswers }) => downloadAnswers(form, institution, 'xlsx'), closed),
    entry('pdf', d('answersPdf'), ({ downloadPrinted }) => downloadPrinted(form, institution, language, false), closed),
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

/** The same of the institution that is open on the desk. */
export function InstitutionDownloads({ formId, institutionId }: { readonly formId: FormId; readonly institutionId: InstitutionId }) {
  const t = useText(listText)
  const downloadsOf = useInstitutionDownloads(formId)
  return (
    <Menu
      keep={keepBeside}
      label={t('downloads')}
      trigger={<Icon name="download" size={20} />}
      triggerClassName={buttonClass('quiet', 'medium')}
      entries={downloadsOf(institutionId, null)}
    />
  )
}
