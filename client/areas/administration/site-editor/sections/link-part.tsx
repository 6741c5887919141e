import { useEffect, useState } from 'react'
import { linkHref } from '#shared/site/rules.ts'
import type { Section } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { fieldName } from './field-name.ts'
import { PartRow } from './part-row.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { useProblemsAt } from '#client/areas/administration/site-editor/use-problems.ts'

const LinkDialog = latePart(() => import('./link-dialog.tsx'), 'LinkDialog')

interface Props {
  readonly section: Section
  /** Of the address. */
  readonly path: string
  /** Of its words; null where it has none of its own. */
  readonly words: string | null
  readonly most: number
}

/** A link: its words and where it leads, written in a window. */
export function LinkPart({ section, path, words, most }: Props) {
  const t = useText(siteEditorText)
  const { wanted } = useEditorParts()
  const [open, setOpen] = useState(false)
  const name = fieldName(t, section.component, path)
  const address = textAt(section, path)
  const text = words === null ? '' : textAt(section, words)
  const href = linkHref(address)
  const own = useProblemsAt(section.id, path, null)
  const ofWords = useProblemsAt(section.id, words ?? '', 'es')
  const error = own ?? (words === null ? null : ofWords)
  const isWanted = wanted?.section === section.id && (wanted.field === path || (words !== null && wanted.field === words))
  useEffect(() => {
    if (isWanted) setOpen(true)
  }, [isWanted, wanted])
  const addressId = fieldId(section.id, path, null)
  return (
    <div>
      <PartRow
        name={name}
        fieldId={addressId}
        buttonId={words === null ? addressId : undefined}
        act={t('linkEdit')}
        actOf={t('linkEditOf', { field: name })}
        error={error}
        before={<Icon name="external" size={18} className="text-ink-500" />}
        onOpen={() => setOpen(true)}
      >
        {text !== '' && (
          <p lang="es" className="text-ink-950">
            {text}
          </p>
        )}
        <p className="text-sm text-ink-600">{address === '' ? t('linkNone') : href === '' ? address : href}</p>
      </PartRow>
      {open && <LinkDialog section={section} path={path} words={words} most={most} onClose={() => setOpen(false)} />}
    </div>
  )
}
