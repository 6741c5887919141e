import type { Dimension } from '#shared/forms/model.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { editDimension, editQuestion } from '#shared/questionnaires/mutations.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/use-questionnaire.ts'
import { closedReason } from '#client/features/forms/closed-words.ts'
import { formsText } from '#client/features/forms/text.ts'
import { EditableText } from '#client/features/questionnaires/editable-text.tsx'
import { OpenedForm, TextsFrame } from './texts-frame.tsx'
import { textsText } from '#client/features/questionnaires/texts-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'

/** Help texts of a form: of each dimension, and of each question. */
export function FormHelpsPage() {
  return (
    <OpenedForm>
      <Helps />
    </OpenedForm>
  )
}

function Helps() {
  const t = useText(textsText)
  const words = useText(formsText)
  const format = useFormat()
  const open = useOpenQuestionnaire()
  const closed = useQuestionnaireReading(['table:form'], (state) =>
    state.form ? closedReason(state.form, 'changeHelpTexts', open.now(), { t: words, format }) : null,
  )
  return (
    <TextsFrame
      lead={t('helpsLead')}
      closed={closed}
      ofDimension={(dimension) => <DimensionHelps dimension={dimension} closed={closed !== null} />}
      ofSubDimension={(sub) => (
        <>
          <DimensionHelps dimension={sub} closed={closed !== null} />
          <ul>
            {sub.questionIds.map((id) => (
              <QuestionHelps key={id} id={id} closed={closed !== null} />
            ))}
          </ul>
        </>
      )}
    />
  )
}

function DimensionHelps({ dimension, closed }: { readonly dimension: Dimension; readonly closed: boolean }) {
  const t = useText(textsText)
  const open = useOpenQuestionnaire()
  const { id, name } = dimension
  return (['configHint', 'fillingHint'] as const).map((field) => (
    <EditableText
      key={field}
      kind="help"
      subject={`${id}~${field}`}
      label={t(field)}
      about={name}
      stands={dimension[field] ?? ''}
      closed={closed}
      saved={t('saved')}
      give={(from, to, asking) => open.dispatch(editDimension, { id, from: { [field]: from }, to: { [field]: to } }, asking)}
    />
  ))
}

function QuestionHelps({ id, closed }: { readonly id: QuestionId; readonly closed: boolean }) {
  const t = useText(textsText)
  const open = useOpenQuestionnaire()
  const question = useQuestionnaireReading([`unit:${id}`], (state) => state.question(id))
  const number = useQuestionnaireReading(['table:question', 'table:dimension'], (state) => state.index.numberOf(id))
  if (!question) return null
  const hanging = [...question.block, ...question.dependent]
  return (
    <li className="border-t border-ink-150 py-3">
      <p className="font-medium text-ink-950">
        <span className="tabular mr-2 text-ink-600">{number}</span>
        <span lang="es">{question.text}</span>
      </p>
      {(['fillingHint', 'questionHint'] as const).map((field) => (
        <EditableText
          key={field}
          kind="help"
          subject={`${id}~${field}`}
          label={t(field)}
          about={`${number} ${question.text}`}
          stands={question[field] ?? ''}
          closed={closed}
          saved={t('saved')}
          give={(from, to, asking) => open.dispatch(editQuestion, { id, from: { [field]: from }, to: { [field]: to } }, asking)}
        />
      ))}
      {hanging.length > 0 && (
        <ul className="border-l-2 border-ink-200 pl-4">
          {hanging.map((each) => (
            <QuestionHelps key={each} id={each} closed={closed} />
          ))}
        </ul>
      )}
    </li>
  )
}
