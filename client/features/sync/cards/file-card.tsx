import { useState } from 'react'
import { Link } from 'react-router'
import { removeAttachment } from '#shared/attachments/mutations.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Upload } from '#sync/storage/storage.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { panelText } from '#client/features/sync/panel-text.ts'
import type { Places } from '#client/features/sync/use-places.ts'

interface Props {
  readonly file: Upload
  readonly places: Places
  /** Beside the question that it is about, which needs no name then. */
  readonly isInPlace?: boolean | undefined
}

/** A file that the server will never take: why, and what can be done with it (AT9). */
export function FileCard({ file, places, isInPlace = false }: Props) {
  const t = useText(panelText)
  const format = useFormat()
  const errorText = useErrorText()
  const engine = useEngine()
  const [removing, setRemoving] = useState(false)
  const place = places.placeOf(file.scope, file.unit)
  const saveCopy = async (): Promise<void> => {
    const kept = await engine.file(file.id)
    if (kept) saveBlob(kept, file.name)
    else toast('error', errorText(failure('file_unreadable')))
  }
  const remove = async (): Promise<void> => {
    setRemoving(false)
    const row = places.worldOf(file.scope)?.get('attachment', file.id)
    // Where it can still be taken out of force, everybody sees that it is gone; its copy here goes with that.
    const done = row && row.state !== 'removed' ? await engine.dispatch(removeAttachment, file.scope, { id: file.id }) : undefined
    if (!done?.ok) await engine.removeFile(file.id)
    toast('success', t('fileRemoved'))
  }
  return (
    <article className="border-b border-ink-150 px-5 py-4 last:border-b-0">
      <p className="flex items-start gap-2 font-medium text-ink-950">
        <Icon name="paperclip" size={19} className="mt-0.5 text-warm-700" />
        <span className="min-w-0 wrap-anywhere">{t('fileStopped', { name: file.name })}</span>
      </p>
      <div className="ml-7">
        <p className="text-ink-800">{errorText(failure(file.lastError ?? 'internal_error'))}</p>
        {!isInPlace && place && (
          <Link
            to={place.to}
            lang={place.lang}
            className="mt-1 line-clamp-2 rounded-sm text-sm text-brand-700 underline hover:text-brand-900"
          >
            {`${place.number} ${place.text}`}
          </Link>
        )}
        <p className="tabular mt-1 text-sm text-ink-600">{`${format.bytes(file.sizeBytes)} · ${format.moment(file.addedAt)}`}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {!isInPlace && place && (
            <LinkButton size="small" kind="primary" to={place.to}>
              {t('fileReplace')}
            </LinkButton>
          )}
          <Button size="small" icon="download" onClick={() => void saveCopy()}>
            {t('fileSaveCopy')}
          </Button>
          <Button size="small" kind="quiet" icon="trash" onClick={() => setRemoving(true)}>
            {t('fileRemove')}
          </Button>
        </div>
      </div>
      <AlertDialog
        open={removing}
        title={t('fileRemoveTitle')}
        confirm={t('fileRemove')}
        kind="danger"
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(false)}
      >
        <p>{t('fileRemoveBody', { name: file.name })}</p>
      </AlertDialog>
    </article>
  )
}
