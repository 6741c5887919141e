import { oneLine } from './one-line.ts'
import { decorative } from '#shared/site/rules.ts'
import { imageHref } from '#shared/site/view.ts'
import type { Section, SiteLanguage } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { FilePicker } from './file-picker.tsx'
import { PartDialog } from './part-dialog.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly section: Section
  readonly path: string
  readonly alt: string | null
  readonly onClose: () => void
}

/** A picture is chosen, and said what it shows in this place, in both languages: the same picture may say something else elsewhere. */
export function ImageDialog({ section, path, alt, onClose }: Props) {
  const t = useText(siteEditorText)
  const { act, viewFiles } = useEditorParts()
  const id = textAt(section, path)
  const file = viewFiles[id]
  const textOf = (language: SiteLanguage): string => (alt === null ? '' : textAt(section, alt, language))
  const write = (language: SiteLanguage, at: string, value: string): void =>
    act({ kind: 'write', id: section.id, language, path: at, value })
  const isDecorative = textOf('es') === decorative
  const isFileName = (text: string): boolean => file !== undefined && [file.name, file.name.replace(/\.[^.]*$/, '')].includes(text.trim())
  return (
    <PartDialog section={section} title={t('imageTitle')} onClose={onClose}>
      {id !== '' && (
        <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
          <div>
            {file ? (
              <img
                src={imageHref(file, file.widths[0])}
                alt=""
                className="max-h-40 w-full rounded-md border border-ink-200 bg-ink-50 object-contain"
              />
            ) : (
              <p className="text-bad-700">{t('imageGone')}</p>
            )}
            <Button size="small" kind="quiet" className="mt-2" onClick={() => write('es', path, '')}>
              {t('imageRemove')}
            </Button>
          </div>
          {alt !== null && (
            <div className="grid content-start gap-3">
              <Checkbox
                label={t('altDecorative')}
                hint={t('altDecorativeHint')}
                checked={isDecorative}
                onChange={(on) => {
                  write('es', alt, on ? decorative : '')
                  write('en', alt, on ? decorative : '')
                }}
              />
              {!isDecorative &&
                (['es', 'en'] as const).map((language) => (
                  <TextArea
                    key={language}
                    id={fieldId(section.id, alt, language)}
                    label={t(language === 'es' ? 'inSpanish' : 'inEnglish', { field: t('alt') })}
                    hint={language === 'es' ? t('altHint') : undefined}
                    lang={language}
                    rows={2}
                    max={300}
                    value={textOf(language) === decorative ? '' : textOf(language)}
                    onChange={(typed) => write(language, alt, oneLine(typed))}
                    error={isFileName(textOf(language)) ? t('altIsFileName') : null}
                  />
                ))}
            </div>
          )}
        </div>
      )}
      <FilePicker type="image" chosen={id} onChoose={(picked) => write('es', path, picked)} />
    </PartDialog>
  )
}
