import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { answeredBelow } from '#shared/answers/rules.ts'
import { resolveConflict } from '#shared/conflicts/mutations.ts'
import type { Decision, Evaluation, Round } from '#shared/evaluations/model.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useOpenFile } from '#client/features/attachments/attachment-panel.tsx'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { Button } from '#client/ui/button.tsx'
import { KeyHint } from '#client/ui/key-hint.tsx'
import { ReviewCard, ReviewRow } from './card/review-card.tsx'
import { isWaiting } from './review.ts'
import type { ReviewUnit } from './review.ts'
import { shortcutOf } from './shortcuts.ts'
import { evaluationsText } from './text.ts'
import { useDecide } from './use-decide.ts'
import type { Decided } from './use-decide.ts'

/** How long the last decision can be taken back from where one is. */
const undoMs = 5000

interface Last {
  readonly unit: Unit
  readonly number: string
  readonly decision: Decision
  /** Its mutation, which can be dropped while it has not been on the wire. */
  readonly mid: Mid | null
  readonly former: Evaluation | undefined
  /** Answers below a rejected one that were rejected with it. */
  readonly cascade: number
}

interface Props {
  /** Name of the list: the sub-dimension. */
  readonly label: string
  readonly entries: readonly ReviewUnit[]
  readonly active: Unit | null
  readonly onActive: (unit: Unit) => void
  readonly round: Round | undefined
  readonly offered: readonly Decision[]
  readonly onHelp: () => void
  /** The queue takes the focus when it appears: somebody came on by its end. */
  readonly takesFocus?: boolean | undefined
  /** Below the list: the way on. */
  readonly end: ReactNode
}

const doneKeys = { Accepted: 'decidedAccepted', Rejected: 'decidedRejected', Observed: 'decidedObserved' } as const satisfies Record<
  Decision,
  string
>

