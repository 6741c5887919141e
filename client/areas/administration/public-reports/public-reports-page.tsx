import { useEffect, useState } from 'react'
import { publishReport, removeReport, reportWorkbook, templateWorkbook } from '#shared/open-data/routes.ts'
import type { OpenReportView } from '#shared/open-data/routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { callRoute, download } from '#client/data/server/call.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { GenerateDialog } from './generate-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReportTable } from './report-table.tsx'
import { publicReportsText } from './text.ts'
import { useReports } from './use-reports.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

/** How long it is told that a report was added, by the specification. */
const addedMs = 5_000

const windows: WindowNames<'add' | 'generate' | 'remove'> = { add: 'agregar', generate: 'generar', remove: 'eliminar' }

/** The workbooks of open statistics: brought, generated, made public one at a time, taken away. */
export function PublicReportsPage() {
  const t = useText(publicReportsText)
  const errorText = useErrorText()
  const { found, read } = useReports()
  const forms = useTable('form')
  const { open, show, close } = useWindowAddress(windows)
  const [busy, setBusy] = useState<'template' | 'remove' | null>(null)
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added === 0) return
    const timer = setTimeout(() => setAdded(0), addedMs)
    return () => clearTimeout(timer)
  }, [added])
  if (found.kind === 'loading' || forms === null) return <PageSkeleton />

  const toggle = async ({ _id: id, title }: OpenReportView, isPublic: boolean, back = false): Promise<void> => {
    const reply = await callRoute(publishReport, { params: { id, isPublic: isPublic ? 'true' : 'false' } })
    if (!reply.ok) return toast('error', errorText(reply.failure))
    await read()
    const undo = { label: t('undo'), run: () => void toggle({ _id: id, title } as OpenReportView, !isPublic, true) }
    toast('success', t(isPublic ? 'published' : 'unpublished', { title }), back ? undefined : undo)
  }
  const fetchTemplate = async (): Promise<void> => {
    setBusy('template')
    const reply = await download(templateWorkbook, {}, 'plantilla-reporte-publico.xlsx')
    setBusy(null)
    if (!reply.ok) toast('error', errorText(reply.failure))
  }
  const fetchWorkbook = async ({ _id: id, fileName }: OpenReportView): Promise<void> => {
    const reply = await download(reportWorkbook, { id }, fileName)
    if (!reply.ok) toast('error', errorText(reply.failure))
  }
  const remove = async ({ _id: id }: OpenReportView): Promise<void> => {
    setBusy('remove')
    const reply = await callRoute(removeReport, { params: { id } })
    setBusy(null)
    if (!reply.ok) return toast('error', errorText(reply.failure))
    close()
    await read()
    toast('success', t('removed'))
  }
  const tellAdded = (): void => {
    setAdded((before) => before + 1)
    void read()
  }
  const actions = (
    <>
      <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => show('add')}>
        {t('add')}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => show('generate')}>
        {t('generate')}
      </Button>
      <OnlineButton icon="download" busy={busy === 'template'} onClick={() => void fetchTemplate()}>
        {t('template')}
      </OnlineButton>
    </>
  )
  const reports = found.kind === 'ready' ? found.reports : []
  const doomed = reports.find(({ _id: id }) => id === open?.id)
  return (
    <Page width="wide">
      <PageHeading lead={t('lead')} actions={actions} />
      <div role="status">
        {added > 0 && (
          <Notice tone="success" className="mt-6">
            {t('added')}
          </Notice>
        )}
      </div>
      {reports
        .filter(({ withdrawn }) => withdrawn > 0)
        .map(({ _id: id, title, withdrawn }) => (
          <Notice key={id} tone="warning" className="mt-6">
            {t('withdrawn', { title, n: withdrawn })}
          </Notice>
        ))}
      <div className="mt-6">
        {found.kind === 'offline' ? (
          <Notice
            tone="warning"
            icon="cloud-off"
            title={t('offlineTitle')}
            actions={
              <Button size="small" onClick={() => void read()}>
                {t('retry')}
              </Button>
            }
          >
            {t('offlineNothing')}
          </Notice>
        ) : (
          <ReportTable
            rows={reports}
            onToggle={(report, isPublic) => void toggle(report, isPublic)}
            onDownload={(report) => void fetchWorkbook(report)}
            onRemove={({ _id: id }) => show('remove', id)}
            actions={null}
          />
        )}
      </div>
      {open?.act === 'add' && <ReportDialog onAdded={tellAdded} onClose={close} />}
      {open?.act === 'generate' && (
        <GenerateDialog
          forms={forms.filter(({ rehearsal, removed }) => rehearsal === undefined && removed !== true)}
          reports={reports}
          onAdded={tellAdded}
          onClose={close}
        />
      )}
      {doomed && open?.act === 'remove' && (
        <AlertDialog
          open
          kind="danger"
          title={t('removeTitle')}
          confirm={t('remove')}
          busy={busy === 'remove'}
          onConfirm={() => void remove(doomed)}
          onCancel={close}
        >
          <p>{t('removeBody', { title: doomed.title })}</p>
          {doomed.public && <p className="mt-2 font-semibold">{t('removePublic')}</p>}
        </AlertDialog>
      )}
    </Page>
  )
}
