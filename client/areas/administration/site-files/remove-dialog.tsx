import { useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { removeSiteFile } from '#shared/site/file-routes.ts'
import type { KeptSiteFile } from '#shared/site/file-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { FilePicture } from './file-picture.tsx'
import { PageUses } from './page-uses.tsx'
import { siteFilesText } from './text.ts'
import { useFileUses } from './use-file-uses.ts'
import { isShown } from './uses.ts'

interface Props {
  readonly file: KeptSiteFile
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Before a file goes: who uses it. While visitors see it somewhere there is nothing to confirm, and the ways to those pages stand here (WE11). */
export function RemoveDialog({ file, onRemoved, onClose }: Props) {
  const t = useText(siteFilesText)
  const errorText = useErrorText()
  const { uses, loading, failed } = useFileUses(file)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const shown = uses.filter(isShown)
  const isKept = shown.length > 0
  const remove = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(removeSiteFile, { params: { id: file._id } })
    setBusy(false)
    if (reply.ok) onRemoved()
    else setProblem(reply.failure)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={t(isKept ? 'keptTitle' : 'removeTitle')}
      actions={
        isKept ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <OnlineButton kind="danger" busy={busy} disabled={loading} onClick={() => void remove()}>
              {t('removeConfirm')}
            </OnlineButton>
            <Button onClick={onClose}>{t('cancel')}</Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <p className="flex items-center gap-3">
          <FilePicture file={file} />
          <span className="min-w-0 font-semibold wrap-anywhere text-ink-950">{file.name}</span>
        </p>
        {problem && (
          <Notice tone="danger" role="alert">
            {errorText(problem)}
          </Notice>
        )}
        {failed && <Notice tone="warning">{errorText(failed)}</Notice>}
        <p>{t(isKept ? 'keptBody' : 'removeBody')}</p>
        {loading ? (
          <p role="status" className="text-ink-600">
            {t('usesLoading')}
          </p>
        ) : isKept ? (
          <PageUses uses={shown} />
        ) : uses.length > 0 ? (
          <div className="grid gap-2">
            <p>{t('removeUsed')}</p>
            <PageUses uses={uses} />
          </div>
        ) : (
          !failed && <p className="text-ink-600">{t('removeUnused')}</p>
        )}
      </div>
    </Dialog>
  )
}
