import { useState } from 'react'
import type { Round } from '#shared/evaluations/model.ts'
import { acceptRemaining } from '#shared/evaluations/mutations.ts'
import { sendGaps } from '#shared/evaluations/progress.ts'
import { roundCounters, undecidedUnits } from '#shared/evaluations/rules.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import type { World } from '#shared/world.ts'
import { useOpenWorld } from '#client/data/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.tsx'
import { evaluationsText } from './text.ts'

interface Remaining {
  /** Each with the revision that is on the screen: one that moves meanwhile is not accepted unseen (ux 45). */
  readonly units: readonly [Unit, number][]
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
  return {
    units: undecided
      .filter((unit) => !carded.has(unit))
      .map((unit): [Unit, number] => [unit, must(world.answer(unit), `undecided ${unit} has no answer`).rev]),
    observed: counters.observed,
    rejected: counters.rejected,
    outdated: sendGaps(world, round).filter((gap) => gap.code === 'outdated').length,
    conflicts: undecided.filter((unit) => carded.has(unit)).length,
  }
}

/** Mass acceptance: what is in, what is out, and a second act (institution-area §4, "Mass accept"; ux 45). */
export function AcceptRemaining({ round, pendent }: { readonly round: Round; readonly pendent: number }) {
  const t = useText(evaluationsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const [asked, setAsked] = useState<Remaining | null>(null)
  const [busy, setBusy] = useState(false)
  const accept = async (): Promise<void> => {
    if (!asked) return
    setBusy(true)
    const result = await open.dispatch(acceptRemaining, { units: [...asked.units] })
    setBusy(false)
    setAsked(null)
    if (result.ok) toast('success', t('acceptRemainingDone', { n: asked.units.length }))
    else toast('error', errorText(result.failure))
  }
  const n = asked?.units.length ?? 0
  const excluded = asked
    ? [
        asked.observed > 0 && t('excludedObserved', { n: asked.observed }),
        asked.rejected > 0 && t('excludedRejected', { n: asked.rejected }),
        asked.outdated > 0 && t('excludedOutdated', { n: asked.outdated }),
        asked.conflicts > 0 && t('excludedConflict', { n: asked.conflicts }),
      ].filter((line) => line !== false)
    : []
  return (
    <>
      <Button icon="check" disabled={pendent === 0} onClick={() => setAsked(remainingOf(open.world(), round, open.actor.id))}>
        {t('acceptRemaining')}
      </Button>
      <AlertDialog
        open={asked !== null}
        title={t('acceptRemainingTitle', { n })}
        confirm={t('acceptRemainingConfirm', { n })}
        busy={busy}
        onConfirm={() => void accept()}
        onCancel={() => setAsked(null)}
      >
        <p>{t('acceptRemainingBody')}</p>
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
    </>
  )
}
