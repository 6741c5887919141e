import { useEffect, useState } from 'react'
import { linkHref } from '#shared/site/rules.ts'
import type { Section } from '#shared/site/model.ts'
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
  const errorId = `${fieldId(section.id, path, null)}-error`
  return (
    <div>
      <p className="font-semibold text-ink-950">{name}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2.5">
        <Icon name="external" size={18} className="text-ink-500" />
        <div className="min-w-0 flex-1 basis-48">
          {text !== '' && (
            <p lang="es" className="wrap-anywhere text-ink-950">
              {text}
            </p>
          )}
          <p className="text-sm wrap-anywhere text-ink-600">{address === '' ? t('linkNone') : href === '' ? address : href}</p>
        </div>
        <Button
          id={words === null ? fieldId(section.id, path, null) : undefined}
          size="small"
          icon="edit"
          aria-haspopup="dialog"
          aria-label={t('linkEditOf', { field: name })}
          aria-describedby={error === null ? undefined : errorId}
          onClick={() => setOpen(true)}
        >
          {t('linkEdit')}
        </Button>
      </div>
      {error !== null && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
      {open && <LinkDialog section={section} path={path} words={words} most={most} onClose={() => setOpen(false)} />}
    </div>
  )
}
