import { definitionLimits } from '#shared/forms/model.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Fields } from '#shared/questionnaires/editing.ts'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { FieldsEditor } from './fields-editor.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'

/** English texts with one of them written anew; none of them is none at all. */
export function englishWith(en: Fields | null | undefined, field: string, text: string): Fields | null {
  const rest = Object.entries(en ?? {}).filter(([name, value]) => name !== field && typeof value === 'string' && value !== '')
  const all = text === '' ? rest : [...rest, [field, text] as const]
  return all.length === 0 ? null : Object.fromEntries(all)
}

interface Props {
  readonly editor: FieldsEditor
  readonly question: Question
  /** The way to what is missing leads here. */
  readonly open: boolean
}

/** A question's texts in English, beside the Spanish that they say. What is missing is read in Spanish. */
export function EnglishFields({ editor, question, open }: Props) {
  const t = useText(questionnairesText)
  const { en } = question
  const { options } = editor
  return (
    <Disclosure summary={t('english')} open={open || undefined}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-600">{t('englishHint')}</p>
        <TextArea
          label={t('inEnglish', { field: t('questionText') })}
          optional
          hint={<span lang="es">{question.text}</span>}
          lang="en"
          rows={1}
          data-field="en.text"
          value={en?.text ?? ''}
          max={definitionLimits.textLength}
          onChange={(text) => editor.write({ en: englishWith(en, 'text', text) })}
        />
        {question.hint && (
          <TextArea
            label={t('inEnglish', { field: t('hint') })}
            optional
            hint={<span lang="es">{question.hint}</span>}
            lang="en"
            rows={1}
            data-field="en.hint"
            value={en?.hint ?? ''}
            max={definitionLimits.hintLength}
            onChange={(text) => editor.write({ en: englishWith(en, 'hint', text) })}
          />
        )}
        {options.length > 0 && (
          <div className="grid gap-3" data-field="en.options">
            {options.map((option, at) => (
              <TextField
                // Options have no id: their place is what they are while they are written.
                key={at}
                label={t('inEnglish', { field: t('optionNumber', { n: at + 1 }) })}
                optional
                hint={<span lang="es">{option.value}</span>}
                lang="en"
                autoComplete="off"
                value={option.en ?? ''}
                onChange={(text) =>
                  editor.write({
                    options: options.map((each, position) => {
                      if (position !== at) return each
                      const { en: _en, ...rest } = each
                      return text === '' ? rest : { ...rest, en: text }
                    }),
                  })
                }
              />
            ))}
          </div>
        )}
      </div>
    </Disclosure>
  )
}
