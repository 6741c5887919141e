import { useState } from 'react'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { isInitialized } from '#shared/stages/rules.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { cloneForm } from '#client/areas/administration/forms/form-calls.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { questionnairesText } from './text.ts'

interface Props {
  readonly form: FormHeader
  readonly now: Instant
  readonly onCloned: (formId: string) => void
}

/** Why nothing of the questionnaire can be changed, and what can be done instead. */
export function ClosedNotice({ form, now, onCloned }: Props) {
  const t = useText(questionnairesText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [busy, setBusy] = useState(false)
  const begun = isInitialized(form, now)
  const clone = async (): Promise<void> => {
    setBusy(true)
    const reply = await cloneForm(engine, form.id)
    setBusy(false)
    if (!reply.ok) return toast('error', errorText(reply.failure))
    toast('success', t('cloned'))
    onCloned(reply.value._id)
  }
  return (
    <Notice
      tone="neutral"
      icon="lock"
      title={t(begun ? 'frozenTitle' : 'closedTitle')}
      actions={
        <OnlineButton icon="copy" busy={busy} onClick={() => void clone()}>
          {t('clone')}
        </OnlineButton>
      }
    >
      {t(begun ? 'frozenBody' : 'closedBody')}
    </Notice>
  )
}
