import { useEffect, useState } from 'react'
import { decorative } from '#shared/site/rules.ts'
import { imageHref } from '#shared/site/view.ts'
import type { Section } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { latePart } from '#client/ui/late-part.tsx'
import { textAt } from './acts.ts'
import { fieldId, useEditorParts } from './editor-context.ts'
import { fieldName } from './field-name.ts'
import { siteEditorText } from './text.ts'
import { useProblemsAt } from './use-problems.ts'

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
  return (
    <div>
      <p className="font-semibold text-ink-950">{name}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2.5">
        {file && (
          <img
            src={imageHref(file, file.widths[0])}
            alt=""
            className="h-16 w-24 shrink-0 rounded-sm border border-ink-200 bg-white object-contain"
          />
        )}
        <div className="min-w-0 flex-1 basis-48">
          <p className="wrap-anywhere text-ink-950">{id === '' ? t('imageNone') : (file?.name ?? t('imageGone'))}</p>
          {id !== '' && alt !== null && (
            <p lang={es === '' || es === decorative ? undefined : 'es'} className="text-sm wrap-anywhere text-ink-600">
              {es === '' ? <Badge tone="warning">{t('altNone')}</Badge> : es === decorative ? t('altDecorative') : es}
            </p>
          )}
        </div>
        <Button
          id={buttonId}
          size="small"
          icon="edit"
          aria-haspopup="dialog"
          aria-label={t('pickOf', { act: t(id === '' ? 'imageChoose' : 'imageChange'), field: name })}
          aria-describedby={error === null ? undefined : `${buttonId}-error`}
          onClick={() => setOpen(true)}
        >
          {t(id === '' ? 'imageChoose' : 'imageChange')}
        </Button>
      </div>
      {error !== null && (
        <div className="mt-1.5">
          <FieldError id={`${buttonId}-error`}>{error}</FieldError>
        </div>
      )}
      {open && <ImageDialog section={section} path={path} alt={alt} onClose={() => setOpen(false)} />}
    </div>
  )
}
