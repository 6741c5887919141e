import type { ReactNode } from 'react'
import type { Question } from '#shared/forms/model.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { kindsText } from '#client/features/answers/kinds/kind-text.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'

/** What a question asks for, in words: where nothing can be changed. */
export function QuestionFacts({ question }: { readonly question: Question }) {
  const t = useText(questionnairesText)
  const kindName = useText(kindsText)
  const range = useRange(question)
  return (
    <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      <Fact name={t('kind')}>{kindName(question.kind)}</Fact>
      {question.hint && (
        <Fact name={t('hint')}>
          <span lang="es">{question.hint}</span>
        </Fact>
      )}
      {question.options.length > 0 && (
        <Fact name={t('options')}>
          <Options question={question} />
        </Fact>
      )}
      {range.map(([name, text]) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-sm leading-6 font-semibold text-ink-700">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Options({ question }: { readonly question: Question }) {
  const t = useText(questionnairesText)
  return (
    <ul className="grid gap-0.5">
      {question.options.map(({ value, allowExtra }) => (
        <li key={value} lang="es">
          {allowExtra ? t('withExtra', { name: value }) : value}
        </li>
      ))}
      {question.allowNoneOption && <li>{t('noneOption')}</li>}
    </ul>
  )
}

/** Limits of an answer under the name that they have for its kind; none where the kind has none. */
function useRange({ kind, min, max }: Question): readonly (readonly [string, string])[] {
  const t = useText(questionnairesText)
  const format = useFormat()
  const from = min === undefined || min === '' || min === 0 ? null : min
  const to = max === undefined || max === '' || max === 0 ? null : max
  const shown = (bound: string | number): string => (typeof bound === 'number' ? format.number(bound) : format.day(bound))
  const both = (): string => {
    if (from !== null && to !== null) return t('rangeBoth', { min: shown(from), max: shown(to) })
    if (from !== null) return t('rangeFrom', { min: shown(from) })
    return to === null ? t('rangeNone') : t('rangeTo', { max: shown(to) })
  }
  switch (kind) {
    case 'SimpleText':
    case 'Text':
      return [[t('mostCharacters'), to === null ? t('unlimited') : shown(to)]]
    case 'Block':
      return [[t('mostRows'), to === null ? format.number(10) : shown(to)]]
    case 'Number':
    case 'Date':
      return [[t('range'), both()]]
    case 'Multiple':
      return [[t('optionRange'), both()]]
    case 'Boolean':
    case 'Single':
      return []
  }
}
