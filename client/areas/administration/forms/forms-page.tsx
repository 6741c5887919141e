import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { mayChangeForm } from '#shared/privileges/rules.ts'
import type { Readiness } from '#shared/questionnaires/readiness.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useEngine, useSyncStatus } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { AdministrativeDialog } from './administrative-dialog.tsx'
import { CalculationDialog } from './calculation-dialog.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import { cloneForm, downloadForm, readReadiness } from './form-calls.ts'
import type { FormFormat } from './form-calls.ts'
import { formRows } from './form-row.ts'
import { FormTable } from './form-table.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReportsDialog } from './reports-dialog.tsx'
import { formsText } from './text.ts'
import { ToggleDialog } from './toggle-dialog.tsx'
import { useCounted } from './use-counted.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const windows: WindowNames<'create' | 'import' | 'edit' | 'administrative' | 'calculation' | 'reports' | 'remove' | 'archive'> = {
  create: 'nuevo',
  import: 'importar',
  edit: 'nombre',
  administrative: 'administrativos',
  calculation: 'calculo',
  reports: 'reportes',
  remove: 'eliminar',
  archive: 'archivar',
}

/** A form that is to be enabled, or disabled, and what it lacks for that. */
interface Toggled {
  readonly form: FormHeader
  readonly readiness: Readiness | null
}

/** Every form of the lab, and the way to whatever is done with one. */
export function FormsPage() {
  const t = useText(formsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const navigate = useNavigate()
  const { kind } = useSyncStatus()
  const forms = useTable('form')
  const overviews = useTable('overview')
  const counted = useCounted(forms)
  const now = useNow(engine.now, undefined)
  const rows = useMemo(() => formRows(forms ?? [], overviews ?? [], counted, now), [forms, overviews, counted, now])
  const { open, show, close } = useWindowAddress(windows)
  const [toggled, setToggled] = useState<Toggled | null>(null)
  const [copying, setCopying] = useState(false)
  if (forms === null || overviews === null || (forms.length === 0 && kind === 'connecting')) return <PageSkeleton />

  const chosen = forms.find(({ id }) => id === open?.id)
  const chosenRow = rows.find(({ form }) => form.id === open?.id)
  const copy = async (form: FormHeader): Promise<void> => {
    if (copying) return
    setCopying(true)
    const reply = await cloneForm(engine, form.id)
    setCopying(false)
    if (reply.ok) toast('success', t('cloned'))
    else toast('error', errorText(reply.failure))
  }
  const toggle = async (form: FormHeader): Promise<void> => {
    if (form.enabled) return setToggled({ form, readiness: null })
    const reply = await readReadiness(form.id)
    if (reply.ok) setToggled({ form, readiness: reply.value })
    else toast('error', errorText(reply.failure))
  }
  const fetchFile = async (form: FormHeader, format: FormFormat): Promise<void> => {
    const reply = await downloadForm(form.id, format)
    if (reply.ok) toast('success', t('downloaded', { name: reply.value }))
    else toast('error', errorText(reply.failure))
  }
  const create = (
    <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => show('create')}>
      {t('createForm')}
    </Button>
  )
  return (
    <Page width="wide">
      <PageHeading
        lead={t('lead')}
        actions={
          <>
            <Button icon="upload" aria-haspopup="dialog" onClick={() => show('import')}>
              {t('importForm')}
            </Button>
            {create}
          </>
        }
      />
      <div className="mt-6">
        <FormTable
          rows={rows}
          now={now}
          create={create}
          actions={{
            onPage: (page, { id }) => void navigate(pageAddress(page, { form: id })),
            onQuestions: ({ id }) => void navigate(pageAddress('formEditor', { form: id })),
            onEdit: ({ id }) => show('edit', id),
            onCalculation: ({ id }) => show('calculation', id),
            onAdministrative: ({ id }) => show('administrative', id),
            onReports: ({ id }) => show('reports', id),
            onDownload: (form, format) => void fetchFile(form, format),
            onRemove: ({ id }) => show('remove', id),
            onClone: (form) => void copy(form),
            onToggle: (form) => void toggle(form),
            onArchive: ({ id }) => show('archive', id),
            onRehearse: ({ id }) => void navigate(pageAddress('rehearsal', { form: id })),
            onParticipants: ({ id }) => void navigate(pageAddress('participants', { form: id })),
            onProgress: ({ id }) => void navigate(pageAddress('questionnaire', { form: id })),
          }}
        />
      </div>
      {open?.act === 'create' && <NameDialog onClose={close} />}
      {open?.act === 'import' && <ImportDialog onClose={close} />}
      {chosen && open?.act === 'edit' && <NameDialog form={chosen} onClose={close} />}
      {chosen && open?.act === 'calculation' && <CalculationDialog form={chosen} onClose={close} />}
      {chosen && open?.act === 'administrative' && <AdministrativeDialog form={chosen} onClose={close} />}
      {chosen && open?.act === 'archive' && <ClosingDialog form={chosen} onClose={close} />}
      {chosenRow && open?.act === 'remove' && <RemoveDialog row={chosenRow} onClose={close} />}
      {toggled && (
        <ToggleDialog
          form={toggled.form}
          readiness={toggled.readiness}
          mendable={mayChangeForm(toggled.form, 'changeSurveyStructure', now)}
          onClose={() => setToggled(null)}
        />
      )}
      {chosen && open?.act === 'reports' && <ReportsDialog form={chosen} overviews={overviews} onClose={close} />}
    </Page>
  )
}
