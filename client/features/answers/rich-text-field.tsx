import { lazy, Suspense } from 'react'
import { visibleText, wordsOf } from '#shared/answers/text.ts'
import { minWords } from '#shared/answers/validity.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { FieldError } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AnswerFieldProps } from './answer-field.tsx'
import { answersText } from './text.ts'

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }))

/** Part of the limit from which the counter is shown (ux 10). */
const counterFrom = 0.75

/** Rich text with its rule of words (institution-area §5). */
export function RichTextField({ question, value, revision, error, labelId, onWrite }: AnswerFieldProps) {
  const t = useText(answersText)
  const html = typeof value === 'string' ? value : ''
  const text = visibleText(html)
  const max = typeof question.max === 'number' ? question.max : 0
  const length = [...text].length
  const least = minWords(question)
  const noteId = `${labelId}-note`
  const errorId = `${labelId}-error`
  return (
    <div className="grid gap-1.5">
      <Suspense fallback={<Skeleton className="h-44 rounded-md" />}>
        <Editor
          value={html}
          revision={revision}
          labelledBy={labelId}
          describedBy={error ? `${noteId} ${errorId}` : noteId}
          invalid={error !== null}
          onChange={(next) => onWrite(next === '' ? null : next)}
        />
      </Suspense>
      <p id={noteId} className="tabular flex flex-wrap justify-between gap-x-4 text-sm text-ink-600">
        <span>{text === '' && least > 0 ? t('wordsAtLeast', { n: least }) : t('words', { n: wordsOf(text) })}</span>
        {max > 0 && length >= max * counterFrom && (
          <span role="status" className={cx(length > max && 'font-semibold text-bad-700')}>
            {length > max ? t('charactersOver', { n: length - max }) : t('charactersLeft', { n: max - length })}
          </span>
        )}
      </p>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
