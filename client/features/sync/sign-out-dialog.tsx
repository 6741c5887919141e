import { useEffect, useState } from 'react'
import { saveBlob } from '#client/data/call.ts'
import { useEngine, useSyncStatus } from '#client/data/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { copyName } from './sync-panel.tsx'
import { syncText } from './text.ts'

interface Props {
  readonly onClose: () => void
  /** Everything of this person has left the device. */
  readonly onLeave: () => void
}

function Facts({ n }: { readonly n: number }) {
  const t = useText(syncText)
  const facts: readonly { icon: IconName; text: string }[] = [
    { icon: 'warning', text: t('signOutFact1', { n }) },
    { icon: 'cloud-off', text: t('signOutFact2') },
    { icon: 'device', text: t('signOutFact3') },
  ]
  return (
    <ul className="grid gap-3">
      {facts.map((fact) => (
        <li key={fact.icon} className="flex items-start gap-3">
          <Icon name={fact.icon} className={fact.icon === 'warning' ? 'mt-0.5 text-warm-700' : 'mt-0.5 text-ink-500'} />
          {fact.text}
        </li>
      ))}
    </ul>
  )
}

/** Sign-out: tries to send first; when something remains, says what will be lost and offers a copy (ux 25, 26). */
export function SignOutDialog({ onClose, onLeave }: Props) {
  const t = useText(syncText)
  const engine = useEngine()
  const { pending } = useSyncStatus()
  const [trying, setTrying] = useState(true)
  useEffect(() => {
    let left = false
    const finish = (): void => {
      if (!left) setTrying(false)
    }
    engine.syncNow().then(finish, finish)
    // A hung network must not hold the door.
    const timer = setTimeout(finish, 4000)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [engine])

  const leave = async (): Promise<void> => {
    await engine.wipe()
    onLeave()
  }
  const exportAndLeave = async (): Promise<void> => {
    saveBlob(new Blob([await engine.exportUnsent()], { type: 'application/json' }), copyName(new Date()))
    await leave()
  }
  const clean = pending === 0
  return (
    <Dialog
      open
      onClose={onClose}
      size={clean ? 'small' : 'medium'}
      role="alertdialog"
      title={t('signOutTitle')}
      actions={
        clean ? (
          <>
            <Button kind="primary" busy={trying} onClick={() => void leave()}>
              {t('signOut')}
            </Button>
            <Button onClick={onClose}>{t('stay')}</Button>
          </>
        ) : (
          <>
            <Button kind="primary" icon="download" disabled={trying} onClick={() => void exportAndLeave()}>
              {t('exportAndSignOut')}
            </Button>
            <Button onClick={onClose}>{t('stay')}</Button>
            <Button kind="danger" disabled={trying} onClick={() => void leave()}>
              {t('discardAndSignOut', { n: pending })}
            </Button>
          </>
        )
      }
    >
      {trying && pending > 0 ? (
        <p role="status" className="flex items-center gap-2.5 text-ink-700">
          <Spinner />
          {t('signOutTrying')}
        </p>
      ) : clean ? (
        <p>{t('signOutClean')}</p>
      ) : (
        <Facts n={pending} />
      )}
    </Dialog>
  )
}
