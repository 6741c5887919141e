import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { useUnit } from '#client/data/world/use-unit.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import { rowRead, rowTitleOf } from '#client/features/answers/rows/row-title.ts'
import { answersText } from '#client/features/answers/text.ts'
import { Hints } from '#client/areas/institution/sends/hints/hints.tsx'
import { useText } from '#client/i18n/text.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'
import { useFollow } from '#client/areas/institution/sends/use-follow.ts'

/** Every open question of a sub-dimension with its answer, to be read over before sending. */
export function CheckAnswers({ subDimensionId }: { readonly subDimensionId: DimensionId }) {
  const units = useReading(
    ['table:answer'],
    (world) => openUnits(world, subDimensionId).filter((unit) => world.index.question(questionIdOf(unit))?.administrative !== true),
    (left, right) => left.join() === right.join(),
  )
  const follow = useFollow()
  return (
    <>
      <Hints onFollow={follow} subDimensionId={subDimensionId} />
      <dl className="forced-edge divide-y divide-ink-150 rounded-xl border border-ink-200/80 bg-white shadow-card">
        {units.map((unit) => (
          <Line key={unit} unit={unit} subDimensionId={subDimensionId} />
        ))}
      </dl>
    </>
  )
}

function Line({ unit, subDimensionId }: { readonly unit: Unit; readonly subDimensionId: DimensionId }) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const world = open.world()
  const { answer, readOnly, attachment } = useUnit(unit)
  const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
  const number = world.index.numberOf(question.id)
  const row = rowTitleOf(world, unit)
  const title = row && rowRead(row, (n) => t('row', { n }))
  return (
    <div className="grid gap-x-6 gap-y-1 px-5 py-4 md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_5.5rem] md:px-6">
      <dt className="font-medium text-ink-950">
        {title && (
          <span lang={title.lang} className="line-clamp-1 text-sm font-normal text-ink-600">
            {title.text}
          </span>
        )}
        <span className="tabular mr-1.5 text-sm font-semibold text-brand-800">{number}</span>
        <QuestionText of={question} />
      </dt>
      <dd className="min-w-0 text-ink-800">
        <AnswerView question={question} value={answer?.value} className="line-clamp-6" />
        {attachment && <p className="mt-1 text-sm wrap-anywhere text-ink-600">{attachment.name}</p>}
      </dd>
      <dd className="md:text-right">
        {readOnly === undefined && (
          <Link
            to={pageAddress('filling', {
              form: world.formId,
              institution: world.institutionId,
              subDimension: subDimensionId,
              question: unit,
            })}
            aria-label={t('changeQuestion', { number })}
            className="font-semibold text-brand-700"
          >
            {t('change')}
          </Link>
        )}
      </dd>
    </div>
  )
}
