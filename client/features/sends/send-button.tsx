import { useState } from 'react'
import type { Unit } from '#shared/kernel/ids.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useDestination } from './destination.ts'
import { latePart } from '#client/ui/late-part.tsx'
import { sendsText } from './text.ts'

const SendPanel = latePart(() => import('./send-panel.tsx'), 'SendPanel')

interface Props {
  /** Makes half-written answers answers before they are looked at. */
  readonly onOpen: () => Promise<void>
  readonly onFollow: (unit: Unit) => void
  /** Leads to where the receipt will be. */
  readonly onSent: (sendsBefore: number) => void
  readonly kind?: 'primary' | 'secondary' | undefined
}

/** The button whose words say where the answers go, and its dialog (EV12). Nothing where this person sends nothing. */
export function SendButton({ onOpen, onFollow, onSent, kind = 'primary' }: Props) {
  const t = useText(sendsText)
  const destination = useDestination()
  const [shown, setShown] = useState(false)
  if (destination.standing === 'none' || destination.standing === 'closed') return null
  const labelWith = (name: string): string =>
    destination.standing === 'sent'
      ? t('alreadySent')
      : destination.kind === 'evaluation'
        ? t('toEvaluation')
        : name === ''
          ? t('toReviewShort')
          : t('toReview', { name })
  const title = labelWith(destination.names)
  const label = destination.reviewers > 1 ? t('toReviewMany', { n: destination.reviewers }) : labelWith(destination.shortName)
  return (
    <>
      <Button
        kind={kind}
        icon="send"
        aria-haspopup="dialog"
        onClick={() => void onOpen().then(() => setShown(true))}
        title={title}
        className="min-w-0 max-sm:grow max-sm:basis-40 max-sm:[&>svg]:hidden"
      >
        <span className="max-sm:text-sm max-sm:leading-tight max-sm:whitespace-normal sm:truncate">{label}</span>
      </Button>
      <Dialog open={shown} onClose={() => setShown(false)} title={title} size="large">
        <SendPanel
          onCancel={() => setShown(false)}
          onClose={() => setShown(false)}
          onSent={onSent}
          onFollow={(unit) => {
            setShown(false)
            onFollow(unit)
          }}
        />
      </Dialog>
    </>
  )
}
