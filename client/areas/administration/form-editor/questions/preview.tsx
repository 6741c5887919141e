import { memo, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnswerValue } from '#shared/answers/model.ts'
import { invalidity, isEmpty, opens } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import { unitOf } from '#shared/kernel/ids.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { AnswerField } from '#client/features/answers/answer-field.tsx'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import { FormHelp } from '#client/features/answers/form-help.tsx'
import { FormText, QuestionText } from '#client/features/texts/form-text.tsx'
import { answersText } from '#client/features/answers/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { useEditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useFields } from '#client/areas/administration/form-editor/use-workshop.ts'

const readers = ['professional', 'evaluator'] as const
type Reader = (typeof readers)[number]

/** From the last key to its effect in the preview. */
const pauseMs = 150

/** How an institution meets the question that is open, with the fields that it fills: what is answered here goes nowhere. */
export function Preview({ question }: { readonly question: QuestionId | null }) {
  const t = useText(questionnairesText)
  const [reader, setReader] = useState<Reader>('professional')
  const [wide, setWide] = useState(false)
  const [values, setValues] = useState<ReadonlyMap<QuestionId, AnswerValue | null>>(new Map())
  const shown = question !== null && (
    <Shown
      key={question}
      id={question}
      reader={reader}
      values={values}
      onValue={(id, value) => setValues((before) => new Map([...before, [id, value]]))}
    />
  )
  return (
    <div className="grid gap-4 px-4 py-5">
      <h2 className="text-lg max-lg:sr-only">{t('preview')}</h2>
      {question === null ? (
        <p className="text-ink-600">{t('previewNone')}</p>
      ) : (
        <>
          <RadioGroup
            label={t('previewAs')}
            choices={readers.map((each) => ({ value: each, label: t(`preview_${each}`) }))}
            value={reader}
            onChange={(value) => setReader(readers.find((each) => each === value) ?? 'professional')}
          />
          {/* The column is as wide as a phone leaves a question; tablets and computers both leave it the width of the dialog. */}
          <Button size="small" icon="eye" className="justify-self-start max-lg:hidden" onClick={() => setWide(true)}>
            {t('previewWide')}
          </Button>
          {!wide && shown}
          <Dialog open={wide} onClose={() => setWide(false)} title={t('preview')} size="large">
            <div className="mx-auto grid max-w-[44rem] gap-4">{shown}</div>
          </Dialog>
        </>
      )}
    </div>
  )
}

interface ShownProps {
  readonly id: QuestionId
  readonly reader: Reader
  readonly values: ReadonlyMap<QuestionId, AnswerValue | null>
  readonly onValue: (id: QuestionId, value: AnswerValue | null) => void
}

/** The question as it is being written where somebody writes it, else as it stands. */
function Shown(props: ShownProps) {
  const parts = useEditingParts()
  return parts ? <Written {...props} /> : <Standing {...props} />
}

function Written(props: ShownProps) {
  const parts = useEditingParts()
  const editor = parts?.workshop.question(props.id)
  return editor ? <WithEditor {...props} editor={editor} /> : null
}

function WithEditor({ editor, ...props }: ShownProps & { readonly editor: Parameters<typeof useFields>[0] }) {
  const state = useFields(editor)
  const [question, setQuestion] = useState(() => editor.question)
  // Who types has the machine for the field: what follows from it is drawn in a pause.
  useEffect(() => {
    const timer = setTimeout(() => setQuestion(editor.question), pauseMs)
    return () => clearTimeout(timer)
  }, [editor, state])
  return question ? <Asked {...props} question={question} /> : null
}

function Standing(props: ShownProps) {
  const question = useQuestionnaireReading([`unit:${props.id}`], (state) => state.question(props.id))
  return question ? <Asked {...props} question={question} /> : null
}

const Asked = memo(function Asked({ id, reader, values, onValue, question }: ShownProps & { readonly question: Question }) {
  const t = useText(questionnairesText)
  const a = useText(answersText)
  const errorText = useErrorText()
  const open = useOpenQuestionnaire()
  const value = values.get(id) ?? null
  const labelId = `preview-${id}`
  const wrong = value === null || isEmpty(question, value) ? undefined : invalidity(question, value)
  const number = open.state().index.numberOf(id)
  const hint = reader === 'evaluator' ? 'questionHint' : 'fillingHint'
  const help = question[hint]
  const below = (ids: readonly QuestionId[]): ReactNode =>
    ids.map((each) => <Shown key={each} id={each} reader={reader} values={values} onValue={onValue} />)
  // A change of kind or of options makes another field, with nothing in it.
  const fieldKey = `${question.kind}${question.options.map((each) => each.value).join('|')}`
  return (
    <>
      <section className="rounded-xl border border-ink-200 bg-white px-4 py-4 shadow-card" aria-labelledby={labelId}>
        <h3 id={labelId} className="text-[1.0625rem] leading-snug">
          {number !== '' && <span className="tabular mr-2 text-sm text-brand-800">{number}</span>}
          {question.text.trim() === '' ? (
            <span className="text-ink-500 italic">{t('problem_question_text_empty')}</span>
          ) : (
            <QuestionText of={question} />
          )}
          {!question.required && <span className="font-normal text-ink-500"> {a('optional')}</span>}
        </h3>
        {question.hint && (
          <p className="mt-1 text-sm text-ink-600">
            <FormText es={question.hint} en={question.en?.hint} />
          </p>
        )}
        {help && (
          <div className="mt-2 rounded-md bg-ink-50 px-3 py-2 text-sm">
            <FormHelp es={help} en={question.en?.[hint]} />
          </div>
        )}
        <div className="mt-3">
          {question.kind === 'Block' ? (
            <p className="text-sm text-ink-600">{t('previewBlock')}</p>
          ) : reader === 'evaluator' ? (
            <AnswerView question={question} value={value} />
          ) : (
            <AnswerField
              key={fieldKey}
              unit={unitOf(id)}
              question={question}
              value={value}
              unread={null}
              standing={null}
              revision={0}
              error={wrong ? errorText(wrong) : null}
              labelId={labelId}
              onWrite={(next) => onValue(id, next)}
              onUnread={() => onValue(id, null)}
              onChoose={(next) => onValue(id, next)}
              drawUnit={() => null}
            />
          )}
        </div>
      </section>
      {below(question.block)}
      {below(question.dependent.filter((each) => opens(question, value, open.state().question(each)?.visibleIf ?? null)))}
    </>
  )
})
