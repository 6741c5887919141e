import { memo } from 'react'
import { explainMax } from '#shared/forms/points.ts'
import type { ExplainedMax } from '#shared/forms/points.ts'
import { kinds } from '#shared/forms/kinds.ts'
import { divisorOf, rateFault } from '#shared/forms/rates.ts'
import type { RateFault } from '#shared/forms/rates.ts'
import type { Question } from '#shared/forms/model.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { editQuestion } from '#shared/questionnaires/mutations.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { RowHistory } from '#client/areas/administration/form-editor/questions/row-history.tsx'
import { ScoreField } from './score-field.tsx'
import { scoresText } from './scores-text.ts'
import { valueAt, withValue } from './typed-points.ts'

interface Props {
  readonly id: QuestionId
  /** Points may not be changed now. */
  readonly closed: boolean
}

/** A question with what each of its answers earns, how its maximum comes about, and what hangs on it. */
export const ScoreRow = memo(function ScoreRow({ id, closed }: Props) {
  const t = useText(scoresText)
  const format = useFormat()
  const question = useQuestionnaireReading([`unit:${id}`], (state) => state.question(id))
  const number = useQuestionnaireReading(['table:question', 'table:dimension'], (state) => state.index.numberOf(id))
  const explained = useQuestionnaireReading(
    ['table:question'],
    (state) => (state.question(id) ? explainMax(state.index, id) : null),
    sameField,
  )
  if (!question || !explained) return null
  const choices = kinds[question.kind].choices(question)
  const keys = choices.length > 0 ? choices : [null]
  const hanging = [...question.block, ...question.dependent]
  return (
    <li className="border-t border-ink-150 py-4 first:border-t-0">
      <p className="font-medium text-ink-950">
        <span className="tabular mr-2 text-ink-600">{number}</span>
        <span lang="es">{question.text}</span>
        {question.administrative && <span className="ml-2 text-sm text-ink-600">({t('administrative')})</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
        {keys.map((choice) => {
          const key = choice === null ? 'value' : String(choice)
          const name = choice === null ? null : choiceName(choice, t('yes'), t('no'))
          const label = name === null ? t('points') : name
          return closed ? (
            <p key={key}>
              <span className="text-ink-600">{label}:</span> {format.number(valueAt(question.points, key))}
            </p>
          ) : (
            <ScoreField
              key={key}
              id={id}
              points={question.points}
              pointsKey={key}
              label={label}
              name={name === null ? t('pointsOf', { number }) : t('pointsOfChoice', { choice: name, number })}
            />
          )
        })}
        {question.kind === 'Number' && <Rate question={question} closed={closed} />}
      </div>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <Explained explained={explained} />
        <RowHistory id={id} number={number} kind="points" />
      </div>
      {hanging.length > 0 && (
        <ul className="mt-3 border-l-2 border-ink-200 pl-4">
          {hanging.map((each) => (
            <ScoreRow key={each} id={each} closed={closed} />
          ))}
        </ul>
      )}
    </li>
  )
})

const choiceName = (choice: boolean | string, yes: string, no: string): string => {
  if (typeof choice === 'string') return choice
  return choice ? yes : no
}

/** Whether a number is divided by another answer, and by which. */
function Rate({ question, closed }: { readonly question: Question; readonly closed: boolean }) {
  const t = useText(scoresText)
  const errorText = useErrorText()
  const open = useOpenQuestionnaire()
  const divisor = divisorOf(question)
  const numbers = useQuestionnaireReading(
    ['table:question', 'table:dimension'],
    (state) =>
      state.definition.questions
        .filter(
          (each) =>
            each.kind === 'Number' &&
            each.id !== question.id &&
            (each.id === divisor || rateFault((id) => state.question(id), question, each.id) === undefined),
        )
        .map((each) => ({ value: each.id, label: `${state.index.numberOf(each.id)} ${each.text}` })),
    sameField,
  )
  const fault = useQuestionnaireReading(['table:question'], (state) =>
    divisor === undefined ? undefined : rateFault((id) => state.question(id), question, divisor),
  )
  const write = async (next: QuestionId | null): Promise<void> => {
    const { points } = question
    const to = withValue(points, 'value', valueAt(points, 'value'), next)
    const result = await open.dispatch(editQuestion, { id: question.id, from: { points: [...points] }, to: { points: to } })
    if (!result.ok) toast('error', errorText(result.failure))
  }
  const first = numbers[0]
  if (closed || !first) return divisor === undefined ? null : <ClosedRate fault={fault} />
  return (
    <div className="grid max-w-md gap-2">
      <Checkbox label={t('rate')} checked={divisor !== undefined} onChange={(is) => void write(is ? first.value : null)} />
      {divisor !== undefined && (
        <Select
          label={t('divisor')}
          options={numbers}
          value={divisor}
          placeholder={null}
          error={fault && t(`fault_${fault}`)}
          onChange={(next) => void write(next)}
        />
      )}
    </div>
  )
}

/** That a number is a rate, where it cannot be changed now, and why nobody earns it. */
function ClosedRate({ fault }: { readonly fault: RateFault | undefined }) {
  const t = useText(scoresText)
  return (
    <div className="grid gap-2 text-ink-700">
      <p>{t('rate')}</p>
      {fault && <Notice tone="warning">{t(`fault_${fault}`)}</Notice>}
    </div>
  )
}

/** How the maximum of a question is worked out, part by part (PO4). */
function Explained({ explained }: { readonly explained: ExplainedMax }) {
  const t = useText(scoresText)
  const format = useFormat()
  const open = useOpenQuestionnaire()
  const numberOf = (id: QuestionId): string => open.state().index.numberOf(id)
  const { rule, parts, total, divisor } = explained
  const lead = rule === 'rate' ? t('rule_rate', { number: divisor === undefined ? '' : numberOf(divisor) }) : t(`rule_${rule}`)
  return (
    <details className="min-w-0 py-2 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm text-ink-700">
        {t('max', { points: format.number(total) })} · <span className="text-brand-700 underline">{t('how')}</span>
      </summary>
      {parts.length === 0 ? (
        <p className="mt-1 text-ink-700">{t('nothing')}</p>
      ) : (
        <>
          <p className="mt-1 text-ink-700">{lead}</p>
          <ul className="ml-5 list-disc text-ink-800">
            {parts.map((part) => (
              <li key={String(part.choice ?? part.inner ?? 'value')} className="tabular">
                {part.choice !== undefined &&
                  t('ofChoice', { choice: choiceName(part.choice, t('yes'), t('no')), points: format.number(part.own) })}
                {part.inner !== undefined && t('inner', { number: numberOf(part.inner), points: format.number(part.points) })}
                {part.choice === undefined && part.inner === undefined && t('own', { points: format.number(part.points) })}
                {part.opens.map((each) => t('opens', { number: numberOf(each.id), points: format.number(each.points) })).join('')}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}