/** The answers of a sub-dimension one after the other, one of them open to be decided, by pointer or by keys alone (KE1, KE2, KE3). */
export function ReviewQueue({ label, entries, active, onActive, round, offered, onHelp, takesFocus = false, end }: Props) {
  const t = useText(evaluationsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const engine = useEngine()
  const deciding = useDecide()
  const openFile = useOpenFile()
  const lettersOn = useShortcuts()
  const [writing, setWriting] = useState<{ readonly unit: Unit; readonly decision: Decision } | null>(null)
  const [last, setLast] = useState<Last | null>(null)
  const card = useRef<HTMLDivElement>(null)
  /** Grows each time the open answer is to take the focus. */
  const [focusAsked, setFocusAsked] = useState(takesFocus ? 1 : 0)
  /** A decision is being written: the same key again is not another one. */
  const isDeciding = useRef(false)
  const endBox = useRef<HTMLDivElement>(null)
  const current = entries.find((entry) => entry.unit === active) ?? entries[0]

  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => setLast(null), undoMs)
    return () => clearTimeout(timer)
  }, [last])
  useEffect(() => {
    if (focusAsked === 0) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [focusAsked])

  const takeFocus = useCallback(() => setFocusAsked((asked) => asked + 1), [])
  const goTo = useCallback(
    (unit: Unit): void => {
      takeFocus()
      setWriting(null)
      onActive(unit)
    },
    [onActive, takeFocus],
  )
  const step = (by: 1 | -1): void => {
    const at = entries.findIndex((entry) => entry.unit === current?.unit)
    const next = entries[at + by]
    if (next) goTo(next.unit)
    else if (by === 1) endBox.current?.querySelector<HTMLElement>('a, button')?.focus()
  }
  /** The next answer that still waits, after this one and then from the start; else stays. Asks the world: a rejection decides others too. */
  const goOn = (from: Unit): void => {
    const at = entries.findIndex((entry) => entry.unit === from)
    const waits = ({ unit }: ReviewUnit): boolean => unit !== from && round !== undefined && isWaiting(open.world(), unit, round)
    const next = entries.slice(at + 1).find(waits) ?? entries.find(waits)
    if (next) return goTo(next.unit)
    takeFocus()
    setWriting(null)
  }

  const decide = async (entry: ReviewUnit, wanted: Decided): Promise<boolean> => {
    const former = entry.decision?.round === round ? entry.decision : undefined
    const cascade = wanted.decision === 'Rejected' ? answeredBelow(open.world(), entry.unit).length : 0
    if (isDeciding.current) return false
    isDeciding.current = true
    // Until the decision is written the same answer stays open, whatever the list would open by itself.
    onActive(entry.unit)
    const result = await deciding.decide(entry.unit, wanted).finally(() => {
      isDeciding.current = false
    })
    if (!result.ok) {
      toast('error', errorText(result.failure))
      return false
    }
    // Deciding again settles what did not stand before.
    for (const { id, side } of entry.cards) if (side === 'author') void open.dispatch(resolveConflict, { id, choice: 'reapply' })
    const message = t(doneKeys[wanted.decision], { number: entry.number })
    announce(cascade > 0 ? `${message}. ${t('cascade', { n: cascade })}` : message)
    setLast({ unit: entry.unit, number: entry.number, decision: wanted.decision, mid: result.value.mid, former, cascade })
    goOn(entry.unit)
    return true
  }

  const undo = async (): Promise<void> => {
    if (!last) return
    const { unit, number, mid, former } = last
    setLast(null)
    goTo(unit)
    if (mid !== null && (await engine.discard(mid))) {
      announce(t('undone', { number }))
      return
    }
    if (former && (await deciding.decide(unit, { decision: former.decision, comment: former.comment })).ok)
      announce(t('undone', { number }))
    else announce(t('undoChoose', { number }))
  }

  const write = (decision: Decision): void => {
    if (!current) return
    setWriting({ unit: current.unit, decision })
  }
  const choose = (decision: Decision): void => {
    if (!current || !current.asked || !offered.includes(decision)) return
    if (decision === 'Accepted') void decide(current, { decision, comment: null })
    else write(decision)
  }
  const fetchFile = (): void => {
    if (current?.file) void openFile(current.file)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element)) return
    const { key, ctrlKey, metaKey, altKey, target } = event
    const action = shortcutOf({ key, ctrlKey, metaKey, altKey, target }, lettersOn)
    if (!action) return
    event.preventDefault()
    if (action === 'next') step(1)
    else if (action === 'previous') step(-1)
    else if (action === 'accept') choose('Accepted')
    else if (action === 'reject') choose('Rejected')
    else if (action === 'observe') choose('Observed')
    else if (action === 'comment') {
      if (current?.asked && offered.length > 0) write(current.decision?.decision ?? 'Accepted')
    } else if (action === 'file') fetchFile()
    else if (action === 'undo') void undo()
    else onHelp()
  }

  const shownLast = useMemo(() => (last ? t(doneKeys[last.decision], { number: last.number }) : null), [last, t])
  return (
    <>
      {/* Keys act while the focus is on something of this list: its answers and their buttons (WCAG 2.1.4). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol aria-label={t('questions', { name: label })} onKeyDown={onKeyDown} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {entries.map((entry) => (
          <li key={entry.unit} aria-current={entry.unit === current?.unit ? 'true' : undefined}>
            {entry.unit === current?.unit ? (
              <ReviewCard
                entry={entry}
                offered={offered}
                isReplica={round === 'ReplicaRevision'}
                lettersShown={lettersOn}
                deciding={deciding}
                writing={writing?.unit === entry.unit ? writing.decision : null}
                cardRef={card}
                onChoose={choose}
                onWrite={write}
                onSave={(wanted) => decide(entry, wanted)}
                onCancel={() => {
                  takeFocus()
                  setWriting(null)
                }}
                onFile={fetchFile}
              />
            ) : (
              <ReviewRow entry={entry} isReplica={round === 'ReplicaRevision'} onOpen={() => goTo(entry.unit)} />
            )}
          </li>
        ))}
      </ol>
      <div ref={endBox}>{end}</div>
      {last && shownLast && writing === null && (
        <div className="pointer-events-none sticky bottom-4 z-20 mt-4 flex justify-center">
          <div className="forced-edge pointer-events-auto flex animate-rise items-center gap-3 rounded-lg bg-ink-950 py-1.5 pr-1.5 pl-4 text-white shadow-modal">
            <span>
              {shownLast}
              {last.cascade > 0 && <span className="block text-sm text-ink-200">{t('cascade', { n: last.cascade })}</span>}
            </span>
            <Button kind="quiet" size="small" icon="undo" className="text-white! hover:bg-white/10!" onClick={() => void undo()}>
              {t('undo')}
              {lettersOn && <KeyHint>{'Z'}</KeyHint>}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
