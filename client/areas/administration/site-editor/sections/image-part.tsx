import { useEffect, useState } from 'react'
import { decorative } from '#shared/site/rules.ts'
import { imageHref } from '#shared/site/view.ts'
import type { Section } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { fieldName } from './field-name.ts'
import { PartRow } from './part-row.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { useProblemsAt } from '#client/areas/administration/site-editor/use-problems.ts'

const ImageDialog = latePart(() => import('./image-dialog.tsx'), 'ImageDialog')

interface Props {
  readonly section: Section
  readonly path: string
  /** Of what it shows, in words. */
  readonly alt: string | null
}

/** A picture of the site and what it shows here, chosen and written in a window. */
export function ImagePart({ section, path, alt }: Props) {
  const t = useText(siteEditorText)
  const { viewFiles, wanted } = useEditorParts()
  const [open, setOpen] = useState(false)
  const name = fieldName(t, section.component, path)
  const id = textAt(section, path)
  const file = viewFiles[id]
  const es = alt === null ? '' : textAt(section, alt)
  const own = useProblemsAt(section.id, path, null)
  const ofAlt = useProblemsAt(section.id, alt ?? '', 'es')
  const error = own ?? (alt === null ? null : ofAlt)
  const isAltWanted = wanted?.section === section.id && alt !== null && wanted.field === alt
  useEffect(() => {
    if (isAltWanted) setOpen(true)
  }, [isAltWanted, wanted])
  const buttonId = fieldId(section.id, path, null)
  const act = t(id === '' ? 'imageChoose' : 'imageChange')
  return (
    <div>
      <PartRow
        name={name}
        fieldId={buttonId}
        buttonId={buttonId}
        act={act}
        actOf={t('pickOf', { act, field: name })}
        error={error}
        before={
          file && (
            <img
              src={imageHref(file, file.widths[0])}
              alt=""
              className="h-16 w-24 shrink-0 rounded-sm border border-ink-200 bg-white object-contain"
            />
          )
        }
        onOpen={() => setOpen(true)}
      >
        <p className="text-ink-950">{id === '' ? t('imageNone') : (file?.name ?? t('imageGone'))}</p>
        {id !== '' && alt !== null && (
          <p lang={es === '' || es === decorative ? undefined : 'es'} className="text-sm text-ink-600">
            {es === '' ? <Badge tone="warning">{t('altNone')}</Badge> : es === decorative ? t('altDecorative') : es}
          </p>
        )}
      </PartRow>
      {open && <ImageDialog section={section} path={path} alt={alt} onClose={() => setOpen(false)} />}
    </div>
  )
}
