import { useEffect, useState } from 'react'
import type { Attachment } from '#shared/attachments/model.ts'
import { exportFile } from '#shared/attachments/routes.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { fetchFile } from '#client/data/call.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
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
}

/**
 * Evidence beside its answer: a picture drawn by the page, a PDF by the browser's own viewer in a frame. What is shown is made anew
 * from the bytes under the type that they have, so that nothing in it is a page or runs (EQ2).
 */
export function EvidencePreview({ formId, file }: Props) {
  const t = useText(attachmentsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [shown, setShown] = useState<Shown>({ kind: 'loading' })
  const [whole, setWhole] = useState(false)
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
    return <iframe title={t('previewOf', { name })} src={shown.url} className="h-[70vh] w-full rounded-md border border-ink-200 bg-white" />
  return (
    <>
      <div
        className={cx('max-h-[70vh] rounded-md border border-ink-200 bg-white', whole ? 'overflow-auto' : 'overflow-hidden')}
        // A scroller that no key can reach would hide the rest of the picture from the keyboard.
        {...(whole ? { role: 'region', tabIndex: 0, 'aria-label': t('previewOf', { name }) } : {})}
      >
        <img
          src={shown.url}
          alt={t('previewOf', { name })}
          className={whole ? 'max-w-none' : 'mx-auto max-h-[70vh] max-w-full object-contain'}
        />
      </div>
      <Button size="small" kind="quiet" aria-pressed={whole} onClick={() => setWhole(!whole)} className="mt-1 -ml-3">
        {t('realSize')}
      </Button>
    </>
  )
}
