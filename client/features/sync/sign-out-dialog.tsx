import { useEffect, useState } from 'react'
import { useEngine, useSyncStatus, useTopic } from '#client/data/world/engine.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { saveCopy } from './copies/save-copy.ts'
import { panelText } from './panel-text.ts'

interface Props {
  readonly onClose: () => void
  /** Everything of this person has left the device. */
  readonly onLeave: () => void
}

/** What would go with the data of this device. */
interface Unsent {
  readonly changes: number
  /** Texts that are no change yet: half-written answers, comments, reasons. */
  readonly texts: number
  /** Files that the server will never take: their copy on this device is the only one. */
  readonly files: number
}

function Facts({ changes, texts, files }: Unsent) {
  const t = useText(panelText)
  const facts: readonly { icon: IconName; text: string; loss?: boolean }[] = [
    ...(changes > 0 ? [{ icon: 'warning', text: t('signOutFact1', { n: changes }), loss: true } as const] : []),
    ...(texts > 0 ? [{ icon: 'edit', text: t('signOutTexts', { n: texts }), loss: true } as const] : []),
    ...(files > 0 ? [{ icon: 'paperclip', text: t('signOutFiles', { n: files }), loss: true } as const] : []),
    { icon: 'cloud-off', text: t('signOutFact2') },
    { icon: 'device', text: t('signOutFact3') },
  ]
  return (
    <ul className="grid gap-3">
      {facts.map((fact) => (
        <li key={fact.icon} className="flex items-start gap-3">
          <Icon name={fact.icon} className={fact.loss ? 'mt-0.5 text-warm-700' : 'mt-0.5 text-ink-500'} />
          {fact.text}
        </li>
      ))}
    </ul>
  )
}

/** Sign-out: tries to send first; when something remains, half-written texts and files that cannot go too, says what will be lost and offers a copy (TB8). */
export function SignOutDialog({ onClose, onLeave }: Props) {
  const t = useText(panelText)
  const engine = useEngine()
  const format = useFormat()
  useSyncStatus()
  const [tried, setTried] = useState(false)
  const [plain, setPlain] = useState(false)
  /** Pressed while what is left was still being sent: it counts once that is done, and is not pressed for nothing. */
  const [asked, setAsked] = useState(false)
  const trying = !tried
  useTopic('queue')
  const counts = engine.counts()
  const left: Unsent = { changes: counts.toSend + counts.files, texts: counts.halfWritten, files: counts.parkedFiles }
  useEffect(() => {
    let gone = false
    const finish = (): void => {
      if (!gone) setTried(true)
    }
    const send = async (): Promise<void> => {
      await engine.settleDrafts()
      await engine.syncNow()
    }
    send().then(finish, finish)
    // A hung network must not hold the door.
    const timer = setTimeout(finish, 4000)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [engine])

  const leave = async (): Promise<void> => {
    await engine.wipe()
    onLeave()
  }
  /** Nothing was said to be lost: what was written in the last moments, here or in another tab, stops it. */
  const leaveClean = async (): Promise<void> => {
    await engine.readHalfWritten()
    const { toSend, files, halfWritten, parkedFiles } = engine.counts()
    if (toSend + files + halfWritten + parkedFiles === 0) await leave()
  }
  useEffect(() => {
    if (!tried || !asked) return
    setAsked(false)
    void leaveClean()
    // Each press counts once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tried, asked])
  const exportAndLeave = async (): Promise<void> => {
    const { sealed } = saveCopy(await engine.exportUnsent())
    // Who leaves with a copy that others can read is told so while they still can put it away.
    if (sealed) await leave()
    else setPlain(true)
  }
  const what = format.list([
    ...(left.changes > 0 ? [t('countChanges', { n: left.changes })] : []),
    ...(left.texts > 0 ? [t('countTexts', { n: left.texts })] : []),
    ...(left.files > 0 ? [t('countFiles', { n: left.files })] : []),
  ])
  const clean = left.changes + left.texts + left.files === 0
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
            <Button kind="primary" busy={asked} onClick={() => setAsked(true)}>
              {t('signOut')}
            </Button>
            <Button onClick={onClose}>{t('stay')}</Button>
          </>
        ) : plain ? (
          <>
            <Button kind="primary" onClick={() => void leave()}>
              {t('signOut')}
            </Button>
            <Button onClick={onClose}>{t('stay')}</Button>
          </>
        ) : (
          <>
            {/* The loud one is what loses nothing. */}
            <Button kind="primary" onClick={onClose}>
              {t('stay')}
            </Button>
            <Button icon="download" disabled={trying} onClick={() => void exportAndLeave()}>
              {t('exportAndSignOut')}
            </Button>
            <Button kind="danger" disabled={trying} onClick={() => void leave()}>
              {t('discardAndSignOut', { what })}
            </Button>
          </>
        )
      }
    >
      {trying && !clean ? (
        <p role="status" className="flex items-center gap-2.5 text-ink-700">
          <Spinner />
          {t('signOutTrying')}
        </p>
      ) : clean ? (
        <p>{t('signOutClean')}</p>
      ) : plain ? (
        <p role="alert">{t('exportedPlain')}</p>
      ) : (
        <Facts {...left} />
      )}
    </Dialog>
  )
}
