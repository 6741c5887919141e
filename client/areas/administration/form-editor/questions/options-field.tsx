import { useId, useRef } from 'react'
import { definitionLimits } from '#shared/forms/model.ts'
import { announce } from '#client/ui/live-region.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/fields/field.tsx'
import type { FieldsEditor, OptionDraft } from './fields-editor.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useProblemText } from '#client/areas/administration/form-editor/problem-text.ts'
import { useFields } from '#client/areas/administration/form-editor/use-workshop.ts'

/** Options of a question: named, ordered, each perhaps with a text beside it. Enter goes on to a new one. */
export function OptionsField({ editor }: { readonly editor: FieldsEditor }) {
  const t = useText(questionnairesText)
  const problemText = useProblemText()
  const { problems, told } = useFields(editor)
  const list = useRef<HTMLOListElement>(null)
  const id = useId()
  const { options } = editor
  const isFull = options.length >= definitionLimits.options
  const put = (next: readonly OptionDraft[]): void => editor.write({ options: next })
  const focusAt = (at: number): void => {
    // The field is drawn before the next frame.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input[type=text]')[at]?.focus())
  }
  const add = (at: number): void => {
    if (isFull) return
    put([...options.slice(0, at), { value: '' }, ...options.slice(at)])
    focusAt(at)
  }
  const remove = (at: number): void => {
    put(options.filter((_, position) => position !== at))
    announce(t('optionRemoved', { n: at + 1 }))
    focusAt(Math.max(0, at - 1))
  }
  const move = (at: number, by: -1 | 1): void => {
    const [option] = options.slice(at, at + 1)
    if (!option || at + by < 0 || at + by >= options.length) return
    const rest = options.filter((_, position) => position !== at)
    put([...rest.slice(0, at + by), option, ...rest.slice(at + by)])
    announce(t('optionMoved', { n: at + by + 1, total: options.length }))
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLButtonElement>(by < 0 ? '[data-move=up]' : '[data-move=down]')[at + by]?.focus(),
    )
  }
  const change = (at: number, part: Partial<OptionDraft>): void =>
    put(options.map((each, position) => (position === at ? { ...each, ...part } : each)))
  const problemAt = (at: number | undefined): string | null => {
    const found = told ? problems.find((each) => each.field === 'options' && each.at === at) : undefined
    return found ? problemText(found) : null
  }
  return (
    <fieldset className="min-w-0" data-field="options">
      <legend className="font-semibold text-ink-950">{t('options')}</legend>
      <ol ref={list} className="mt-2 grid gap-2">
        {options.map((option, at) => {
          const problem = problemAt(at)
          return (
            // Options have no id: their place is what they are while they are written.
            <li key={at}>
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <input
                  type="text"
                  lang="es"
                  value={option.value}
                  aria-label={t('optionNumber', { n: at + 1 })}
                  aria-invalid={problem ? true : undefined}
                  aria-describedby={problem ? `${id}-${at}` : undefined}
                  onChange={(event) => change(at, { value: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
                    event.preventDefault()
                    add(at + 1)
                  }}
                  className="control min-w-0 flex-1 basis-40"
                />
                <label className="flex min-h-9 items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    checked={option.allowExtra === true}
                    onChange={(event) => change(at, { allowExtra: event.target.checked ? true : undefined })}
                    aria-label={t('optionExtraOf', { n: at + 1 })}
                    className="size-5 accent-brand-600"
                  />
                  {t('optionExtra')}
                </label>
                <span className="flex">
                  <IconButton
                    icon="arrow-up"
                    size="small"
                    data-move="up"
                    label={t('optionUp', { n: at + 1 })}
                    aria-disabled={at === 0 || undefined}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    icon="arrow-down"
                    size="small"
                    data-move="down"
                    label={t('optionDown', { n: at + 1 })}
                    aria-disabled={at === options.length - 1 || undefined}
                    onClick={() => move(at, 1)}
                  />
                  <IconButton icon="trash" size="small" label={t('optionRemove', { n: at + 1 })} onClick={() => remove(at)} />
                </span>
              </div>
              {problem && <FieldError id={`${id}-${at}`}>{problem}</FieldError>}
            </li>
          )
        })}
      </ol>
      {problemAt(undefined) && <FieldError id={`${id}-none`}>{problemAt(undefined) ?? ''}</FieldError>}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="small"
          icon="plus"
          aria-disabled={isFull || undefined}
          aria-describedby={isFull ? `${id}-full` : undefined}
          onClick={() => add(options.length)}
          className="aria-disabled:border-ink-200 aria-disabled:bg-ink-100 aria-disabled:text-ink-500"
        >
          {t('optionAdd')}
        </Button>
        {isFull && (
          <p id={`${id}-full`} role="status" className="text-sm text-ink-600">
            {t('optionsFull', { n: definitionLimits.options })}
          </p>
        )}
      </div>
    </fieldset>
  )
}
