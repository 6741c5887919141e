import type { Answer } from '#shared/answers/model.ts'
import type { ReadOnlyReason } from '#shared/answers/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import { dayAt } from '#shared/kernel/instant.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { UnitState } from '#sync/face.ts'
import { useSyncExternalStore } from 'react'
import { useEngine } from '#client/data/world/engine.tsx'
import type { Kept } from '#sync/drafts/slot.ts'
import { useCalm } from '#client/data/world/use-drafts.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import type { EditorState } from './answer-editor.ts'
import { useEditor } from './editors.ts'
import { asksToCorrect } from './problem.ts'
import { personOfReason, readOnlyText } from './read-only-text.ts'
import { answersText } from './text.ts'

/** How far one unit's newest change has got; moves with the queue, not with the page. */
function useUnitState(unit: Unit): UnitState {
  const engine = useEngine()
  const { scope } = useOpenWorld()
  return useSyncExternalStore(
    (listener) => {
      const stops = ['queue', 'outcomes', 'status'].map((topic) => engine.subscribe(topic, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => {
      const state = engine.unitState(scope, unit)
      // What was on the wire when the network went may not have arrived: it is only here for sure.
      return state === 'sent' && engine.status.kind === 'offline' ? 'saved-on-device' : state
    },
  )
}

interface LockProps {
  readonly unit: Unit
  readonly question: Question
  readonly readOnly: ReadOnlyReason
}

interface Line {
  readonly icon: IconName
  readonly text: string
  readonly tone?: string | undefined
}

const Drawn = ({ icon, text, tone }: Line) => (
  <span className={cx('inline-flex items-center gap-1.5', tone ?? 'text-ink-600')}>
    <Icon name={icon} size={16} />
    {text}
  </span>
)

/** Why one answer cannot be edited here. */
export function LockLine({ unit, question, readOnly }: LockProps) {
  const t = useText(answersText)
  const name = useReading([`unit:${unit}`, 'table:assignment', 'table:person'], (world) => personOfReason(world, readOnly, unit, question))
  return <Drawn icon="lock" text={readOnlyText(t, readOnly, name)} />
}

/** Where one answer is: on this device, sent, received. Read, not announced: the page has one voice. */
export function StateLine({ unit, answer }: { readonly unit: Unit; readonly answer: Answer | undefined }) {
  const open = useOpenWorld()
  const { editor, state } = useEditor(unit)
  const kept = useCalm(editor.slot)
  const queued = useUnitState(unit)
  const t = useText(answersText)
  const format = useFormat()
  const line = lineOf(state, kept, editor.slot.draft?.edit !== undefined, queued, answer, t, (instant) =>
    // The minute of an older answer is in its history.
    dayAt(instant) === dayAt(open.now()) ? format.time(instant) : format.day(instant),
  )
  return line && <Drawn {...line} />
}

function lineOf(
  state: EditorState,
  kept: Kept,
  /** It becomes the answer by itself. */
  isWhole: boolean,
  queued: UnitState,
  answer: Answer | undefined,
  t: ReturnType<typeof useText<(typeof answersText)['es']>>,
  time: (instant: string) => string,
): Line | null {
  if (state.dirty || state.saving) {
    if (kept === 'failed') return { icon: 'warning', text: t('notKept'), tone: 'font-semibold text-bad-700' }
    // Said of nothing that is not on the disk yet.
    if (kept !== 'saved') return { icon: 'edit', text: t('saving') }
    if (isWhole) return { icon: 'device', text: t('queued') }
    return state.problem && asksToCorrect(state.problem)
      ? { icon: 'edit', text: t('draftInvalid'), tone: 'text-warm-700' }
      : { icon: 'edit', text: t('draft') }
  }
  if (queued === 'attention') return { icon: 'warning', text: t('attention'), tone: 'font-semibold text-bad-700' }
  if (!answer || (answer.value === null && queued === 'received')) return null
  if (queued === 'saved-on-device') return { icon: 'device', text: t('queued') }
  if (queued === 'sent') return { icon: 'sync', text: t('sent') }
  return {
    icon: 'cloud-check',
    text: `${t('received', { time: time(answer.receivedAt) })}${answer.late ? ` · ${t('late')}` : ''}`,
    tone: 'text-ink-500',
  }
}
