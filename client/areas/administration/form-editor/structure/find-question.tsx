import { useId, useMemo, useState } from 'react'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Question } from '#shared/forms/model.ts'
import { useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { folded } from '#client/i18n/folded.ts'
import { useText } from '#client/i18n/text.ts'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { EditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'

/** Most questions that are listed at once. */
const listedMost = 12

/** Finds a question by its number or by words of it, without accents and case, and leads to it. */
export function FindQuestion({ address }: { readonly address: EditorAddress }) {
  const t = useText(questionnairesText)
  const [words, setWords] = useState('')
  const index = useQuestionnaireReading(['*'], (state) => state.index)
  const list = useId()
  const found = useMemo((): readonly Question[] => {
    const wanted = folded(words.trim())
    if (wanted === '') return []
    return index.definition.questions.filter(({ id, text, options }) => {
      const number = index.numberOf(id)
      return (
        number === wanted ||
        number.startsWith(`${wanted}.`) ||
        folded([text, ...options.map((each) => each.value)].join(' ')).includes(wanted)
      )
    })
  }, [index, words])
  const go = (question: Question | undefined): void => {
    if (!question) return
    setWords('')
    const isSurvey = question.dimensionId === surveyDimensionId
    address.go({ tab: isSurvey ? 'survey' : 'form', sub: isSurvey ? null : question.dimensionId, question: question.id })
  }
  return (
    <div className="mt-5">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          go(found[0])
        }}
      >
        <TextField
          type="search"
          icon="search"
          label={t('find')}
          labelHidden
          placeholder={t('find')}
          autoComplete="off"
          value={words}
          onChange={setWords}
          aria-controls={words.trim() === '' ? undefined : list}
        />
      </form>
      <p role="status" className="sr-only">
        {words.trim() === '' ? '' : t('foundCount', { n: found.length })}
      </p>
      {words.trim() !== '' && (
        <ul id={list} className="mt-2 grid gap-1 rounded-lg border border-ink-200 bg-white p-2 shadow-card">
          {found.length === 0 && <li className="px-2 py-1 text-ink-600">{t('foundCount', { n: 0 })}</li>}
          {found.slice(0, listedMost).map((question) => (
            <li key={question.id}>
              <button
                type="button"
                onClick={() => go(question)}
                className="flex w-full gap-3 rounded-md px-2 py-1.5 text-left hover:bg-brand-50"
              >
                <span className="tabular shrink-0 font-semibold text-ink-700">{index.numberOf(question.id)}</span>
                <span lang="es" className="line-clamp-2 min-w-0 wrap-anywhere">
                  {question.text}
                </span>
              </button>
            </li>
          ))}
          {found.length > listedMost && (
            <li className="px-2 py-1 text-sm text-ink-600">{t('foundMore', { n: found.length - listedMost })}</li>
          )}
        </ul>
      )}
    </div>
  )
}
