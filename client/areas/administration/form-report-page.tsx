import { editReportText } from '#shared/questionnaires/mutations.ts'
import { formReportId } from '#shared/questionnaires/model.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/use-questionnaire.ts'
import { EditableText } from '#client/features/questionnaires/editable-text.tsx'
import { OpenedForm, TextsFrame } from './texts-frame.tsx'
import { textsText } from '#client/features/questionnaires/texts-text.ts'
import { useText } from '#client/i18n/text.ts'

const ofForm = ['preliminaryIntroduction', 'preliminaryConclusion', 'finalIntroduction', 'finalConclusion'] as const
const levels = ['good', 'med', 'bad'] as const

/** Texts of the reports of a form: its four, and three levels of each dimension and sub-dimension. */
export function FormReportPage() {
  return (
    <OpenedForm>
      <Report />
    </OpenedForm>
  )
}

function Report() {
  const t = useText(textsText)
  return (
    <TextsFrame
      lead={t('reportLead')}
      closed={null}
      ofDimension={(dimension) => <Texts id={dimension.id} about={dimension.name} fields={levels} />}
      ofSubDimension={(sub) => <Texts id={sub.id} about={sub.name} fields={levels} />}
    >
      <section aria-label={t('ofForm')} className="mt-6">
        <h2 className="text-xl">{t('ofForm')}</h2>
        <div className="mt-2 rounded-lg border border-ink-200 bg-white px-4 py-1">
          <Texts id={formReportId} about={t('ofForm')} fields={ofForm} />
        </div>
      </section>
    </TextsFrame>
  )
}

interface Props {
  readonly id: string
  readonly about: string
  readonly fields: readonly ((typeof ofForm)[number] | (typeof levels)[number])[]
}

function Texts({ id, about, fields }: Props) {
  const t = useText(textsText)
  const open = useOpenQuestionnaire()
  const row = useQuestionnaireReading([`unit:report:${id}`, 'table:reportText'], (state) => state.get('reportText', id))
  return fields.map((field) => (
    <EditableText
      key={field}
      kind="reportText"
      subject={`${id}~${field}`}
      label={t(field)}
      about={about}
      stands={row?.[field] ?? ''}
      closed={false}
      saved={t('reportSaved')}
      give={(from, to, asking) => open.dispatch(editReportText, { id, from: { [field]: from }, to: { [field]: to } }, asking)}
    />
  ))
}
