import { useState } from 'react'
import type { Round } from '#shared/evaluations/model.ts'
import { acceptRemaining, reopenAccepted } from '#shared/evaluations/mutations.ts'
import type { AcceptedBatch } from '#shared/evaluations/rules.ts'
import { acceptedBatches, roundCounters, seenFiles, sendGaps, undecidedUnits } from '#shared/evaluations/rules.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { AttachmentId, Mid, Unit } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import type { World } from '#shared/world.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { listText } from '#client/features/overviews/list-text.ts'
import { evaluationsText } from './text.ts'

interface Remaining {
  /** Each with the revision and the file that are on the screen: one that moves meanwhile is not accepted unseen (EV8, EV21). */
  readonly units: readonly [Unit, number][]
  readonly files: readonly [Unit, AttachmentId][]
  readonly observed: number
  readonly rejected: number
  readonly outdated: number
  readonly conflicts: number
}

/** Undecided answers that may be accepted together; those with an open card of this person are left out. */
function remainingOf(world: World, round: Round, viewer: string): Remaining {
  const carded = new Set(
    [...world.list('conflict')]
      .filter((card) => card.ownerId === viewer && card.state === 'open' && card.side !== 'notice')
      .map((card) => card.unit),
  )
  const undecided = undecidedUnits(world, round)
  const counters = roundCounters(world, round)
  const units = undecided.filter((unit) => !carded.has(unit))
  return {
    units: units.map((unit) => [unit, must(world.answer(unit), `undecided ${unit} has no answer`).rev]),
    files: seenFiles(world, units),
    observed: counters.observed,
    rejected: counters.rejected,
    outdated: sendGaps(world, round).filter((gap) => gap.code === 'outdated').length,
    conflicts: undecided.filter((unit) => carded.has(unit)).length,
  }
}

/** Takes one mass acceptance back, whole. */
function useReopen(): (batch: Mid) => Promise<void> {
  const t = useText(evaluationsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  return async (batch) => {
    const result = await open.dispatch(reopenAccepted, { batch })
    if (result.ok) toast('success', t('reopenAcceptedDone'))
    else toast('error', errorText(result.failure))
  }
}

/** The last mass acceptance that stands, with the way back until the evaluation is sent. */
export function AcceptedTogether({ round }: { readonly round: Round }) {
  const t = useText(evaluationsText)
  const format = useFormat()
  const reopen = useReopen()
  const last = useReading(everything, (world) => acceptedBatches(world, round)[0], sameBatch)
  if (!last) return null
  const n = last.units.length
  return (
    <Notice
      tone="neutral"
      icon="check-circle"
      className="mt-5"
      actions={
        <Button size="small" icon="undo" onClick={() => void reopen(last.mid)}>
          {t('reopenAccepted', { n })}
        </Button>
      }
    >
      {t('acceptedTogether', { n, moment: format.moment(last.acceptedAt) })}
    </Notice>
  )
}

const sameBatch = (a: AcceptedBatch | undefined, b: AcceptedBatch | undefined): boolean =>
  a?.mid === b?.mid && a?.units.length === b?.units.length

/** Numbers of the questions that some units answer, each once, in their order. */
const numbersOf = (world: World, units: Remaining['units']): readonly string[] => [
  ...new Set(units.map(([unit]) => world.index.numberOf(questionIdOf(unit)))),
]

/** Mass acceptance in the open institution: what is in, what is out, and a second act (EV8). */
export function AcceptRemainingDialog({ round, onClose }: { readonly round: Round; readonly onClose: () => void }) {
  const t = useText(evaluationsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const [{ units, files, observed, rejected, outdated, conflicts, numbers }] = useState(() => {
    const remaining = remainingOf(open.world(), round, open.actor.id)
    return { ...remaining, numbers: numbersOf(open.world(), remaining.units) }
  })
  const [busy, setBusy] = useState(false)
  const reopen = useReopen()
  const n = units.length
  const accept = async (): Promise<void> => {
    setBusy(true)
    const result = await open.dispatch(acceptRemaining, { units: [...units], files: [...files] })
    setBusy(false)
    onClose()
    if (result.ok) {
      const { mid } = result.value
      toast('success', t('acceptRemainingDone', { n }), mid === null ? undefined : { label: t('undo'), run: () => void reopen(mid) })
    } else toast('error', errorText(result.failure))
  }
  const excluded = [
    observed > 0 && t('excludedObserved', { n: observed }),
    rejected > 0 && t('excludedRejected', { n: rejected }),
    outdated > 0 && t('excludedOutdated', { n: outdated }),
    conflicts > 0 && t('excludedConflict', { n: conflicts }),
  ].filter((line) => line !== false)
  return (
    <AlertDialog
      open
      title={t('acceptRemainingTitle', { n })}
      confirm={t('acceptRemainingConfirm', { n })}
      busy={busy}
      onConfirm={() => void accept()}
      onCancel={onClose}
    >
      <p>{t('acceptRemainingBody', { name: open.world().institution.name })}</p>
      <Disclosure summary={t('acceptRemainingWhich')} className="mt-2">
        <p className="tabular max-h-48 overflow-y-auto">{numbers.join(' · ')}</p>
      </Disclosure>
      <h3 className="mt-4 text-base">{t('acceptRemainingExcluded')}</h3>
      {excluded.length === 0 ? (
        <p className="text-ink-600">{t('excludedNone')}</p>
      ) : (
        <ul className="list-disc pl-6">
          {excluded.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </AlertDialog>
  )
}

/** On the desk of an institution. */
export function AcceptRemaining({ round, pendent }: { readonly round: Round; readonly pendent: number }) {
  const t = useText(listText)
  const [asking, setAsking] = useState(false)
  /** The focus came back here from the window: what is shut now keeps it until the person goes on, to the send that stands beside it. */
  const [held, setHeld] = useState(false)
  const isDone = pendent === 0
  return (
    <>
      <Button
        icon="check"
        disabled={isDone && !held}
        aria-disabled={isDone || undefined}
        className="aria-disabled:border-ink-200 aria-disabled:bg-ink-100 aria-disabled:text-ink-500 aria-disabled:shadow-none"
        onClick={() => {
          if (!isDone) setAsking(true)
        }}
        onBlur={() => setHeld(false)}
      >
        {t('acceptRemaining')}
      </Button>
      {asking && (
        <AcceptRemainingDialog
          round={round}
          onClose={() => {
            setHeld(true)
            setAsking(false)
          }}
        />
      )}
    </>
  )
}
