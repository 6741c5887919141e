import { useState } from 'react'
import type { Section } from '#shared/site/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/late-part.tsx'
import { textAt } from './acts.ts'
import { fieldId, useEditorParts } from './editor-context.ts'
import { fieldName } from './field-name.ts'
import { siteEditorText } from './text.ts'
import { useProblemsAt } from './use-problems.ts'

const FileDialog = latePart(() => import('./file-dialog.tsx'), 'FileDialog')

/** A document of the site, chosen in a window. */
export function FilePart({ section, path }: { readonly section: Section; readonly path: string }) {
  const t = useText(siteEditorText)
  const format = useFormat()
  const { viewFiles } = useEditorParts()
  const [open, setOpen] = useState(false)
  const name = fieldName(t, section.component, path)
  const id = textAt(section, path)
  const file = viewFiles[id]
  const error = useProblemsAt(section.id, path, null)
  const buttonId = fieldId(section.id, path, null)
  return (
    <div>
      <p className="font-semibold text-ink-950">{name}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2.5">
        <Icon name="file" className="text-ink-500" />
        <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {id === '' ? t('fileNone') : (file?.name ?? t('fileGone'))}
          {file && <span className="tabular ml-2 text-sm text-ink-600">{format.bytes(file.bytes)}</span>}
        </p>
        <Button
          id={buttonId}
          size="small"
          icon="edit"
          aria-haspopup="dialog"
          aria-label={t('pickOf', { act: t(id === '' ? 'fileChoose' : 'fileChange'), field: name })}
          aria-describedby={error === null ? undefined : `${buttonId}-error`}
          onClick={() => setOpen(true)}
        >
          {t(id === '' ? 'fileChoose' : 'fileChange')}
        </Button>
      </div>
      {error !== null && (
        <div className="mt-1.5">
          <FieldError id={`${buttonId}-error`}>{error}</FieldError>
        </div>
      )}
      {open && <FileDialog section={section} path={path} onClose={() => setOpen(false)} />}
    </div>
  )
}
