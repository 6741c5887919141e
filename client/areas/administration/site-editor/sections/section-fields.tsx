import type { Section } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { valueAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { fieldName } from './field-name.ts'
import { FilePart } from './file-part.tsx'
import { ImagePart } from './image-part.tsx'
import { ItemsPart } from './items-part.tsx'
import { LinkPart } from './link-part.tsx'
import { partsOf } from './section-parts.ts'
import type { Fields } from './section-parts.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { WordsPart } from './words-part.tsx'

interface Props {
  readonly section: Section
  readonly fields: Fields
  /** Where the fields stand: '' for the section's own, `listData.2.` for an item's. */
  readonly at?: string
}

/** Everything that a section or an item of it holds, to be filled in; made from the list of its fields (WE2). */
export function SectionFields({ section, fields, at = '' }: Props) {
  const t = useText(siteEditorText)
  const { act } = useEditorParts()
  return (
    <div className="grid gap-6">
      {partsOf(fields).map((part) => {
        const path = `${at}${part.key}`
        switch (part.as) {
          case 'words':
            return <WordsPart key={path} section={section} path={path} field={part.field} />
          case 'flag':
            return (
              <Checkbox
                key={path}
                label={fieldName(t, section.component, path)}
                checked={valueAt(section.content, path) === true}
                onChange={(value) => act({ kind: 'write', id: section.id, language: 'es', path, value })}
              />
            )
          case 'link':
            return (
              <LinkPart
                key={path}
                section={section}
                path={path}
                words={part.words === null ? null : `${at}${part.words}`}
                most={mostOf(fields, part.words)}
              />
            )
          case 'image':
            return <ImagePart key={path} section={section} path={path} alt={part.alt === null ? null : `${at}${part.alt}`} />
          case 'file':
            return <FilePart key={path} section={section} path={path} />
          case 'items':
            return <ItemsPart key={path} id={fieldId(section.id, path, null)} section={section} list={part.key} field={part.field} />
        }
      })}
    </div>
  )
}

const mostOf = (fields: Fields, key: string | null): number => (key === null ? 0 : (fields[key]?.most ?? 0))
