import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { readNumber } from '#shared/answers/number-text.ts'
import { kinds } from '#shared/forms/kinds.ts'
import { definitionLimits, questionKinds } from '#shared/forms/model.ts'
import type { Question, QuestionKind } from '#shared/forms/model.ts'
import { dayAt } from '#shared/kernel/instant.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { ofKind } from '#shared/questionnaires/editing.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { FieldError } from '#client/ui/fields/field.tsx'
import { NumberField } from '#client/ui/fields/number-field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { kindsText } from '#client/features/answers/kinds/kind-text.ts'
import { ClashCards } from './clash-card.tsx'
import { EnglishFields } from './english-fields.tsx'
import type { FieldsEditor } from './fields-editor.ts'
import { OptionsField } from './options-field.tsx'
import { useProblemText } from '#client/areas/administration/form-editor/problem-text.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useFields, useLostEdits } from '#client/areas/administration/form-editor/use-workshop.ts'

/** Kinds that a question can be where it stands: a block holds no block, and its first question names the row. */
function kindsFor(state: Questionnaire, question: Question): readonly QuestionKind[] {
  const block = question.blockId === null ? undefined : state.question(question.blockId)
  if (block && question.parentId === null && (block.block[0] === question.id || block.block.length === 0)) return ['SimpleText', 'Text']
  return questionKinds.filter((kind) => kind !== 'Block' || (question.blockId === null && question.parentId === null))
}

/** Whether a question can be one that the administration answers. */
const canBeAdministrative = ({ kind, survey, parentId, blockId, dependent }: Question): boolean =>
  kind !== 'Block' && !survey && parentId === null && blockId === null && dependent.length === 0

interface Props {
  readonly editor: FieldsEditor
  /** Escape: the editor closes, and what is written is saved. */
  readonly onClose: () => void
  /** Ctrl+Enter: another one after it. */
  readonly onNext: () => void
  /** Field to go to, as the address names it. */
  readonly field?: string | null | undefined
}

