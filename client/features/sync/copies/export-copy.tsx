import { useState } from 'react'
import { useEngine } from '#client/data/world/engine.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { PasswordField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { saveCopy } from './save-copy.ts'
import { panelText } from '#client/features/sync/panel-text.ts'

/** Fewer signs are guessed by whoever has the file and time. */
export const passphraseMin = 12

interface Props {
  /** Whether the server can open what is sealed here; null while it is not known. */
  readonly hasServer: boolean
  readonly onClose: () => void
}

/** A copy of what was not sent, with a passphrase for who wants one; who can open it is told before it is made (OB43). */
export function ExportCopy({ hasServer, onClose }: Props) {
  const t = useText(panelText)
  const engine = useEngine()
  const [passphrase, setPassphrase] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const short = passphrase !== '' && passphrase.length < passphraseMin
  const save = async (): Promise<void> => {
    setAsked(true)
    if (busy || short) return
    setBusy(true)
    try {
      const { sealed, alone = false } = saveCopy(await engine.exportUnsent(passphrase === '' ? undefined : passphrase))
      const word = !sealed ? 'exportedPlain' : alone ? 'exportedAlone' : passphrase === '' ? 'exported' : 'exportedBoth'
      toast(sealed ? 'success' : 'info', t(word))
      onClose()
    } catch {
      // The database does not answer, or there is no memory for it: what is here stays, and the person is told.
      setBusy(false)
      toast('error', t('exportFailed'))
    }
  }
  const opens = passphrase === '' ? (hasServer ? 'opensServer' : 'opensAnybody') : hasServer ? 'opensBoth' : 'opensPassphrase'
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={t('exportCopy')}
      actions={
        <>
          <Button kind="primary" icon="download" busy={busy} onClick={() => void save()}>
            {t('exportCopy')}
          </Button>
          <Button onClick={onClose}>{t('exportCancel')}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p>{t('exportLead')}</p>
        <PasswordField
          label={t('passphrase')}
          hint={t('passphraseHint', { n: passphraseMin })}
          name="copy-passphrase"
          autoComplete="off"
          value={passphrase}
          onChange={setPassphrase}
          error={asked && short ? t('passphraseShort', { n: passphraseMin }) : null}
        />
        <p
          aria-live="polite"
          className={opens === 'opensAnybody' || opens === 'opensPassphrase' ? 'font-medium text-warm-800' : 'text-ink-700'}
        >
          {t(opens)}
        </p>
      </div>
    </Dialog>
  )
}
