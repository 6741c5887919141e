import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Dimension } from '#shared/forms/model.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import type { FormEventKind } from '#shared/questionnaires/history.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useQuestionnaireReading, useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { textsText } from './texts-text.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { editDimension, editQuestion, editReportText } from '#shared/questionnaires/mutations.ts'
import { useClosedReason } from '#client/areas/administration/forms/closed-words.ts'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { RowHistory } from '#client/areas/administration/form-editor/questions/row-history.tsx'
import { EditableText } from '#client/areas/administration/form-editor/editable-text.tsx'
import { SubDimensionButton } from '#client/areas/administration/form-editor/structure/sub-dimension-button.tsx'
import { formReportId } from '#shared/forms/model.ts'
import { BackToForms, OpenedForm, WithDrafts } from '#client/areas/administration/forms/opened-form.tsx'

interface Props {
  readonly lead: string
  /** Of what its link to the history is. */
  readonly about: FormEventKind
  /** Why nothing may be changed now. */
  readonly closed: string | null
  /** What stands above the dimensions. */
  readonly children?: ReactNode
  readonly ofDimension: (dimension: Dimension) => ReactNode
  readonly ofSubDimension: (sub: Dimension) => ReactNode
}

/** A page of texts: those of each dimension, and of one sub-dimension at a time. */
function TextsFrame({ lead, about, closed, children, ofDimension, ofSubDimension }: Props) {
  const open = useOpenQuestionnaire()
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  const tops = useQuestionnaireReading(
    ['table:dimension', 'table:outline', 'table:question'],
    (state) =>
      state.index.topDimensions.map((dimension) => ({
        dimension,
        subs: dimension.subDimensionIds.flatMap((id) => state.index.dimension(id) ?? []),
      })),
    sameField,
  )
  const [search, setSearch] = useSearchParams()
  if (!form) return <PageSkeleton />
  const asked = search.get('sub')
  // Of a question: the sub-dimension that it is in.
  const shown = open.state().question(asked ?? '')?.dimensionId ?? asked
  return (
    <Page>
      <PageHeading kicker={<BackToForms />} lead={lead} actions={<HistoryLink formId={form.id} kind={about} />} />
      <p lang="es" className="mt-4 text-lg font-semibold text-ink-950">
        {form.name}
      </p>
      {closed !== null && (
        <Notice tone="neutral" icon="lock" className="mt-5">
          {closed}
        </Notice>
      )}
      {children}
      {tops.map(({ dimension, subs }) => (
        <section key={dimension.id} aria-label={dimension.name} className="mt-8">
          <h2 lang="es" className="text-xl">
            {dimension.name}
          </h2>
          <div className="mt-2 rounded-lg border border-ink-200 bg-white px-4 py-1">{ofDimension(dimension)}</div>
          <div className="mt-3 grid gap-2">
            {subs.map((sub) => (
              <div key={sub.id} className="rounded-lg border border-ink-200 bg-white">
                <SubDimensionButton
                  name={sub.name}
                  open={shown === sub.id}
                  onToggle={() =>
                    setSearch(shown === sub.id ? {} : { sub: sub.id }, { replace: true, state: { stays: true }, preventScrollReset: true })
                  }
                />
                {shown === sub.id && <div className="border-t border-ink-150 px-4 py-1">{ofSubDimension(sub)}</div>}
              </div>
            ))}
          </div>
        </section>
      ))}
    </Page>
  )
}

/** Help texts of a form: of each dimension, and of each question. */
export function FormHelpsPage() {
  return (
    <OpenedForm>
      <WithDrafts>
        <Helps />
      </WithDrafts>
    </OpenedForm>
  )
}

function Helps() {
  const t = useText(textsText)
  const closedReason = useClosedReason()
  const open = useOpenQuestionnaire()
  const closed = useQuestionnaireReading(['table:form'], (state) =>
    state.form ? closedReason(state.form, 'changeHelpTexts', open.now()) : null,
  )
  return (
    <TextsFrame
      lead={t('helpsLead')}
      about="helps"
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
      <RowHistory id={id} number={number} kind="helps" />
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

const ofForm = ['preliminaryIntroduction', 'preliminaryConclusion', 'finalIntroduction', 'finalConclusion'] as const
const levels = ['good', 'med', 'bad'] as const

/** Texts of the reports of a form: its four, and three levels of each dimension and sub-dimension. */
export function FormReportPage() {
  return (
    <OpenedForm>
      <WithDrafts>
        <Report />
      </WithDrafts>
    </OpenedForm>
  )
}

function Report() {
  const t = useText(textsText)
  return (
    <TextsFrame
      lead={t('reportLead')}
      about="reportTexts"
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

interface ReportTexts {
  readonly id: string
  readonly about: string
  readonly fields: readonly ((typeof ofForm)[number] | (typeof levels)[number])[]
}

function Texts({ id, about, fields }: ReportTexts) {
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
