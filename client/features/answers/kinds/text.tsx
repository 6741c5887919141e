import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { visibleText, wordsOf } from '#shared/kernel/rich-text.ts'
import { minWords } from '#shared/forms/kinds/text.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { FieldError } from '#client/ui/fields/field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import type { AnswerFieldProps, AnswerViewProps, KindOnScreen } from './kind.ts'
import type { RichTextEditorProps } from '#client/features/texts/rich-text-editor.tsx'
import { RichTextView } from '#client/features/texts/rich-text-view.tsx'
import { answersText } from '#client/features/answers/text.ts'

type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly Editor: ComponentType<RichTextEditorProps> }
  | { readonly kind: 'absent' }

let known: Loading = { kind: 'loading' }

/** The editor's code, which comes with the first rich text; absent when it cannot be had now. */
function useEditorCode(): Loading {
  const [loading, setLoading] = useState(known)
  useEffect(() => {
    if (known.kind === 'ready') return setLoading(known)
    let left = false
    const told = (next: Loading): void => {
      known = next
      if (!left) setLoading(next)
    }
    import('#client/features/texts/rich-text-editor.tsx').then(
      ({ RichTextEditor }) => told({ kind: 'ready', Editor: RichTextEditor }),
      () => told({ kind: 'absent' }),
    )
    return () => {
      left = true
    }
  }, [])
  return loading
}

/** Part of the limit from which the counter is shown. */
const counterFrom = 0.75

/** Rich text with its rule of words. */
function Field({ question, value, revision, error, labelId, onWrite }: AnswerFieldProps) {
  const t = useText(answersText)
  const loading = useEditorCode()
  const html = typeof value === 'string' ? value : ''
  const seen = visibleText(html)
  const max = typeof question.max === 'number' ? question.max : 0
  const length = [...seen].length
  const least = minWords(question)
  const noteId = `${labelId}-note`
  const errorId = `${labelId}-error`
  return (
    <div className="grid gap-1.5">
      {loading.kind === 'loading' && <Skeleton className="h-44 rounded-md" />}
      {loading.kind === 'absent' && (
        <PlainEditor label={question.text} html={html} onChange={(next) => onWrite(next === '' ? null : next)} />
      )}
      {loading.kind === 'ready' && (
        <loading.Editor
          value={html}
          revision={revision}
          labelledBy={labelId}
          describedBy={error ? `${noteId} ${errorId}` : noteId}
          invalid={error !== null}
          onChange={(next) => onWrite(next === '' ? null : next)}
        />
      )}
      <p id={noteId} className="tabular flex flex-wrap justify-between gap-x-4 text-sm text-ink-600">
        <span>{seen === '' && least > 0 ? t('wordsAtLeast', { n: least }) : t('words', { n: wordsOf(seen) })}</span>
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

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Stands in for the editor where its code is not on this device yet: plain paragraphs; a text with marks is only read, so that they are not lost. */
function PlainEditor({
  label,
  html,
  onChange,
}: {
  readonly label: string
  readonly html: string
  readonly onChange: (html: string) => void
}) {
  const t = useText(answersText)
  if (/<(?!\/?(?:p|br)\b)/i.test(html)) {
    return (
      <Notice tone="neutral" icon="cloud-off" title={t('editorAbsent')}>
        <RichTextView html={html} />
      </Notice>
    )
  }
  const write = (text: string): void =>
    onChange(
      text === ''
        ? ''
        : text
            .split('\n')
            .map((line) => `<p>${escaped(line)}</p>`)
            .join(''),
    )
  return <TextArea label={label} labelHidden lang="es" rows={5} value={visibleText(html)} onChange={write} />
}

function View({ value, className }: AnswerViewProps<string>) {
  return <RichTextView html={value} className={className} />
}

export const text: KindOnScreen<string> = { Field, View }
