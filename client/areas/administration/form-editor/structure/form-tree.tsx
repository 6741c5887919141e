import { useCallback, useId } from 'react'
import type { ReactNode } from 'react'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import type { Place } from '#shared/questionnaires/editing.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { EditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'
import { dimensionsKey, questionsKey } from './carrying.ts'
import { DimensionHandle, DimensionName, DimensionTools } from './dimension-tools.tsx'
import { useEditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { QuestionRow } from '#client/areas/administration/form-editor/questions/question-row.tsx'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { useAdditionsAt } from '#client/areas/administration/form-editor/questions/use-additions.ts'
import type { Unfolded } from './use-unfolded.ts'

const everything: readonly string[] = ['*']

interface Props {
  readonly address: EditorAddress
  readonly unfolded: Unfolded
}

/** The questionnaire as an accordion: dimensions, sub-dimensions, questions with what hangs on them. */
export function FormTree({ address, unfolded }: Props) {
  const t = useText(questionnairesText)
  const ids = useQuestionnaireReading(everything, (state) => state.index.topDimensions.map((each) => each.id), sameParts)
  const parts = useEditingParts()
  return (
    <>
      {ids.length === 0 && <EmptyState title={t('noDimensions')} />}
      <ol data-list={dimensionsKey(null)} className="grid gap-5">
        {ids.map((id, at) => (
          <DimensionPart key={id} id={id} number={`${at + 1}`} address={address} unfolded={unfolded} />
        ))}
      </ol>
      {parts && (
        <Button icon="plus" className="mt-5" onClick={() => void parts.editing().addDimension(null)}>
          {t('addDimension')}
        </Button>
      )}
    </>
  )
}

interface PartProps extends Props {
  readonly id: DimensionId
  readonly number: string
}

function DimensionPart({ id, number, address, unfolded }: PartProps) {
  const t = useText(questionnairesText)
  const dimension = useQuestionnaireReading([`unit:${id}`], (state) => state.dimension(id))
  const panel = useId()
  const parts = useEditingParts()
  if (!dimension) return null
  const isOpen = unfolded.has(id)
  return (
    <li data-item={id} className="rounded-xl border border-ink-200 bg-white shadow-card">
      <Fold
        id={id}
        level={3}
        number={number}
        name={dimension.name}
        note={t('subDimensionCount', { n: dimension.subDimensionIds.length })}
        isOpen={isOpen}
        panel={panel}
        onToggle={() => unfolded.toggle(id)}
        list={dimensionsKey(id)}
        isEmpty={dimension.subDimensionIds.length === 0}
        handle={parts && <DimensionHandle parts={parts} dimension={dimension} number={number} />}
        tools={parts && <DimensionTools parts={parts} dimension={dimension} number={number} />}
      />
      {isOpen && (
        <div id={panel} className="grid gap-3 px-3 pb-4 sm:px-4">
          {parts && <DimensionName parts={parts} dimension={dimension} />}
          <ol data-list={dimensionsKey(id)} className="grid gap-3">
            {dimension.subDimensionIds.map((sub, at) => (
              <SubDimensionPart key={sub} id={sub} number={`${number}.${at + 1}`} address={address} unfolded={unfolded} />
            ))}
          </ol>
          {parts && (
            <Button size="small" icon="plus" className="w-fit" onClick={() => void parts.editing().addDimension(id)}>
              {t('addSubDimension')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function SubDimensionPart({ id, number, address, unfolded }: PartProps) {
  const t = useText(questionnairesText)
  const dimension = useQuestionnaireReading([`unit:${id}`], (state) => state.dimension(id))
  const panel = useId()
  const { go } = address
  const onOpen = useCallback((question: QuestionId | null) => go({ sub: id, question }), [go, id])
  const parts = useEditingParts()
  if (!dimension) return null
  const isOpen = unfolded.has(id)
  return (
    <li data-item={id} className="rounded-lg border border-ink-200">
      <Fold
        id={id}
        level={4}
        number={number}
        name={dimension.name}
        note={t('questionCount', { n: dimension.questionIds.length })}
        isOpen={isOpen}
        panel={panel}
        onToggle={() => unfolded.toggle(id)}
        list={questionsKey(topOf(id))}
        isEmpty={dimension.questionIds.length === 0}
        handle={parts && <DimensionHandle parts={parts} dimension={dimension} number={number} />}
        tools={parts && <DimensionTools parts={parts} dimension={dimension} number={number} />}
      />
      {isOpen && (
        <div id={panel} className="px-2 pb-3">
          {parts && (
            <div className="px-2 sm:px-3">
              <DimensionName parts={parts} dimension={dimension} />
            </div>
          )}
          <QuestionList id={id} name={dimension.name} open={address.question} onOpen={onOpen} />
        </div>
      )}
    </li>
  )
}

interface FoldProps {
  readonly id: DimensionId
  readonly level: 3 | 4
  readonly number: string
  readonly name: string
  readonly note: ReactNode
  readonly isOpen: boolean
  readonly panel: string
  readonly onToggle: () => void
  /** The list in it: what is dragged enters it by its heading where it is not drawn. */
  readonly list: string
  readonly isEmpty: boolean
  readonly handle?: ReactNode
  readonly tools?: ReactNode
}

/** Heading of a part that folds. */
function Fold({ id, level, number, name, note, isOpen, panel, onToggle, list, isEmpty, handle, tools }: FoldProps) {
  const Title = level === 3 ? 'h3' : 'h4'
  return (
    <div
      data-list={isOpen && !isEmpty ? undefined : list}
      data-folded={isOpen ? undefined : id}
      className="flex flex-wrap items-start sm:flex-nowrap"
    >
      {handle}
      <Title className={cx('min-w-0 flex-1 basis-60', level === 3 ? 'text-lg' : 'text-base')}>
        <button
          type="button"
          id={`dimension-${id}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={onToggle}
          className="flex min-h-11 w-full items-start gap-2.5 rounded-md px-3 py-2.5 text-left hover:bg-ink-50 sm:px-4"
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={20} className="mt-0.5 text-ink-500" />
          <span className="tabular text-ink-700">{number}</span>
          <span className="min-w-0 flex-1">
            <span lang="es" className="block wrap-anywhere">
              {name}
            </span>
            <span className="block text-sm font-normal text-ink-600">{note}</span>
          </span>
        </button>
      </Title>
      {tools}
    </div>
  )
}

interface ListProps {
  readonly id: DimensionId
  readonly name: string
  readonly open: QuestionId | null
  readonly onOpen: (id: QuestionId | null) => void
}

/** Where the questions of a sub-dimension stand that hang on no other. */
const topOf = (dimensionId: DimensionId): Place => ({ dimensionId, parentId: null, blockId: null })

/** Questions of a sub-dimension or of the survey, under their numbers. */
function QuestionList({ id, name, open, onOpen }: ListProps) {
  const ids = useQuestionnaireReading([`unit:${id}`], (state) => state.dimension(id)?.questionIds ?? [], sameParts)
  // What is administrative counts by letters: the numbers hang on more than the order.
  const numbers = useQuestionnaireReading(everything, (state) => ids.map((each) => state.index.numberOf(each)), sameParts)
  const parts = useEditingParts()
  const t = useText(questionnairesText)
  const place = topOf(id)
  const entries = useAdditionsAt(ids, place)
  return (
    <>
      {entries.length > 0 && (
        <ol aria-label={name} data-list={questionsKey(place)}>
          {entries.map((each) => (
            <QuestionRow key={each} id={each} number={numbers[ids.indexOf(each)] ?? ''} open={open} onOpen={onOpen} />
          ))}
        </ol>
      )}
      {parts && (
        <Button
          size="small"
          icon="plus"
          className="mt-2 ml-1 sm:ml-2"
          onClick={() => parts.editing().addQuestion({ ...place, after: ids.at(-1) ?? null })}
        >
          {t('addQuestion')}
        </Button>
      )}
    </>
  )
}

/** The questions of the satisfaction survey. */
export function SurveyTree({ address }: Pick<Props, 'address'>) {
  const t = useText(questionnairesText)
  const { go } = address
  const onOpen = useCallback((question: QuestionId | null) => go({ question }), [go])
  const count = useQuestionnaireReading(everything, (state) => state.dimension(surveyDimensionId)?.questionIds.length ?? 0)
  const parts = useEditingParts()
  if (count === 0 && !parts) return <EmptyState icon="star" title={t('noSurvey')} />
  return (
    <div className="rounded-xl border border-ink-200 bg-white p-2 shadow-card">
      <QuestionList id={surveyDimensionId} name={t('tabSurvey')} open={address.question} onOpen={onOpen} />
    </div>
  )
}
