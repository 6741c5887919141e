import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useEditors } from '#client/features/answers/editors.ts'
import { useDestination } from '#client/areas/institution/sends/destination.ts'
import { SendDialog } from '#client/areas/institution/sends/send-dialog.tsx'
import { sendsText } from '#client/areas/institution/sends/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { KeyHint } from '#client/ui/key-hint.tsx'
import { announce } from '#client/ui/live-region.tsx'
import type { FocusedUnit } from '#client/features/presence/focused-unit.ts'
import { pendingIn, useGoOn, useNextKeys } from './go-on.ts'
import { fillingText } from '#client/areas/institution/filling/text.ts'
import { useFollow } from '#client/areas/institution/sends/use-follow.ts'

interface Props {
  readonly subDimensionId: DimensionId
  readonly focused: FocusedUnit
  /** The questions are on the page, and not what was answered, read over. */
  readonly stays: boolean
}

/**
 * The one thing to do in the questionnaire: on to what waits for the person next, and, when nothing does, to their send. It is one button
 * all the time, so that whoever has the focus on it keeps it.
 */
export function NextButton({ subDimensionId, focused, stays }: Props) {
  const t = useText(fillingText)
  const s = useText(sendsText)
  const editors = useEditors()
  const navigate = useNavigate()
  const follow = useFollow()
  const destination = useDestination()
  const { actor } = useOpenWorld()
  const n = useReading(everything, (world, open) => pendingIn(world, open).length)
  const [sending, setSending] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const goOn = useGoOn({ subDimensionId, focused, stays })
  const sends = destination.standing !== 'none' && destination.standing !== 'closed'
  const asked = useRef(goOn)
  asked.current = goOn
  const next = useCallback(async () => {
    if (await asked.current()) return
    button.current?.focus()
    announce(t(sends ? 'nothingLeft' : 'nothingLeftHere'))
  }, [t, sends])
  const press = useCallback(() => void next(), [next])
  if (n === 0 && !sends) return null
  return (
    <>
      <NextKeys onGoOn={press} />
      <Button
        ref={button}
        kind={n > 0 || destination.standing !== 'sent' ? 'primary' : 'secondary'}
        icon={n > 0 ? undefined : 'send'}
        iconEnd={n > 0 ? 'arrow-right' : undefined}
        aria-haspopup={n > 0 ? undefined : 'dialog'}
        title={n > 0 ? undefined : destinationText(s, destination)}
        onClick={n > 0 ? press : () => void editors.commitAll().then(() => setSending(true))}
        className="tabular min-w-0 max-sm:grow max-sm:px-2 max-sm:[&>svg]:hidden"
      >
        {n > 0 ? t('next', { n }) : destination.standing === 'sent' ? s('alreadySent') : t('reviewAndSend')}
      </Button>
      <SendDialog
        open={sending}
        title={destinationText(s, destination)}
        onClose={() => setSending(false)}
        onFollow={follow}
        onSent={(sendsBefore) => {
          // Who acts for an institution has no page of its sends: the receipt comes in the window.
          if (actor.kind === 'Institutional') void navigate(pageAddress('send'), { state: { sendsBefore } })
        }}
      />
    </>
  )
}

/** Where a send of this person goes, in a sentence. */
function destinationText(
  s: ReturnType<typeof useText<(typeof sendsText)['es']>>,
  { standing, kind, names }: ReturnType<typeof useDestination>,
): string {
  if (standing === 'sent') return s('alreadySent')
  if (kind === 'evaluation') return s('toEvaluation')
  return names === '' ? s('toReviewShort') : s('toReview', { name: names })
}

/** The keys of the button, and on a wide window what they are: nobody looks for keys on a telephone. */
function NextKeys({ onGoOn }: { readonly onGoOn: () => void }) {
  const t = useText(fillingText)
  const single = useShortcuts()
  useNextKeys(onGoOn)
  return (
    <p className="hidden items-center gap-1.5 text-sm text-ink-600 lg:flex">
      <span className="sr-only">{t('nextKeys')}: </span>
      {single && (
        <>
          <KeyHint>{'P'}</KeyHint> {t('or')}
        </>
      )}
      <span className="inline-flex gap-0.5">
        <KeyHint>{'Ctrl'}</KeyHint>
        <KeyHint>{'Enter'}</KeyHint>
      </span>
    </p>
  )
}
