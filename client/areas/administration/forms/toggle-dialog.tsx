import { useState } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { forgottenIn } from '#shared/questionnaires/readiness.ts'
import type { Forgotten, Readiness } from '#shared/questionnaires/readiness.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { toggleForm } from './form-calls.ts'
import { formsText } from './text.ts'

const forgottenKeys = {
  points: 'forgottenPoints',
  stages: 'forgottenStages',
  institutions: 'forgottenInstitutions',
} as const satisfies Record<Exclude<Forgotten, 'missing' | 'unreached'>, string>

interface Props {
  readonly form: FormHeader
  /** How it stands, where it is to be enabled. */
  readonly readiness: Readiness | null
  /** Its questions can be changed now. */
  readonly mendable: boolean
  readonly onClose: () => void
}

/** Before a form is enabled what somebody may have forgotten (QE13), before it is disabled what that means. */
export function ToggleDialog({ form, readiness, mendable, onClose }: Props) {
  const t = useText(formsText)
  const format = useFormat()
  const errorText = useErrorText()
  const engine = useEngine()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const enabled = !form.enabled
  const toggle = async (): Promise<void> => {
    setBusy(true)
    const reply = await toggleForm(engine, form.id, enabled)
    setBusy(false)
    if (!reply.ok) return setProblem(errorText(reply.failure))
    toast('success', t(enabled ? 'enabled' : 'disabled'))
    onClose()
  }
  return (
    <AlertDialog
      open
      title={t(enabled ? 'enableTitle' : 'disableTitle', { name: form.name })}
      confirm={t(enabled ? 'enable' : 'disable')}
      busy={busy}
      onConfirm={() => void toggle()}
      onCancel={onClose}
    >
      {readiness && forgottenIn(readiness).length > 0 ? (
        <Notice tone="warning" title={t('forgotten')}>
          <ul className="list-disc pl-5">
            {forgottenIn(readiness).map((each) => {
              if (each === 'unreached') return <Unreachable key={each} form={form} unreached={readiness.unreached} />
              return each === 'missing' ? (
                <li key={each}>
                  {t('forgottenMissing', { n: readiness.missing })}{' '}
                  {mendable && (
                    <Link to={pageAddress('formEditor', { form: form.id, falta: '1' })} className="font-semibold text-brand-700 underline">
                      {t('missingLink', { n: readiness.missing })}
                    </Link>
                  )}
                </li>
              ) : (
                <li key={each}>{t(forgottenKeys[each], { points: format.number(readiness.points) })}</li>
              )
            })}
          </ul>
        </Notice>
      ) : (
        <p>{t(enabled ? 'enableBody' : 'disableBody')}</p>
      )}
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-3">
          {problem}
        </Notice>
      )}
    </AlertDialog>
  )
}

/** Questions that cannot earn all of their points, with the way to where these are given. */
function Unreachable({ form, unreached }: { readonly form: FormHeader; readonly unreached: Readiness['unreached'] }) {
  const t = useText(formsText)
  const format = useFormat()
  return (
    <li>
      {t('forgottenUnreached')}
      <ul className="list-[circle] pl-5">
        {unreached.slice(0, shownMost).map(({ id, number, text, points, max }) => (
          <li key={id}>{t('unreached', { number, text, points: format.number(points), max: format.number(max) })}</li>
        ))}
        {unreached.length > shownMost && <li>{t('unreachedMore', { n: unreached.length - shownMost })}</li>}
      </ul>
      <Link to={pageAddress('formScores', { form: form.id })} className="font-semibold text-brand-700 underline">
        {t('scoresLink')}
      </Link>
    </li>
  )
}
const shownMost = 5
