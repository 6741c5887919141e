import { useEffect } from 'react'
import { definitionLimits } from '#shared/forms/model.ts'
import type { Fields } from '#shared/questionnaires/editing.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { ClashCards } from '#client/areas/administration/form-editor/questions/clash-card.tsx'
import { englishWith } from '#client/areas/administration/form-editor/questions/english-fields.tsx'
import type { FieldsEditor } from '#client/areas/administration/form-editor/questions/fields-editor.ts'
import { useProblemText } from '#client/areas/administration/form-editor/problem-text.ts'
import { RowState } from '#client/areas/administration/form-editor/questions/row-state.tsx'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useFields, useLostEdits } from '#client/areas/administration/form-editor/use-workshop.ts'

interface Props {
  readonly editor: FieldsEditor
  readonly label: string
  /** The form has a description besides. */
  readonly described?: boolean | undefined
}

/** Name of the form, a dimension or a sub-dimension: saved by itself when it is left. */
export function NameField({ editor, label, described = false }: Props) {
  const t = useText(questionnairesText)
  const errorText = useErrorText()
  const problemText = useProblemText()
  const open = useOpenQuestionnaire()
  const state = useFields(editor)
  useLostEdits(editor, open.scope)
  useEffect(() => () => void editor.commit(), [editor])
  const [problem] = state.told ? state.problems : []
  const textOf = (field: string): string => {
    const value = editor.shown(field)
    return typeof value === 'string' ? value : ''
  }
  return (
    <div className="grid gap-4" onBlur={() => editor.blur()}>
      <ClashCards editor={editor} />
      <TextField
        label={label}
        lang="es"
        autoComplete="off"
        data-name={editor.subject.kind === 'form' ? 'form' : editor.subject.id}
        value={textOf('name')}
        onChange={(name) => editor.write({ name })}
        error={problem ? problemText(problem) : state.refused && errorText(state.refused)}
      />
      {described && (
        <TextArea
          label={t('description')}
          optional
          lang="es"
          rows={2}
          max={definitionLimits.textLength}
          value={textOf('description')}
          onChange={(description) => editor.write({ description })}
        />
      )}
      {editor.subject.kind === 'dimension' && (
        <TextField
          label={t('inEnglish', { field: label })}
          optional
          lang="en"
          autoComplete="off"
          value={englishName(editor.shown('en'))}
          onChange={(name) => editor.write({ en: englishWith(englishOf(editor.shown('en')), 'name', name) })}
        />
      )}
      <div className="-mt-2 min-h-5">
        <RowState editor={editor} />
      </div>
    </div>
  )
}

const englishOf = (en: unknown): Fields | null => (typeof en === 'object' && en !== null ? { ...en } : null)
const englishName = (en: unknown): string => {
  const name = englishOf(en)?.['name']
  return typeof name === 'string' ? name : ''
}
