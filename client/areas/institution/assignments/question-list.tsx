import type { ReactNode } from 'react'
import { responsibleOf } from '#shared/assignments/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import type { QuestionId, UserId } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { personName } from '#client/data/world/use-world.ts'
import { appText } from '#client/page/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { cx } from '#client/ui/cx.ts'
import { PersonName } from './responsible-chain.tsx'
import { assignmentsText } from './text.ts'
import { QuestionText } from '#client/features/texts/form-text.tsx'

interface Props {
  readonly world: World
  readonly viewerId: UserId
  readonly questions: readonly Question[]
  readonly selected: ReadonlySet<QuestionId>
  /** Whether boxes are offered at all: the person may assign here and the sub-dimension has a responsible (AS5). */
  readonly selectable: boolean
  readonly onSelect: (selected: ReadonlySet<QuestionId>) => void
  readonly actionsOf: (question: Question) => ReactNode
}

/** Questions of a sub-dimension: a box for who has nobody, a name for the others. "All" chooses only the first (AS14). */
export function QuestionList({ world, viewerId, questions, selected, selectable, onSelect, actionsOf }: Props) {
  const t = useText(assignmentsText)
  const a = useText(appText)
  const holderOf = (question: Question): UserId | null => world.get('assignment', question.id)?.userId ?? null
  const free = questions.filter((question) => holderOf(question) === null)
  const chosen = free.filter((question) => selected.has(question.id))
  const toggle = (id: QuestionId, on: boolean): void => {
    const next = new Set(selected)
    if (on) next.add(id)
    else next.delete(id)
    onSelect(next)
  }
  return (
    <>
      {selectable && free.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-ink-200 bg-ink-50 px-5 py-1.5 md:px-6">
          <Checkbox
            label={t('selectAll')}
            checked={chosen.length === free.length}
            indeterminate={chosen.length > 0 && chosen.length < free.length}
            onChange={(on) => onSelect(new Set(on ? free.map((question) => question.id) : []))}
          />
          <p className="tabular text-sm text-ink-600">
            {t('selection', { n: chosen.length, total: questions.length, taken: questions.length - free.length })}
          </p>
        </div>
      ) : (
        <div className="border-b border-ink-200" />
      )}
      <ul>
        {questions.map((question) => {
          const holder = holderOf(question)
          const number = world.index.numberOf(question.id)
          const inherited = holder === null ? responsibleOf(world, question) : null
          const isSelected = holder === null && selected.has(question.id)
          const words = (
            <span className="flex min-w-0 items-baseline gap-3">
              <span className="tabular w-12 shrink-0 text-sm text-ink-600">{number}</span>
              <span className="min-w-0">
                <QuestionText of={question} />
              </span>
            </span>
          )
          return (
            <li
              key={question.id}
              className={cx(
                'flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-ink-150 px-5 py-2 last:border-b-0 md:px-6',
                isSelected && 'bg-brand-50',
              )}
            >
              <div className="min-w-0 flex-1 basis-60">
                {selectable && holder === null ? (
                  <Checkbox label={words} checked={isSelected} onChange={(on) => toggle(question.id, on)} className="w-full" />
                ) : (
                  <p className={cx('py-1.5', selectable && free.length > 0 && 'pl-[30px]')}>{words}</p>
                )}
              </div>
              {/* Under the words of its question where it stands below them: past the box, if there is one, and the number. */}
              <div
                className={cx(
                  'flex w-full flex-wrap items-center justify-between gap-2 sm:w-60 sm:flex-nowrap sm:justify-end sm:pl-0 lg:w-50 xl:w-60',
                  selectable && free.length > 0 ? 'pl-[calc(30px+min(3.75rem,15vw))]' : 'pl-[min(3.75rem,15vw)]',
                )}
              >
                <span className={cx('py-1.5 text-sm sm:text-right', holder ? 'font-medium text-ink-950' : 'text-ink-600')}>
                  {holder ? (
                    <PersonName world={world} userId={holder} viewerId={viewerId} />
                  ) : inherited ? (
                    t('inherits', { name: personName(world, inherited) ?? a('deletedUser') })
                  ) : (
                    t('inheritsLeader')
                  )}
                </span>
                {holder && <span className="flex shrink-0">{actionsOf(question)}</span>}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
