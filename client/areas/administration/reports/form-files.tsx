import { useState } from 'react'
import { exportAllFiles, passToAllFiles } from '#shared/attachments/routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { downloadByPass } from '#client/data/server/download-by-pass.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { reportsText } from './text.ts'

/** Every file of a form in one zip, which is made while it comes. */
export function FormFiles({ form }: { readonly form: Pick<FormHeader, 'id' | 'name'> | undefined }) {
  const t = useText(reportsText)
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const get = async (id: string): Promise<void> => {
    setBusy(true)
    const reply = await downloadByPass(passToAllFiles, exportAllFiles, { form: id })
    setBusy(false)
    if (reply.ok) toast('success', t('filesBegun'))
    else toast('error', errorText(reply.failure))
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-600">{t(form ? 'filesLead' : 'filesNone')}</p>
      <div>
        <OnlineButton icon="download" busy={busy} disabled={!form} onClick={() => form && void get(form.id)}>
          {t('filesGet')}
        </OnlineButton>
      </div>
    </div>
  )
}
