import type { Section } from '#shared/site/model.ts'
import type { ItemsField } from '#shared/site/sections.ts'
import { useText } from '#client/i18n/text.ts'
import { PartDialog } from './part-dialog.tsx'
import { SectionFields } from './section-fields.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly section: Section
  readonly list: string
  readonly field: ItemsField
  readonly at: number
  readonly onClose: () => void
}

/** One item of a list: its title and body, or its title only, with its picture, file or link. */
export function ItemDialog({ section, list, field, at, onClose }: Props) {
  const t = useText(siteEditorText)
  const hasBody = 'body' in field.fields
  return (
    <PartDialog section={section} title={t(hasBody ? 'itemTitle' : 'itemTitleOnly', { n: at + 1 })} onClose={onClose}>
      <SectionFields section={section} fields={field.fields} at={`${list}.${at}.`} />
    </PartDialog>
  )
}
