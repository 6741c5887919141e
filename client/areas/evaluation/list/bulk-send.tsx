import { useState } from 'react'
import { sendEvaluation } from '#shared/evaluations/mutations.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { InstitutionId, Mid } from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Engine } from '#sync/face.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import type { SendNews } from '#client/areas/evaluation/desk/sends-of.ts'
import { evaluationsText } from '#client/areas/evaluation/desk/text.ts'
import type { InstitutionEntry } from '#client/areas/evaluation/desk/use-institutions.ts'

interface Props {
  readonly form: FormHeader
  readonly entries: readonly InstitutionEntry[]
  readonly toInstitution: boolean
  readonly news: ReadonlyMap<InstitutionId, SendNews>
  readonly onClose: () => void
  /** What this device itself did not let stand, each with why; the server's word comes as news. */
  readonly onDone: (problems: ReadonlyMap<InstitutionId, Failure>) => void
}

interface Asked {
  readonly mids: ReadonlyMap<Mid, InstitutionId>
  readonly problems: ReadonlyMap<InstitutionId, Failure>
}

/** Asks for one send of each institution: the server judges every one of them alone. */
async function askFor(engine: Engine, form: FormHeader, { entries, news }: Pick<Props, 'entries' | 'news'>): Promise<Asked> {
  // What was said of an earlier try is answered by this one.
  for (const { institutionId } of entries) {
    const before = news.get(institutionId)
    if (before?.kind === 'failed') await engine.dismissOutcome(before.mid)
  }
  const missing = entries.filter((each) => !each.onDevice).map(({ institutionId }) => ({ institutionId, formId: form.id }))
  // Together; which of them did not come is said by their own send.
  if (missing.length > 0) await engine.bring(missing)
  const mids = new Map<Mid, InstitutionId>()
  const problems = new Map<InstitutionId, Failure>()
  for (const { institutionId } of entries) {
    const result = await engine.dispatch(sendEvaluation, instScope(institutionId, form.id), {})
    if (!result.ok) problems.set(institutionId, result.failure)
    else if (result.value.mid !== null) mids.set(result.value.mid, institutionId)
  }
  return { mids, problems }
}

/** How the sends stand after a walk to the server: how many wait, and what did not stand. */
function judged(engine: Engine, { mids, problems }: Asked): { readonly waiting: number; readonly failed: Asked['problems'] } {
  const failed = new Map(problems)
  for (const { mid, d, code, params } of engine.outcomes()) {
    const institutionId = mids.get(mid)
    if (institutionId !== undefined && (d === 'lost' || d === 'refused')) failed.set(institutionId, params ? { code, params } : { code })
  }
  const isOpen = (mid: Mid): boolean => !failed.has(mids.get(mid) ?? '')
  return { waiting: engine.queue().filter(({ id }) => mids.has(id) && isOpen(id)).length, failed }
}

/** Sends the evaluations of several institutions, each judged alone (LI3). */
export function BulkSend({ form, entries, toInstitution, news, onClose, onDone }: Props) {
  const t = useText(evaluationsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const isOffline = !useOnline()
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    const asked = await askFor(engine, form, { entries, news })
    onDone(asked.problems)
    // What became of them is said once the server was asked; without a network they wait, which is said at once.
    await engine.syncNow()
    const { waiting, failed } = judged(engine, asked)
    const sent = asked.mids.size - waiting - [...failed.keys()].filter((id) => !asked.problems.has(id)).length
    if (sent > 0) toast('success', t('sendDoneMany', { n: sent }))
    if (waiting > 0) toast('info', t('sendWaitingMany', { n: waiting }))
    if (failed.size > 0)
      toast('error', [
        t('sendFailedMany', { n: failed.size }),
        ...entries.flatMap(({ institutionId, name }) => {
          const why = failed.get(institutionId)
          return why ? [t('sendFailedOne', { name, why: errorText(why) })] : []
        }),
      ])
  }
  const only = entries.length === 1 ? entries[0] : undefined
  const body = only
    ? t(toInstitution ? 'sendBodyInstitution' : 'sendBodyAdministration', { name: only.name })
    : t(toInstitution ? 'sendBodyManyInstitution' : 'sendBodyManyAdministration')
  return (
    <Dialog
      open
      onClose={onClose}
      title={only ? t('sendTitle', { name: only.name }) : t('sendManyTitle')}
      actions={
        <>
          <Button kind="primary" icon="send" busy={busy} onClick={() => void send()}>
            {only ? t('sendConfirm') : t('sendConfirmMany', { n: entries.length })}
          </Button>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <p>{body}</p>
      {!only && (
        <>
          <p className="mt-2 text-ink-600">{t('sendManyAlone')}</p>
          <ul className="mt-3 max-h-72 list-disc overflow-y-auto pl-6" lang="es">
            {entries.map((each) => (
              <li key={each.institutionId}>{each.name}</li>
            ))}
          </ul>
        </>
      )}
      {isOffline && <p className="mt-3 text-ink-600">{t('sendOffline')}</p>}
    </Dialog>
  )
}