/** All fields of one question. What is written is a draft at once, and saved when a field or the question is left. */
export function QuestionEditor({ editor, onClose, onNext, field: asked }: Props) {
  // Where it was opened for: what the address says later moves nobody who writes.
  const [field] = useState(asked)
  const t = useText(questionnairesText)
  const kindName = useText(kindsText)
  const errorText = useErrorText()
  const problemText = useProblemText()
  const open = useOpenQuestionnaire()
  const state = useFields(editor)
  useLostEdits(editor, open.scope)
  const root = useRef<HTMLDivElement>(null)
  // Another question, or the page, is an end of this one's writing.
  useEffect(() => () => void editor.commit(), [editor])
  useEffect(() => {
    const wanted = field ? root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`) : null
    const target = wanted?.matches('input,textarea,select') ? wanted : wanted?.querySelector<HTMLElement>('input,textarea,select,button')
    const first = target ?? root.current?.querySelector<HTMLElement>('textarea')
    first?.focus()
  }, [editor, field])
  const { question } = editor
  if (!question) return null
  const problemOf = (name: string): string | null => {
    const found = state.told ? state.problems.find((each) => each.field === name) : undefined
    return found ? problemText(found) : null
  }
  const setKind = (kind: QuestionKind): void => {
    const { min = null, max = null } = ofKind(kind, dayAt(open.now()))
    const options = kinds[kind].hasOptions ? (kinds[question.kind].hasOptions ? editor.options : [{ value: '' }]) : []
    editor.write({ kind, options, min, max, allowNoneOption: false, ...(kind === 'Block' ? { administrative: false } : {}) })
    editor.blur()
  }
  const tick = (part: Readonly<Record<string, boolean>>): void => {
    editor.write(part)
    editor.blur()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      onClose()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onNext()
    }
  }
  const allowed = kindsFor(open.state(), question)
  return (
    // The keys of the editor as a whole; each control in it keeps its own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className="grid gap-5" onBlur={() => editor.blur()} onKeyDown={onKeyDown}>
      <ClashCards editor={editor} />
      {state.refused && (
        <Notice tone="danger" role="alert">
          {t('unsaved', { reason: errorText(state.refused) })}
        </Notice>
      )}
      <TextArea
        label={t('questionText')}
        lang="es"
        data-field="text"
        rows={2}
        value={question.text}
        max={definitionLimits.textLength}
        onChange={(text) => editor.write({ text })}
        error={problemOf('text')}
        className="[&_textarea]:max-h-[8.5rem]"
      />
      <TextArea
        label={t('hint')}
        optional
        lang="es"
        data-field="hint"
        rows={1}
        value={question.hint ?? ''}
        max={definitionLimits.hintLength}
        onChange={(hint) => editor.write({ hint: hint === '' ? null : hint })}
        error={problemOf('hint')}
        className="[&_textarea]:max-h-[8.5rem]"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('kind')}
          data-field="kind"
          placeholder={null}
          value={question.kind}
          options={allowed.map((kind) => ({ value: kind, label: kindName(kind) }))}
          onChange={(value) => {
            const kind = allowed.find((each) => each === value)
            if (kind) setKind(kind)
          }}
          hint={question.kind === 'Block' && question.block.length === 0 ? t('blockHint') : undefined}
        />
        <ConditionField editor={editor} question={question} />
      </div>
      {kinds[question.kind].hasOptions && <OptionsField editor={editor} />}
      <Bounds key={question.kind} editor={editor} question={question} problem={problemOf('min')} />
      <div className="grid gap-x-5 sm:grid-cols-2">
        <Checkbox label={t('required')} checked={question.required} onChange={(required) => tick({ required })} />
        {question.kind === 'Multiple' && (
          <Checkbox label={t('noneOption')} checked={question.allowNoneOption} onChange={(allowNoneOption) => tick({ allowNoneOption })} />
        )}
        {canBeAdministrative(question) && (
          <Checkbox
            label={t('administrative')}
            hint={t('administrativeHint')}
            checked={question.administrative}
            onChange={(administrative) => tick(administrative ? { administrative, allowFile: false } : { administrative })}
          />
        )}
        {!question.administrative && (
          <Checkbox label={t('allowFile')} checked={question.allowFile} onChange={(allowFile) => tick({ allowFile })} />
        )}
      </div>
      {!question.administrative && <EnglishFields editor={editor} question={question} open={field?.startsWith('en.') === true} />}
    </div>
  )
}

/** The answer of the question above that opens this one. */
function ConditionField({ editor, question }: { readonly editor: FieldsEditor; readonly question: Question }) {
  const t = useText(questionnairesText)
  const open = useOpenQuestionnaire()
  const above = question.parentId === null ? undefined : open.state().question(question.parentId)
  if (!above) return null
  const choices = kinds[above.kind].choices(above)
  return (
    <Select
      label={t('condition')}
      hint={t('conditionOf', { number: open.state().index.numberOf(above.id) })}
      data-field="visibleIf"
      placeholder={null}
      value={String(question.visibleIf)}
      options={choices.map((each) => ({ value: String(each), label: typeof each === 'boolean' ? t(each ? 'yes' : 'no') : each }))}
      onChange={(value) => {
        const visibleIf = choices.find((each) => String(each) === value)
        if (visibleIf === undefined) return
        editor.write({ visibleIf })
        editor.blur()
      }}
    />
  )
}

/** A bound as it is typed: a number, nothing, or what is neither yet. */
const boundOf = (typed: string, language: Language): number | string | null => {
  const read = readNumber(typed, language)
  if (read.kind === 'empty') return null
  return read.kind === 'number' ? read.value : typed.trim().slice(0, 10)
}

interface BoundsProps {
  readonly editor: FieldsEditor
  readonly question: Question
  readonly problem: string | null
}

/** Least and most of an answer, under the names that they have for the question's kind. */
function Bounds({ editor, question, problem }: BoundsProps) {
  const t = useText(questionnairesText)
  const { kind } = question
  switch (kind) {
    case 'Boolean':
    case 'Single':
      return null
    case 'SimpleText':
      return (
        <BoundField
          editor={editor}
          field="max"
          label={t('mostCharacters')}
          hint={t('zeroUnlimited')}
          value={question.max}
          error={problem}
        />
      )
    case 'Block':
      return <BoundField editor={editor} field="max" label={t('mostRows')} value={question.max} error={problem} />
    case 'Text':
      return (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <BoundField editor={editor} field="min" label={t('leastWords')} value={question.min} error={problem} />
          <BoundField editor={editor} field="max" label={t('mostCharacters')} hint={t('zeroUnlimited')} value={question.max} />
        </div>
      )
    case 'Number':
      return (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <BoundField editor={editor} field="min" decimal label={t('least')} value={question.min} error={problem} />
          <BoundField editor={editor} field="max" decimal label={t('most')} value={question.max} />
        </div>
      )
    case 'Multiple':
      return (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <BoundField editor={editor} field="min" label={t('leastOptions')} value={question.min} error={problem} />
          <BoundField editor={editor} field="max" label={t('mostOptions')} hint={t('zeroUnlimited')} value={question.max} />
        </div>
      )
    case 'Date':
      return (
        <div>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <DayBound editor={editor} field="min" label={t('leastDay')} value={question.min} invalid={problem !== null} />
            <DayBound
              editor={editor}
              field="max"
              label={t('mostDay')}
              hint={t('mostDayHint')}
              value={question.max}
              invalid={problem !== null}
            />
          </div>
          {problem && (
            <div className="mt-1.5">
              <FieldError id={`${question.id}-range`}>{problem}</FieldError>
            </div>
          )}
        </div>
      )
  }
}

interface BoundFieldProps {
  readonly editor: FieldsEditor
  readonly field: 'min' | 'max'
  readonly label: string
  readonly value: number | string | undefined
  readonly hint?: string | undefined
  readonly error?: string | null | undefined
  readonly decimal?: boolean | undefined
}

/** A bound in figures. As typed while it is written: "1,50" stays so. */
function BoundField({ editor, field, label, value, hint, error, decimal = false }: BoundFieldProps) {
  const standing = value === undefined ? '' : String(value).replace('.', ',')
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && String(boundOf(typed, language) ?? '') === String(value ?? '') ? typed : standing
  return (
    <NumberField
      label={label}
      hint={hint}
      decimal={decimal}
      data-field={field}
      value={shown}
      onChange={(text) => {
        setTyped(text)
        editor.write({ [field]: boundOf(text, language) })
      }}
      error={error}
    />
  )
}

interface DayBoundProps {
  readonly editor: FieldsEditor
  readonly field: 'min' | 'max'
  readonly label: string
  readonly hint?: string | undefined
  readonly value: number | string | undefined
  readonly invalid: boolean
}

function DayBound({ editor, field, label, hint, value, invalid }: DayBoundProps) {
  return (
    <TextField
      type="date"
      label={label}
      hint={hint}
      optional
      data-field={field}
      value={typeof value === 'string' ? value : ''}
      aria-invalid={invalid || undefined}
      onChange={(day) => editor.write({ [field]: day === '' ? null : day })}
    />
  )
}
