import { useState } from 'react'
import type { FormEvent } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { PasswordField } from '#client/ui/fields/text-field.tsx'
import { panelText } from '#client/features/sync/panel-text.ts'

interface Props {
  /** The server opens the copy, too. */
  readonly hasServer: boolean
  /** Undefined: by the server. Null once it was taken in. */
  readonly onOpen: (passphrase: string | undefined) => Promise<Failure | null>
  readonly onClose: () => void
}

/** Asks for the passphrase of a copy; without it, for the server (OB43). */
export function AskPassphrase({ hasServer, onOpen, onClose }: Props) {
  const t = useText(panelText)
  const errorText = useErrorText()
  const online = useOnline()
  const [passphrase, setPassphrase] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const open = async (given: string | undefined): Promise<void> => {
    if (busy) return
    setBusy(true)
    const failed = await onOpen(given)
    setBusy(false)
    setFailure(failed)
    if (!failed) onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (passphrase !== '') void open(passphrase)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('passphraseTitle')}
      actions={
        <>
          <Button type="submit" form="copy-passphrase-form" kind="primary" busy={busy} disabled={passphrase === ''}>
            {t('passphraseOpen')}
          </Button>
          <Button onClick={onClose}>{t('exportCancel')}</Button>
        </>
      }
    >
      <form id="copy-passphrase-form" onSubmit={submit} noValidate className="grid gap-5">
        <PasswordField
          label={t('passphrase')}
          name="copy-passphrase"
          autoComplete="off"
          value={passphrase}
          onChange={(next) => {
            setPassphrase(next)
            setFailure(null)
          }}
          error={failure && errorText(failure)}
        />
        {hasServer ? (
          <div>
            <Button disabled={!online} onClick={() => void open(undefined)}>
              {t('passphraseForgotten')}
            </Button>
            <p className="mt-2 text-sm text-ink-600">{t(online ? 'passphraseServer' : 'passphraseServerOffline')}</p>
          </div>
        ) : (
          <p className="text-sm text-ink-600">{t('passphraseAlone')}</p>
        )}
      </form>
    </Dialog>
  )
}
