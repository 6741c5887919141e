import type { Section } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { FilePicker } from './file-picker.tsx'
import { PartDialog } from './part-dialog.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly section: Section
  readonly path: string
  readonly onClose: () => void
}

/** A document of the site is chosen, or brought to it. */
export function FileDialog({ section, path, onClose }: Props) {
  const t = useText(siteEditorText)
  const { act } = useEditorParts()
  return (
    <PartDialog section={section} title={t('fileChoose')} onClose={onClose}>
      <FilePicker
        type="document"
        chosen={textAt(section, path)}
        onChoose={(value) => act({ kind: 'write', id: section.id, language: 'es', path, value })}
      />
    </PartDialog>
  )
}
