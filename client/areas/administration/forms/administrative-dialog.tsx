import { administrativeMaxBytes } from '#shared/questionnaires/administrative-routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { downloadAdministrativeTemplate, uploadAdministrativeFile } from './form-calls.ts'
import { TableFile } from '#client/areas/administration/dialogs/table-file.tsx'
import { formsText } from './text.ts'
import { useTableFile } from '#client/areas/administration/dialogs/use-table-file.ts'

/** Answers the administrative questions of a form with a file, which is taken as a whole or not at all. */
export function AdministrativeDialog({ form, onClose }: { readonly form: FormHeader; readonly onClose: () => void }) {
  const t = useText(formsText)
  const u = useText(uiText)
  const engine = useEngine()
  const table = useTableFile(administrativeMaxBytes)
  const upload = async (): Promise<void> => {
    if (!(await table.upload((file) => uploadAdministrativeFile(engine, form.id, file)))) return
    toast('success', t('tableUploaded'))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('administrativeOf', { name: form.name })}
      dismissable={table.file === null}
      actions={
        <>
          <OnlineButton
            kind="primary"
            icon="upload"
            busy={table.busy === 'upload'}
            disabled={!table.file || table.refusal !== null || table.busy !== null}
            onClick={() => void upload()}
          >
            {t('tableUpload')}
          </OnlineButton>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <p className="mb-5">{t('administrativeLead')}</p>
      <TableFile
        table={table}
        label={t('administrativeField')}
        getTemplate={(format) => downloadAdministrativeTemplate(form.id, format)}
        formats={['xlsx', 'csv']}
      />
    </Dialog>
  )
}
