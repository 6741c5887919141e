import { useCallback, useId } from 'react'
import type { ReactNode } from 'react'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import { sameParts } from '#client/data/reading.ts'
import { useQuestionnaireReading } from '#client/data/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { EditorAddress } from './editor-address.ts'
import { QuestionRow } from './question-row.tsx'
import { questionnairesText } from './text.ts'
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
  if (ids.length === 0) return <EmptyState title={t('noDimensions')} />
  return (
    <ol className="grid gap-5">
      {ids.map((id, at) => (
        <DimensionPart key={id} id={id} number={`${at + 1}`} address={address} unfolded={unfolded} />
      ))}
    </ol>
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
  if (!dimension) return null
  const isOpen = unfolded.has(id)
  return (
    <li className="rounded-xl border border-ink-200 bg-white shadow-card">
      <Fold
        level={3}
        number={number}
        name={dimension.name}
        note={t('subDimensionCount', { n: dimension.subDimensionIds.length })}
        isOpen={isOpen}
        panel={panel}
        onToggle={() => unfolded.toggle(id)}
      />
      {isOpen && (
        <ol id={panel} className="grid gap-3 px-3 pb-4 sm:px-4">
          {dimension.subDimensionIds.map((sub, at) => (
            <SubDimensionPart key={sub} id={sub} number={`${number}.${at + 1}`} address={address} unfolded={unfolded} />
          ))}
        </ol>
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
  if (!dimension) return null
  const isOpen = unfolded.has(id)
  return (
    <li className="rounded-lg border border-ink-200">
      <Fold
        level={4}
        number={number}
        name={dimension.name}
        note={t('questionCount', { n: dimension.questionIds.length })}
        isOpen={isOpen}
        panel={panel}
        onToggle={() => unfolded.toggle(id)}
      />
      {isOpen && (
        <div id={panel} className="px-2 pb-3">
          <QuestionList id={id} name={dimension.name} open={address.question} onOpen={onOpen} />
        </div>
      )}
    </li>
  )
}

interface FoldProps {
  readonly level: 3 | 4
  readonly number: string
  readonly name: string
  readonly note: ReactNode
  readonly isOpen: boolean
  readonly panel: string
  readonly onToggle: () => void
}

/** Heading of a part that folds. */
function Fold({ level, number, name, note, isOpen, panel, onToggle }: FoldProps) {
  const Title = level === 3 ? 'h3' : 'h4'
  return (
    <Title className={level === 3 ? 'text-lg' : 'text-base'}>
      <button
        type="button"
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
  )
}

interface ListProps {
  readonly id: DimensionId
  readonly name: string
  readonly open: QuestionId | null
  readonly onOpen: (id: QuestionId | null) => void
}

/** Questions of a sub-dimension or of the survey, under their numbers. */
function QuestionList({ id, name, open, onOpen }: ListProps) {
  const ids = useQuestionnaireReading([`unit:${id}`], (state) => state.dimension(id)?.questionIds ?? [], sameParts)
  // What is administrative counts by letters: the numbers hang on more than the order.
  const numbers = useQuestionnaireReading(everything, (state) => ids.map((each) => state.index.numberOf(each)), sameParts)
  return (
    <ol aria-label={name}>
      {ids.map((each, at) => (
        <QuestionRow key={each} id={each} number={numbers[at] ?? ''} open={open} onOpen={onOpen} />
      ))}
    </ol>
  )
}

/** The questions of the satisfaction survey. */
export function SurveyTree({ address }: Pick<Props, 'address'>) {
  const t = useText(questionnairesText)
  const { go } = address
  const onOpen = useCallback((question: QuestionId | null) => go({ question }), [go])
  const count = useQuestionnaireReading(everything, (state) => state.dimension(surveyDimensionId)?.questionIds.length ?? 0)
  if (count === 0) return <EmptyState icon="star" title={t('noSurvey')} />
  return (
    <div className="rounded-xl border border-ink-200 bg-white p-2 shadow-card">
      <QuestionList id={surveyDimensionId} name={t('tabSurvey')} open={address.question} onOpen={onOpen} />
    </div>
  )
}
