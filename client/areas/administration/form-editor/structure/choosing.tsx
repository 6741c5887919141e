import { useId, useSyncExternalStore } from 'react'
import type { Question } from '#shared/forms/model.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { subtreeOf } from '#shared/questionnaires/editing.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { goesWith, heldInPlace, rootsOf } from './chosen.ts'
import type { Chosen } from './chosen.ts'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { focusRow } from '#client/areas/administration/form-editor/use-editing.ts'

const useChosen = (chosen: Chosen): ReadonlySet<QuestionId> => useSyncExternalStore(chosen.subscribe, () => chosen.ids)

interface TickProps {
  readonly parts: EditingParts
  readonly id: QuestionId
  readonly number: string
}

/** Box that chooses a question. Where one above it is chosen it goes along, and cannot be left behind. */
export function Tick({ parts, id, number }: TickProps) {
  const t = useText(questionnairesText)
  const open = useOpenQuestionnaire()
  const { chosen } = parts.workshop
  const standing = useSyncExternalStore(chosen.subscribe, () => {
    if (chosen.ids.size === 0) return 'nothing'
    const state = open.state()
    const question = state.question(id)
    if (question && goesWith(state, question, chosen.ids)) return 'along'
    return chosen.ids.has(id) ? 'chosen' : 'others'
  })
  return (
    <Checkbox
      labelHidden
      label={t('chooseOf', { number })}
      checked={standing === 'chosen' || standing === 'along'}
      disabled={standing === 'along'}
      onChange={(wanted) => chosen.tick(id, wanted)}
      // On a phone the row has no room for what is seldom asked for: its menu begins it.
      className={standing === 'nothing' ? 'max-sm:hidden' : undefined}
    />
  )
}

interface BarProps {
  readonly parts: EditingParts
  /** Whether a question's row is drawn now. */
  readonly isShown: (question: Question) => boolean
}

/** How many questions are chosen, and what can be done to them. Stays in sight (ED6). */
export function ChosenBar({ parts, isShown }: BarProps) {
  const t = useText(questionnairesText)
  const reason = useId()
  const { chosen } = parts.workshop
  const ids = useChosen(chosen)
  const { roots, along } = useQuestionnaireReading(['*'], (state) => chosenIn(state, ids), sameRoots)
  if (roots.length === 0) return null
  const rootIds = roots.map(({ id }) => id)
  const hidden = roots.filter((each) => !isShown(each)).length
  const held = heldInPlace(roots)
  const notes = [...(along > 0 ? [t('chosenWith', { n: along })] : []), ...(hidden > 0 ? [t('chosenHidden', { n: hidden })] : [])]
  return (
    <div className="sticky bottom-4 z-20 mt-5 flex justify-center">
      <div
        role="region"
        aria-label={t('chosen', { n: roots.length })}
        className="forced-edge flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-ink-200 bg-white px-4 py-3 shadow-modal"
      >
        <p role="status" className="font-semibold text-ink-950">
          {t('chosen', { n: roots.length })}
          {notes.map((note) => (
            <span key={note} className="block text-sm font-normal text-ink-600">
              {note}
            </span>
          ))}
        </p>
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-disabled={held !== null || undefined}
          aria-describedby={held === null ? undefined : reason}
          className="aria-disabled:border-ink-200 aria-disabled:bg-ink-100 aria-disabled:text-ink-500"
          onClick={() => {
            if (held === null) parts.askMove(rootIds)
          }}
        >
          {t('moveTo')}
        </Button>
        <Button size="small" onClick={() => void parts.editing().duplicate(rootIds)}>
          {t('duplicate')}
        </Button>
        <Button size="small" kind="danger" onClick={() => void parts.editing().removeQuestions(rootIds)}>
          {t('remove')}
        </Button>
        <IconButton
          icon="close"
          size="small"
          label={t('chooseNone')}
          onClick={() => {
            chosen.clear()
            if (rootIds[0] !== undefined) focusRow(rootIds[0])
          }}
        />
        {held !== null && (
          <p id={reason} className="basis-full text-sm text-ink-600">
            {t(`held_${held}`)}
          </p>
        )}
      </div>
    </div>
  )
}

interface Found {
  readonly roots: readonly Question[]
  /** How many hang on them. */
  readonly along: number
}

function chosenIn(state: Questionnaire, ids: ReadonlySet<QuestionId>): Found {
  const roots = rootsOf(state, ids)
  return { roots, along: roots.reduce((sum, { id }) => sum + subtreeOf(state, id).length - 1, 0) }
}

const sameRoots = (left: Found, right: Found): boolean => left.along === right.along && sameParts(left.roots, right.roots)
