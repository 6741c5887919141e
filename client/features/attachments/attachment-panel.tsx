import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { DragEvent } from 'react'
import { fileExtensions } from '#shared/attachments/model.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import { declineAttachment, removeAttachment } from '#shared/attachments/mutations.ts'
import { exportFile } from '#shared/attachments/bytes-routes.ts'
import { fileInvalidity } from '#shared/attachments/rules.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { Upload } from '#sync/storage/storage.ts'
import { download } from '#client/data/server/call.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { cx } from '#client/ui/cx.ts'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { FieldError } from '#client/ui/fields/field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { useEvidence } from './evidence-stand.tsx'
import { mayPreview } from './may-preview.ts'
import { bytesOf } from '#client/data/read-file.ts'
import { attachmentsText } from './text.ts'

const EvidencePreview = latePart(() => import('./evidence-preview.tsx'), 'EvidencePreview')

/** How long a full bar stays. */
const barStaysMs = 1000

interface Props {
  readonly unit: Unit
  readonly attachment: Attachment | undefined
  /** Said in so many words that there is none. */
  readonly declined: boolean
  readonly editable: boolean
}

/** The file beside an answer: chosen, replaced, removed, or said not to be (FI1, FI7). */
export function AttachmentPanel({ unit, attachment, declined, editable }: Props) {
  const t = useText(attachmentsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const open = useOpenWorld()
  const titleId = useId()
  const [problem, setProblem] = useState<Failure | null>(null)
  const [storing, setStoring] = useState<string | null>(null)
  // The box turns with the click; the answer's row follows when it is on the disk.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const none = wanted ?? declined

  const take = async (file: File): Promise<void> => {
    // A file that went away says that it has no bytes: whether it is empty shows when it is read.
    const wrong = file.size === 0 ? undefined : fileInvalidity(file.name, file.size)
    if (wrong) return setProblem(wrong)
    setProblem(null)
    setStoring(file.name)
    try {
      const bytes = await bytesOf(file)
      if (!bytes.ok) return setProblem(bytes.failure)
      const mime = file.type || 'application/octet-stream'
      const replaces = attachment?.id ?? null
      const kept = await engine.attach(open.scope, { unit, name: file.name, mime, bytes: bytes.value, replaces })
      if (!kept.ok) return setProblem(kept.failure)
      announce(t('added'))
      if (kept.value.name !== file.name) toast('success', t('renamed', { name: kept.value.name }))
    } finally {
      setStoring(null)
    }
  }
  const decline = async (next: boolean): Promise<void> => {
    setProblem(null)
    setWanted(next)
    const result = await open.dispatch(declineAttachment, { unit, declined: next, saw: attachment?.id ?? null })
    setWanted(null)
    if (!result.ok) setProblem(result.failure)
  }
  return (
    <section data-task="file" aria-labelledby={titleId} className="grid gap-2">
      <p id={titleId} className="flex items-center gap-2 text-sm font-semibold text-ink-800">
        <Icon name="paperclip" size={17} className="text-ink-500" />
        {t('title')}
      </p>
      {attachment && <FileRow attachment={attachment} editable={editable} onReplace={(file) => void take(file)} onFailure={setProblem} />}
      {!attachment && !editable && <p className="text-sm text-ink-600">{declined ? t('declined') : t('nothing')}</p>}
      {!attachment && editable && !none && <DropZone onFile={(file) => void take(file)} busy={storing !== null} />}
      {storing !== null && (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-600">
          <Spinner size={16} />
          {t('storing')}
        </p>
      )}
      {problem && <FieldError id={`${titleId}-error`}>{problem.code === 'no_space' ? t('noSpace') : errorText(problem)}</FieldError>}
      {!attachment && editable && (
        <Checkbox label={t('decline')} checked={none} onChange={(next) => void decline(next)} className="w-fit" />
      )}
    </section>
  )
}

const accept = [...fileExtensions, 'tif'].map((extension) => `.${extension}`).join(',')

/** A button that opens the browser's file list; its input is not drawn. */
function PickButton({
  label,
  kind,
  onFile,
  busy = false,
}: {
  readonly label: string
  readonly kind: 'secondary' | 'quiet'
  readonly onFile: (file: File) => void
  readonly busy?: boolean | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button size="small" kind={kind} icon={kind === 'quiet' ? undefined : 'upload'} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

function DropZone({ onFile, busy }: { readonly onFile: (file: File) => void; readonly busy: boolean }) {
  const t = useText(attachmentsText)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'rounded-md border border-dashed px-4 py-3 transition-colors',
        over ? 'border-brand-600 bg-brand-50' : 'border-ink-300 bg-ink-50/60',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PickButton label={t('attach')} kind="secondary" onFile={onFile} busy={busy} />
        <span className="hidden text-sm text-ink-600 sm:inline">{t('drop')}</span>
      </div>
      <p className="mt-1.5 text-xs text-ink-600">{t('accepted')}</p>
    </div>
  )
}

function useUpload(id: string): Upload | undefined {
  const engine = useEngine()
  return useSyncExternalStore(
    (listener) => engine.subscribe('queue', listener),
    () => engine.uploads().find((upload) => upload.id === id),
  )
}

/** True while a file goes, and a second after its last byte. */
function useBar(upload: Upload | undefined): boolean {
  const going = upload?.state === 'uploading'
  const [shown, setShown] = useState(going)
  useEffect(() => {
    if (going) return setShown(true)
    const timer = setTimeout(() => setShown(false), barStaysMs)
    return () => clearTimeout(timer)
  }, [going])
  return shown
}

/** Some of the specification's messages end without a full stop. */
const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Reasons of a delay that a person can do something about. */
const told: ReadonlySet<string> = new Set(['file_quota', 'no_space'])

function stateText(
  t: ReturnType<typeof useText<(typeof attachmentsText)['es']>>,
  errorText: ReturnType<typeof useErrorText>,
  attachment: Attachment,
  upload: Upload | undefined,
): string {
  if (attachment.state === 'ready') return t('ready')
  if (!upload || upload.state === 'uploaded') return t('arriving')
  const code = upload.lastError ?? ''
  if (upload.state === 'parked') return t('stopped', { reason: sentence(errorText(failure(code))) })
  if (upload.state === 'failed') return told.has(code) ? t('delayed', { reason: sentence(errorText(failure(code))) }) : t('retrying')
  if (upload.state === 'waiting') return t('waiting')
  return t('uploading', { percent: Math.floor((100 * upload.sentBytes) / upload.sizeBytes) })
}

interface RowProps {
  readonly attachment: Attachment
  readonly editable: boolean
  readonly onReplace: (file: File) => void
  readonly onFailure: (failure: Failure) => void
}

function FileRow({ attachment, editable, onReplace, onFailure }: RowProps) {
  const t = useText(attachmentsText)
  const format = useFormat()
  const open = useOpenWorld()
  const errorText = useErrorText()
  const upload = useUpload(attachment.id)
  const stopped = upload?.state === 'parked'
  const bar = useBar(upload)
  const [removing, setRemoving] = useState(false)
  const openFile = useOpenFile()
  const { isShown, isInline, turn } = useEvidence(attachment)
  // What is on its way is looked at where it was added, and nowhere else yet.
  const here = attachment.state !== 'awaiting_blob' || upload !== undefined
  const showable = here && mayPreview(attachment.name, navigator.pdfViewerEnabled)
  const remove = async (): Promise<void> => {
    setRemoving(false)
    const result = await open.dispatch(removeAttachment, { id: attachment.id })
    if (!result.ok) return onFailure(result.failure)
    announce(t('removed'))
  }
  return (
    <div className="rounded-md border border-ink-200 bg-white px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name="file" className="text-ink-500" />
        <div className="min-w-0 flex-1 basis-[min(10rem,100%)]">
          <p className="font-medium wrap-anywhere text-ink-950">{attachment.name}</p>
          <p className="tabular text-sm text-ink-600">
            {format.bytes(attachment.sizeBytes)}
            {!stopped && ' · '}
            {!stopped && stateText(t, errorText, attachment, upload)}
          </p>
          {stopped && <p className="text-sm text-bad-700">{stateText(t, errorText, attachment, upload)}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-0.5">
          {showable && (
            <IconButton
              icon={isShown ? 'eye-off' : 'eye'}
              size="small"
              aria-expanded={isShown}
              label={`${t('preview')}: ${attachment.name}`}
              onClick={(event) => turn(event.currentTarget)}
            />
          )}
          <IconButton
            icon="download"
            size="small"
            label={t('openFile', { name: attachment.name })}
            onClick={() => void openFile(attachment)}
          />
          {editable && <PickButton label={t('replace')} kind="quiet" onFile={onReplace} />}
          {editable && (
            <IconButton icon="trash" size="small" label={`${t('remove')} ${attachment.name}`} onClick={() => setRemoving(true)} />
          )}
        </div>
      </div>
      {bar && upload && (
        <ProgressBar
          label={t('progressLabel', { name: attachment.name })}
          value={upload.state === 'uploaded' ? upload.sizeBytes : upload.sentBytes}
          max={upload.sizeBytes}
          text={stateText(t, errorText, attachment, upload)}
          className="mt-2 h-1.5"
        />
      )}
      {here && !showable && mayPreview(attachment.name, true) && <p className="mt-1 text-sm text-ink-600">{t('pdfElsewhere')}</p>}
      {showable && isInline && (
        <div className="mt-2">
          <EvidencePreview key={attachment.id} formId={open.world().formId} file={attachment} onClose={() => turn()} />
        </div>
      )}
      <AlertDialog
        open={removing}
        title={t('removeTitle')}
        confirm={t('remove')}
        kind="danger"
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(false)}
      >
        <p>{t('removeBody', { name: attachment.name })}</p>
      </AlertDialog>
    </div>
  )
}

/** Hands a file over: this device's copy when there is one, else the server's. */
export function useOpenFile(): (attachment: Pick<Attachment, 'id' | 'name'>) => Promise<void> {
  const t = useText(attachmentsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const open = useOpenWorld()
  return async ({ id, name }) => {
    const kept = await engine.file(id)
    if (kept) return saveBlob(kept, name)
    const result = await download(exportFile, { form: open.world().formId, file: id }, name)
    if (result.ok) return
    toast('error', result.failure.code === 'unavailable' ? t('notHere') : errorText(result.failure))
  }
}
