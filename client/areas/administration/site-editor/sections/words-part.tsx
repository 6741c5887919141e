import { oneLine } from './one-line.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { visibleText } from '#shared/kernel/rich-text.ts'
import type { Section, SiteLanguage } from '#shared/site/model.ts'
import type { Field } from '#shared/site/sections.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { fieldName } from './field-name.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { useProblemsAt } from '#client/areas/administration/site-editor/use-problems.ts'

const RichTextEditor = latePart(() => import('#client/features/texts/rich-text-editor.tsx'), 'RichTextEditor')

interface Props {
  readonly section: Section
  readonly path: string
  readonly field: Field<'line' | 'text' | 'rich'>
}

/** Words of a section, Spanish and English side by side. */
export function WordsPart({ section, path, field }: Props) {
  const t = useText(siteEditorText)
  const { act } = useEditorParts()
  const name = fieldName(t, section.component, path)
  const es = textAt(section, path)
  const en = textAt(section, path, 'en')
  const lacksEnglish = saysNothing(en) && !saysNothing(es)
  return (
    <div className="grid items-start gap-x-5 gap-y-3 md:grid-cols-2">
      <WordsField section={section} path={path} field={field} language="es" value={es} />
      <div>
        <WordsField section={section} path={path} field={field} language="en" value={en} />
        {lacksEnglish && (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="warning">{t('englishMissing')}</Badge>
            <Button
              size="small"
              kind="quiet"
              icon="copy"
              aria-label={t('copySpanishOf', { field: name })}
              onClick={() => act({ kind: 'copySpanish', id: section.id, path })}
            >
              {t('copySpanish')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

const saysNothing = (text: string): boolean => visibleText(text) === ''

interface FieldProps extends Props {
  readonly language: SiteLanguage
  readonly value: string
}

function WordsField({ section, path, field, language, value }: FieldProps) {
  const t = useText(siteEditorText)
  const { act } = useEditorParts()
  const name = fieldName(t, section.component, path)
  const label = t(language === 'es' ? 'inSpanish' : 'inEnglish', { field: name })
  const error = useProblemsAt(section.id, path, language)
  const id = fieldId(section.id, path, language)
  const write = (typed: string): void => act({ kind: 'write', id: section.id, language, path, value: typed })
  if (field.kind === 'rich') return <RichField id={id} label={label} value={value} language={language} error={error} onChange={write} />
  const isLine = field.kind === 'line'
  return (
    <TextArea
      id={id}
      label={label}
      lang={language}
      value={value}
      rows={isLine ? 1 : 4}
      max={field.most}
      onChange={(typed) => write(isLine ? oneLine(typed) : typed)}
      error={error}
    />
  )
}

interface RichProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly language: SiteLanguage
  readonly error: string | null
  readonly onChange: (html: string) => void
}

/** A text with marks. What comes from elsewhere, an undo or a copy, is put into it; what was typed is there already. */
function RichField({ id, label, value, language, error, onChange }: RichProps) {
  const t = useText(siteEditorText)
  const siteLinks = useMemo(() => ({ hint: t('richLinkHint'), wrong: t('richLinkWrong') }), [t])
  const labelId = useId()
  const errorId = useId()
  const held = useRef(value)
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    if (held.current === value) return
    held.current = value
    setRevision((before) => before + 1)
  }, [value])
  return (
    <div className="flex flex-col gap-1.5">
      <p id={labelId} className="w-fit font-semibold text-ink-950">
        {label}
      </p>
      <div id={id} data-rich>
        <RichTextEditor
          value={value}
          revision={revision}
          labelledBy={labelId}
          describedBy={error === null ? undefined : errorId}
          invalid={error !== null}
          lang={language}
          siteLinks={siteLinks}
          onChange={(html) => {
            held.current = html
            onChange(html)
          }}
          onClose={() => undefined}
        />
      </div>
      {error !== null && (
        <p id={errorId} className="text-sm font-medium text-bad-700">
          {error}
        </p>
      )}
    </div>
  )
}
