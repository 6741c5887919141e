import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { openUnits } from '#shared/answers/rules.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf } from '#shared/kernel/ids.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { OpenHere } from '#client/features/presence/open-here.tsx'
import { cardId, QuestionCard } from './question-card.tsx'
import type { FocusedUnit } from '#client/features/presence/focused-unit.ts'
import { isTask, reachTask } from './next/reach-task.ts'

/** Units of a sub-dimension that stand by themselves, in reading order; those of a block's rows are inside its card. */
export function unitsShown(world: World, open: OpenWorld, subDimensionId: DimensionId): Unit[] {
  return openUnits(world, subDimensionId).filter((unit) => {
    if (rowIdOf(unit) !== null) return false
    const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    return open.actor.kind !== 'Institutional' || !question.administrative
  })
}

const sameUnits = (left: readonly Unit[], right: readonly Unit[]): boolean =>
  left.length === right.length && left.every((unit, at) => unit === right[at])

interface Props {
  readonly subDimensionId: DimensionId
  readonly focused: FocusedUnit
}

/** The questions of one sub-dimension, one card each; what opens while the page is open comes in gently. */
export function QuestionList({ subDimensionId, focused }: Props) {
  const t = useText(answersText)
  const units = useReading(['table:answer', 'table:form'], (world, open) => unitsShown(world, open, subDimensionId), sameUnits)
  const known = useRef<{ readonly of: DimensionId; readonly units: ReadonlySet<Unit> } | null>(null)
  if (known.current?.of !== subDimensionId) known.current = { of: subDimensionId, units: new Set(units) }
  const before = known.current.units
  useTarget(units)
  if (units.length === 0) {
    return (
      <EmptyState icon="list" title={t('noQuestions')}>
        {t('noQuestionsBody')}
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4" onFocus={focused.follow}>
      {units.map((unit) => (
        <div key={unit} className="relative min-w-0">
          <QuestionCard unit={unit} entering={!before.has(unit)} />
          <OpenHere unit={unit} />
        </div>
      ))}
    </div>
  )
}

/** What leads here leaves in the history. */
const ledSchema = v.object({ task: v.string() })

/**
 * A link may lead to one question: its card comes into view, and what there is to do in it takes the focus. Whoever is led there once more
 * gets there once more.
 */
function useTarget(units: readonly Unit[]): void {
  const [params] = useSearchParams()
  const { key, state } = useLocation()
  const target = params.get('question')
  const task = v.is(ledSchema, state) && isTask(state.task) ? state.task : 'answer'
  const reached = useRef<string | null>(null)
  const ending = useRef<() => void>(() => undefined)
  const ready = units.length > 0
  const way = `${key} ${target}`
  useEffect(() => {
    if (target === null || !ready || reached.current === way) return
    // The card, its row and its editor may need a frame or two to be there.
    const timer = setTimeout(() => {
      const card = document.getElementById(cardId(target)) ?? document.getElementById(cardId(unitOf(questionIdOf(target))))
      if (!card) return
      reached.current = way
      card.scrollIntoView({ block: 'start' })
      ending.current()
      ending.current = reachTask(card, task)
    }, 80)
    return () => clearTimeout(timer)
  }, [target, task, way, ready, units])
  useEffect(() => () => ending.current(), [])
}
