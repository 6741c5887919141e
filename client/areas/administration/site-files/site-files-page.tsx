import { useRef } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { StaleNotice } from '#client/areas/administration/site-editor/stale-notice.tsx'
import { FilesTable } from './files-table.tsx'
import { siteFilesText } from './text.ts'
import { useAllFiles } from './use-all-files.ts'
import { acceptedFiles, useUpload } from '#client/areas/administration/site-editor/sections/use-upload.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const UsesDialog = latePart(() => import('./uses-dialog.tsx'), 'UsesDialog')
const RemoveDialog = latePart(() => import('./remove-dialog.tsx'), 'RemoveDialog')
const windows: WindowNames<'uses' | 'remove'> = { uses: 'usos', remove: 'eliminar' }

/** Pictures and documents of the public site: looked for, brought, and taken away once no page shows them. */
export function SiteFilesPage() {
  const t = useText(siteFilesText)
  const errorText = useErrorText()
  const online = useOnline()
  const { found, again } = useAllFiles()
  const { open, show, close } = useWindowAddress(windows)
  const image = useRef<HTMLInputElement>(null)
  const document = useRef<HTMLInputElement>(null)
  const { sending, problem, upload } = useUpload(({ name }) => {
    toast('success', t('uploaded', { name }))
    again()
  })
  const files = found.kind === 'ready' ? found.page : null
  const chosen = files?.find(({ _id }) => _id === open?.id)
  return (
    <Page width="wide">
      <PageHeading
        kicker={
          <Link to={pageAddress('pagesAdmin')} className="text-brand-700 hover:text-brand-900">
            {t('back')}
          </Link>
        }
        lead={t('lead')}
        actions={
          <>
            {[['image', image, 'uploadImage'] as const, ['document', document, 'uploadFile'] as const].map(([type, input, label]) => (
              <span key={type}>
                <FileInput input={input} label={t(label)} accept={acceptedFiles[type]} onChoose={(file) => void upload(type, file)} />
                <Button icon="upload" disabled={!online || sending !== null} onClick={() => input.current?.click()}>
                  {t(label)}
                </Button>
              </span>
            ))}
          </>
        }
      />
      <div className="mt-6 grid gap-4">
        <p role="status" className="text-ink-700 empty:hidden">
          {sending === null ? '' : t('uploading', { name: sending })}
        </p>
        {problem && (
          <Notice tone="danger" role="alert">
            {errorText(problem)}
          </Notice>
        )}
        <StaleNotice found={found} onRetry={again} />
        {found.kind === 'loading' && <PageSkeleton />}
        {files && <FilesTable rows={files} onUses={({ _id }) => show('uses', _id)} onRemove={({ _id }) => show('remove', _id)} />}
      </div>
      {open?.act === 'uses' && chosen && <UsesDialog key={chosen._id} file={chosen} onClose={close} />}
      {open?.act === 'remove' && chosen && (
        <RemoveDialog
          key={chosen._id}
          file={chosen}
          onRemoved={() => {
            toast('success', t('removed', { name: chosen.name }))
            close()
            again()
          }}
          onClose={close}
        />
      )}
    </Page>
  )
}
