import { useRef, useState } from 'react'
import { imageHref } from '#shared/site/view.ts'
import { useOnline } from '#client/data/server/online.ts'
import { acceptedFiles, useUpload } from './use-upload.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { folded } from '#client/i18n/folded.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly type: 'image' | 'document'
  /** Id of the one that stands; '' for none. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** Files of the site to choose one of, newest first, and the way to bring another one. */
export function FilePicker({ type, chosen, onChoose }: Props) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const format = useFormat()
  const online = useOnline()
  const { files, filesAgain } = useEditorParts()
  const [words, setWords] = useState('')
  const { sending, problem, upload } = useUpload(({ fileId, name }) => {
    announce(t('uploaded', { name }))
    onChoose(fileId)
    filesAgain()
  })
  const input = useRef<HTMLInputElement>(null)
  const isImage = type === 'image'
  const page = files.kind === 'ready' ? files.page : null
  const all =
    (isImage
      ? page?.pictures.images.map(({ _id, name, kind, bytes, widths }) => ({ _id, name, kind, bytes, width: widths[0] }))
      : page?.files.map((file) => ({ ...file, width: undefined }))) ?? []
  const shown = all.filter(({ name }) => folded(name).includes(folded(words.trim())))
  return (
    <section aria-label={t(isImage ? 'pickImage' : 'pickFile')} className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="text-base">{t(isImage ? 'pickImage' : 'pickFile')}</h3>
        <FileInput
          input={input}
          label={t(isImage ? 'uploadImage' : 'uploadFile')}
          accept={acceptedFiles[type]}
          onChoose={(file) => void upload(type, file)}
        />
        <Button icon="upload" size="small" busy={sending !== null} disabled={!online} onClick={() => input.current?.click()}>
          {sending === null ? t(isImage ? 'uploadImage' : 'uploadFile') : t('uploading', { name: sending })}
        </Button>
      </div>
      {problem && (
        <Notice tone="danger" role="alert">
          {errorText(problem)}
        </Notice>
      )}
      {files.kind === 'offline' && (
        <Notice tone="warning" icon="cloud-off">
          {t('pickOffline')}
        </Notice>
      )}
      {files.kind === 'refused' && (
        <Notice tone="danger" role="alert">
          {errorText(files.failure)}
        </Notice>
      )}
      {files.kind === 'loading' && <p role="status">{t('pickLoading')}</p>}
      {all.length > 6 && (
        <TextField
          label={t('pickSearch')}
          labelHidden
          placeholder={t('pickSearch')}
          type="search"
          icon="search"
          value={words}
          onChange={setWords}
        />
      )}
      {files.kind === 'ready' && shown.length === 0 && <p className="text-ink-600">{t(all.length === 0 ? 'pickNone' : 'pickNoneFound')}</p>}
      <ul className={cx('max-h-80 gap-2 overflow-y-auto p-1', isImage ? 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]' : 'grid')}>
        {shown.map((file) => (
          <li key={file._id}>
            <button
              type="button"
              aria-pressed={file._id === chosen}
              onClick={() => onChoose(file._id)}
              className={cx(
                'forced-edge flex w-full gap-2.5 rounded-md border p-2 text-left',
                isImage && 'h-full flex-col',
                file._id === chosen
                  ? 'border-brand-700 bg-brand-50 outline-2 outline-brand-600'
                  : 'border-ink-300 bg-white hover:bg-ink-50',
              )}
            >
              {isImage ? (
                <img
                  src={imageHref({ id: file._id, kind: file.kind }, file.width)}
                  alt=""
                  loading="lazy"
                  className="h-24 w-full rounded-sm bg-ink-50 object-contain"
                />
              ) : (
                <Icon name="file" className="mt-0.5 text-ink-500" />
              )}
              <span className="min-w-0 flex-1 text-sm">
                <span className="line-clamp-2 wrap-anywhere">{file.name}</span>
                <span className="tabular text-ink-600">{format.bytes(file.bytes)}</span>
                {file._id === chosen && <span className="ml-2 font-semibold text-brand-800">{t('chosen')}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
