import type { ResultView } from '#shared/results/routes.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useText } from '#client/i18n/text.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { Menu } from '#client/ui/overlays/menu.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { resultFiles } from '#client/features/results/lab/result-downloads.ts'
import { useFileFetching } from '#client/features/results/lab/use-file-fetching.ts'

/** A result to take along: its report in either language, and its figures as tables, of the version that is shown. */
export function ResultFiles({ view }: { readonly view: ResultView }) {
  const t = useText(labResultsText)
  const online = useOnline()
  const fetchFile = useFileFetching()
  const files = resultFiles({ form: view.form.id, institution: view.institution.id }, view.kind, view.version)
  return (
    <Menu
      keep={keepBeside}
      label={t('files')}
      trigger={
        <>
          <Icon name="download" size={20} className="-ml-0.5 max-sm:hidden" />
          {t('files')}
          <Icon name="chevron-down" size={18} />
        </>
      }
      triggerClassName={buttonClass('secondary', 'medium')}
      entries={(['pdfEs', 'pdfEn', 'csv', 'xlsx'] as const).map((id) =>
        online
          ? { id, label: t(id), icon: 'download', onAction: () => fetchFile(t(id), files[id]) }
          : { id, label: t(id), icon: 'lock', hint: t('needsNetwork'), disabled: true, onAction: () => undefined },
      )}
    />
  )
}
