import { useSearchParams } from 'react-router'
import type { ListedInstitution } from '#shared/institutions/directory-routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { ChooseFormDialog } from '#client/features/impersonation/choose-form-dialog.tsx'
import { DirectoryHistory } from './directory-history.tsx'
import { DirectoryTable } from './directory-table.tsx'
import type { InstitutionAct } from './directory-table.tsx'
import { directoryText } from './text.ts'
import { FlagsDialog } from './flags-dialog.tsx'
import { ImportInstitutions } from './import-institutions.tsx'
import { InstitutionDialog } from './institution-dialog.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { RemoveInstitution } from './remove-institution.tsx'
import { GoneNotice } from './gone-notice.tsx'
import { useDirectory } from './use-directory.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const windows: WindowNames<InstitutionAct | 'create' | 'import'> = {
  create: 'nueva',
  import: 'importar',
  edit: 'editar',
  flags: 'estado',
  lead: 'liderazgo',
  act: 'impersonalizar',
  history: 'historial',
  remove: 'eliminar',
}

/** The lab's register of institutions: searched, made, changed, closed and handed over. */
export function InstitutionDirectoryPage() {
  const t = useText(directoryText)
  const { found, read } = useDirectory()
  const { open, show, close } = useWindowAddress(windows)
  const [query, setQuery] = useSearchParams()
  const shown = query.get('desactivadas') === '1'
  const again = async (): Promise<readonly ListedInstitution[]> => (await read())?.institutions ?? []
  const create = (
    <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => show('create')}>
      {t('create')}
    </Button>
  )
  if (found.kind === 'loading') return <PageSkeleton />
  const directory = found.kind === 'ready' ? found.directory : null
  const chosen = directory?.institutions.find((each) => each._id === open?.id)
  const isGone = directory !== null && open !== null && open.id !== '' && chosen === undefined
  return (
    <Page width="wide">
      <PageHeading
        lead={t('lead')}
        actions={
          <>
            <Button icon="upload" aria-haspopup="dialog" onClick={() => show('import')}>
              {t('import')}
            </Button>
            {create}
          </>
        }
      />
      <div className="mt-6">
        {(directory === null || directory.readAt !== null) && (
          <OfflineNotice readAt={directory?.readAt ?? null} onRetry={() => void read()} />
        )}
        {isGone && <GoneNotice text={t('gone')} onClose={close} />}
        {directory && (
          <>
            <Checkbox
              label={t('showDeactivated')}
              checked={shown}
              onChange={(checked) => {
                const next = new URLSearchParams(query)
                if (checked) next.set('desactivadas', '1')
                else next.delete('desactivadas')
                setQuery(next, { replace: true, state: { stays: true } })
              }}
              className="mb-3"
            />
            <DirectoryTable
              rows={shown ? directory.institutions : directory.institutions.filter((each) => !each.deactivate)}
              onAct={(act, { _id: id }) => show(act, id)}
              create={create}
            />
          </>
        )}
      </div>
      {open?.act === 'create' && <InstitutionDialog categories={directory?.categories ?? []} onSaved={again} onClose={close} />}
      {open?.act === 'import' && <ImportInstitutions onChanged={again} onClose={close} />}
      {chosen && open?.act === 'edit' && (
        <InstitutionDialog institution={chosen} categories={directory?.categories ?? []} onSaved={again} onClose={close} />
      )}
      {chosen && open?.act === 'flags' && <FlagsDialog institution={chosen} onChanged={again} onClose={close} />}
      {chosen && open?.act === 'lead' && <LeadDialog institution={chosen} onChanged={again} onClose={close} />}
      {chosen && open?.act === 'act' && <ChooseFormDialog institutionId={chosen._id} name={chosen.name} onClose={close} />}
      {chosen && open?.act === 'history' && <DirectoryHistory of="institution" id={chosen._id} name={chosen.name} onClose={close} />}
      {chosen && open?.act === 'remove' && <RemoveInstitution institution={chosen} onChanged={again} onClose={close} />}
    </Page>
  )
}
