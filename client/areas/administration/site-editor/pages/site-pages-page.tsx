import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { bringBackPage, removePage } from '#shared/site/routes.ts'
import type { ListedPage } from '#shared/site/routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { LinkingPages } from './linking-pages.tsx'
import { PagesTable } from './pages-table.tsx'
import { StaleNotice } from '#client/areas/administration/site-editor/stale-notice.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { useSitePages } from './use-site-pages.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const SettingsDialog = latePart(() => import('./settings-dialog.tsx'), 'SettingsDialog')
const windows: WindowNames<'settings' | 'remove'> = { settings: 'configuracion', remove: 'eliminar' }

/** Pages of the public site: written, published, removed and brought back; and what the site says of itself. */
export function SitePagesPage() {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { found, again } = useSitePages()
  const { open, show, close } = useWindowAddress(windows)
  const [busy, setBusy] = useState(false)
  const listed = found.kind === 'ready' ? found.page : null
  const chosen = listed?.fetchedPages.find(({ _id, reserved }) => _id === open?.id && !reserved)
  const bringBack = async ({ _id, name }: ListedPage): Promise<void> => {
    const reply = await callRoute(bringBackPage, { params: { id: _id } })
    again()
    if (!reply.ok) return toast('error', errorText(reply.failure))
    toast('success', t('broughtBack', { name }), {
      label: t('openPage'),
      lasting: true,
      run: () => void navigate(pageAddress('pageEditor', { page: _id })),
    })
  }
  const remove = async (page: ListedPage): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await callRoute(removePage, { params: { id: page._id } })
    setBusy(false)
    again()
    close()
    if (!reply.ok) return toast('error', errorText(reply.failure))
    toast('success', t('removed', { name: page.name }), { label: t('undo'), run: () => void bringBack(page) })
  }
  const create = (
    <LinkButton kind="primary" icon="plus" to={pageAddress('pageNew')}>
      {t('create')}
    </LinkButton>
  )
  return (
    <Page width="wide">
      <PageHeading
        lead={t('lead')}
        actions={
          <>
            {create}
            <LinkButton icon="file" to={pageAddress('siteFiles')}>
              {t('files')}
            </LinkButton>
            <Button icon="settings" aria-haspopup="dialog" onClick={() => show('settings')}>
              {t('settings')}
            </Button>
          </>
        }
      />
      <div className="mt-6">
        <StaleNotice found={found} onRetry={again} />
        {found.kind === 'loading' && <PageSkeleton />}
        {listed && (
          <PagesTable
            rows={[...listed.fetchedPages, ...listed.removedPages]}
            onRemove={({ _id }) => show('remove', _id)}
            onBringBack={(page) => void bringBack(page)}
            create={create}
          />
        )}
      </div>
      {open?.act === 'settings' && <SettingsDialog onClose={close} />}
      {open?.act === 'remove' && chosen && (
        <AlertDialog
          open
          title={t('removeTitle')}
          kind="danger"
          confirm={t('removeConfirm')}
          busy={busy}
          onConfirm={() => void remove(chosen)}
          onCancel={close}
        >
          <p className="font-semibold wrap-anywhere">{chosen.name}</p>
          <p className="mt-1">{t('removeBody')}</p>
          <div className="mt-3">
            <LinkingPages key={chosen._id} pageId={chosen._id} act="remove" />
          </div>
        </AlertDialog>
      )}
    </Page>
  )
}
