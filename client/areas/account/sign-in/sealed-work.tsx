import { useState } from 'react'
import { instantOf } from '#shared/kernel/instant.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { sealedCopy, sealedUntilMs } from '#client/data/session/sealed.ts'
import type { KnownUser } from '#client/data/session/session.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { wasSealedHere } from '#client/features/accounts/sealed-here.ts'
import { accountsText } from '#client/features/accounts/text.ts'

/** Work of a deactivated account that was never sent: kept shut on this device for a time, and given to its author as a copy. */
export function SealedWork({ entry, sealedAt }: { readonly entry: KnownUser; readonly sealedAt: string }) {
  const t = useText(accountsText)
  const format = useFormat()
  const [state, setState] = useState<'idle' | 'busy' | 'sealed' | 'plain' | 'gone' | 'failed'>('idle')
  const name = `${entry.user.name} ${entry.user.surname}`.trim()
  // On a computer of several people only where its author was a moment ago.
  const offered = !entry.shared || wasSealedHere(entry.user._id)
  const take = async (): Promise<void> => {
    setState('busy')
    try {
      const copy = await sealedCopy(entry)
      if (copy === null) return setState('gone')
      saveBlob(new Blob([copy.text], { type: 'application/json' }), `iip-sin-enviar-${sealedAt.slice(0, 10)}.json`)
      setState(copy.sealed ? 'sealed' : 'plain')
    } catch {
      setState('failed')
    }
  }
  return (
    <Notice
      tone="warning"
      icon="lock"
      title={t('sealedTitle', { name, n: entry.unsent, texts: entry.texts })}
      actions={
        offered && (
          <Button size="small" icon="download" busy={state === 'busy'} onClick={() => void take()}>
            {t('sealedTake')}
          </Button>
        )
      }
    >
      <p>{t('sealedBody', { deadline: format.deadline(instantOf(sealedUntilMs(sealedAt))) })}</p>
      {!offered && <p>{t('sealedShared')}</p>}
      {state === 'sealed' && (
        <p role="status" className="mt-2 font-medium">
          {t('sealedTaken')}
        </p>
      )}
      {state === 'plain' && (
        <p role="alert" className="mt-2 font-medium">
          {t('sealedTakenPlain')}
        </p>
      )}
      {state === 'gone' && <p role="alert">{t('sealedGone')}</p>}
      {state === 'failed' && <p role="alert">{t('sealedFailed')}</p>}
    </Notice>
  )
}
