import { useState } from 'react'
import type { Section } from '#shared/site/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { fieldName } from './field-name.ts'
import { PartRow } from './part-row.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { useProblemsAt } from '#client/areas/administration/site-editor/use-problems.ts'

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
  const act = t(id === '' ? 'fileChoose' : 'fileChange')
  return (
    <div>
      <PartRow
        name={name}
        fieldId={buttonId}
        buttonId={buttonId}
        act={act}
        actOf={t('pickOf', { act, field: name })}
        error={error}
        before={<Icon name="file" className="text-ink-500" />}
        onOpen={() => setOpen(true)}
      >
        <p>
          {id === '' ? t('fileNone') : (file?.name ?? t('fileGone'))}
          {file && <span className="tabular ml-2 text-sm text-ink-600">{format.bytes(file.bytes)}</span>}
        </p>
      </PartRow>
      {open && <FileDialog section={section} path={path} onClose={() => setOpen(false)} />}
    </div>
  )
}
