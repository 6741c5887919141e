import type { SessionUser } from '#client/data/session/session.ts'
import { LockedPerson, useUnlocking } from '#client/features/accounts/lock-form.tsx'
import { pinText } from '#client/features/accounts/pin-text.ts'
import { useText } from '#client/i18n/text.ts'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { Heading } from '#client/page/heading.tsx'
import { PublicFrame } from '#client/page/public-frame.tsx'

/** In the place of everything, while what this device keeps is behind a PIN (LK1). */
export function LockScreen({ user }: { readonly user: SessionUser }) {
  const t = useText(pinText)
  const { way, part } = useUnlocking(user)
  const title = t(way === 'choose' ? 'chooseTitle' : 'lockedTitle')
  return (
    <PublicFrame>
      <Heading title={title} lead={t(way === 'choose' ? 'chooseLead' : 'lockedLead')} />
      <div className="mt-6 grid gap-6">
        <LockedPerson user={user} />
        {part}
      </div>
    </PublicFrame>
  )
}

/** While what this device keeps is sealed, or opened for good. */
export function MovingScreen({ to, share }: { readonly to: 'sealed' | 'clear'; readonly share: number }) {
  const t = useText(pinText)
  const percent = Math.round(share * 100)
  const title = t(to === 'sealed' ? 'sealing' : 'clearing')
  return (
    <PublicFrame>
      <Heading title={title} lead={t('movingLead')} />
      <ProgressBar className="mt-6" label={title} value={percent} max={100} text={t('movingShare', { n: percent })} />
    </PublicFrame>
  )
}
