import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { reasonMaxLength } from '#shared/impersonation/routes.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { uiText } from '#client/ui/text.ts'
import { begin, useActing } from './acting.ts'
import { impersonationText } from './text.ts'

interface Props {
  /** Forms in which one may: a single one is the one that is meant. */
  readonly choices: readonly { readonly value: FormId; readonly label: string }[]
  readonly institutionId: InstitutionId
  readonly name: string
  readonly onClose: () => void
  /** The window stands in the address: the questionnaire takes its step, and the way back leads to what was under it. */
  readonly isStep?: boolean
}

/** Asks why, begins, and goes to the institution's questionnaire (IM1). */
export function BeginDialog({ choices, institutionId, name, onClose, isStep = false }: Props) {
  const t = useText(impersonationText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const online = useOnline()
  const navigate = useNavigate()
  const [formId, setFormId] = useState(choices.length === 1 ? (choices[0]?.value ?? '') : '')
  const { fields, write, forget } = useKeptFields({
    kind: 'actingReason',
    subject: institutionId,
    initial: { reason: '' },
    about: t('title', { name }),
  })
  const { reason } = fields
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const acting = useActing()
  const institutions = useTable('institution')
  const inPlaceOf = institutions?.find((each) => each.id === acting?.institutionId)?.name ?? ''
  // What just began is no obstacle to itself.
  const shut = busy ? null : acting ? t('elsewhere', { name: inPlaceOf }) : choices.length === 0 ? t('nowhere') : null
  const [only] = choices.length === 1 ? choices : []
  const missing = reason.trim() === ''
  const start = async (): Promise<void> => {
    setAsked(true)
    if (formId === '' || missing || reason.trim().length > reasonMaxLength) return
    setBusy(true)
    const begun = await begin(engine, formId, institutionId, reason.trim())
    if (!begun.ok) {
      setBusy(false)
      return setProblem(errorText(begun.failure))
    }
    await forget()
    if (!isStep) onClose()
    void navigate(pageAddress('filling', { form: formId, institution: institutionId }), { replace: isStep })
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      dismissable={missing}
      title={t('title', { name })}
      actions={
        <>
          {shut === null && (
            <Button kind="primary" busy={busy} onClick={() => void start()}>
              {t('confirm')}
            </Button>
          )}
          <Button onClick={giveUp}>{u(shut === null ? 'cancel' : 'close')}</Button>
        </>
      }
    >
      {shut === null ? (
        <>
          <p>{t('body')}</p>
          {!online && (
            <Notice tone="warning" icon="cloud-off" className="mt-4">
              {t('needsNetwork')}
            </Notice>
          )}
          {only && only.label !== '' && <p className="mt-4">{t('inForm', { form: only.label })}</p>}
          {!only && (
            <Select
              label={t('form')}
              placeholder={t('chooseForm')}
              options={choices}
              value={formId}
              onChange={setFormId}
              error={asked && formId === '' ? t('formMissing') : null}
              className="mt-5"
            />
          )}
          <TextArea
            label={t('reason')}
            hint={t('reasonHint')}
            value={reason}
            onChange={(typed) => write({ reason: typed })}
            max={reasonMaxLength}
            error={asked && missing ? t('reasonMissing') : null}
            className="mt-5"
          />
        </>
      ) : (
        <p>{shut}</p>
      )}
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
