import { useEffect, useState } from 'react'
import type { Attachment } from '#shared/attachments/model.ts'
import { exportFile } from '#shared/attachments/bytes-routes.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { fetchFile } from '#client/data/server/call.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { previewOf } from './preview.ts'
import type { Preview } from './preview.ts'
import { attachmentsText } from './text.ts'

type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'ready'; readonly preview: Preview; readonly url: string }

interface Props {
  readonly formId: FormId
  readonly file: Pick<Attachment, 'id' | 'name'>
  /** It takes the height of the column that it stands in, in place of most of the window's. */
  readonly fills?: boolean | undefined
}

/** How wide a picture is drawn, in widths of its frame; the first is as much as fits whole. */
const zooms = [0, 1, 1.5, 2, 3, 4] as const

/**
 * Evidence beside its answer: a picture drawn by the page, a PDF by the browser's own viewer in a frame. What is shown is made anew
 * from the bytes under the type that they have, so that nothing in it is a page or runs (EQ2).
 */
export function EvidencePreview({ formId, file, fills = false }: Props) {
  const t = useText(attachmentsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [shown, setShown] = useState<Shown>({ kind: 'loading' })
  const { id, name } = file
  useEffect(() => {
    let left = false
    let url: string | null = null
    const read = async (): Promise<Shown> => {
      const here = await engine.file(id)
      const got = here ? { ok: true as const, value: { file: here } } : await fetchFile(exportFile, { form: formId, file: id }, name)
      if (!got.ok) return { kind: 'none', why: errorText(got.failure) }
      const bytes = new Uint8Array(await got.value.file.arrayBuffer())
      const preview = previewOf(bytes)
      if (!preview || (preview.type === 'application/pdf' && !navigator.pdfViewerEnabled)) return { kind: 'none', why: t('noPreview') }
      url = URL.createObjectURL(new Blob([bytes], { type: preview.type }))
      return { kind: 'ready', preview, url }
    }
    void read().then((found) => {
      if (!left) setShown(found)
      else if (url) URL.revokeObjectURL(url)
    })
    return () => {
      left = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [engine, formId, id, name, errorText, t])
  if (shown.kind === 'loading') {
    return (
      <p role="status" className="flex items-center gap-2 text-ink-600">
        <Spinner size={18} />
        {t('previewLoading')}
      </p>
    )
  }
  if (shown.kind === 'none') return <Notice tone="neutral">{shown.why}</Notice>
  if (shown.preview.type === 'application/pdf')
    return (
      <iframe
        title={t('previewOf', { name })}
        src={shown.url}
        className={cx('w-full rounded-md border border-ink-200 bg-white', fills ? 'min-h-80 flex-1' : 'h-[70vh]')}
      />
    )
  return <Picture url={shown.url} name={name} fills={fills} />
}

/** A picture in its frame, brought nearer by steps: what does not fit is scrolled to. */
function Picture({ url, name, fills }: { readonly url: string; readonly name: string; readonly fills: boolean }) {
  const t = useText(attachmentsText)
  const [step, setStep] = useState(0)
  const zoom = zooms[step] ?? 0
  const isWhole = zoom === 0
  return (
    <div className={cx('flex flex-col gap-1', fills && 'min-h-0 flex-1')}>
      <div
        className={cx(
          'rounded-md border border-ink-200 bg-white',
          fills ? 'min-h-80 flex-1' : 'max-h-[70vh]',
          isWhole ? 'relative overflow-hidden' : 'overflow-auto',
        )}
        // A scroller that no key can reach would hide the rest of the picture from the keyboard.
        {...(isWhole ? {} : { role: 'region', tabIndex: 0, 'aria-label': t('previewOf', { name }) })}
      >
        <img
          src={url}
          alt={t('previewOf', { name })}
          className={
            isWhole ? cx('object-contain', fills ? 'absolute inset-0 size-full' : 'mx-auto max-h-[70vh] max-w-full') : 'max-w-none'
          }
          style={isWhole ? undefined : { width: `${zoom * 100}%` }}
        />
      </div>
      <div className="flex items-center gap-1">
        <IconButton icon="minus" label={t('zoomOut')} disabled={isWhole} onClick={() => setStep(step - 1)} />
        <IconButton icon="plus" label={t('zoomIn')} disabled={step === zooms.length - 1} onClick={() => setStep(step + 1)} />
        {!isWhole && (
          <Button kind="quiet" onClick={() => setStep(0)}>
            {t('zoomWhole')}
          </Button>
        )}
      </div>
    </div>
  )
}
