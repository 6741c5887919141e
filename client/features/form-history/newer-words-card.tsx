import { useState } from 'react'
import type { StoredOutcome } from '#sync/storage/storage.ts'
import { fullName } from '#shared/accounts/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import type { Engine } from '#sync/face.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import type { NewerWords } from './form-change.ts'
import { formHistoryText } from './text.ts'

interface Props {
  readonly outcome: StoredOutcome
  readonly newer: NewerWords
}

/** Asks once more for a change that stopped before others' words, with what this device has of them by now. */
async function askAgain(engine: Engine, { n, s, a }: StoredOutcome): Promise<Result<unknown>> {
  const scope = parseScope(s)
  const [{ questionnaireMutations }, { sawOf }] = await Promise.all([
    import('#shared/questionnaire-mutations.ts'),
    import('#shared/questionnaires/taken.ts'),
  ])
  const mutation = questionnaireMutations.get(n)
  if (scope?.kind !== 'questionnaire' || !mutation || typeof a !== 'object') return fail('unknown_mutation')
  const live = await engine.questionnaire(scope.formId)
  if (!live.ok) return live
  return engine.dispatch(mutation, s, { ...a, saw: sawOf(live.value.state, engine.actor.id) })
}

/** A change that took nothing away because of somebody else's newer words: whose, what they say now, and the way to do it all the same (QE23). */
export function NewerWordsCard({ outcome, newer }: Props) {
  const t = useText(formHistoryText)
  const format = useFormat()
  const errorText = useErrorText()
  const engine = useEngine()
  const people = useTable('person')
  const [busy, setBusy] = useState(false)
  const person = people?.find(({ id }) => id === outcome.params?.['by'])
  const name = person ? fullName(person) : t('somebody')
  const removes = outcome.n.endsWith('.remove')
  const again = async (): Promise<void> => {
    setBusy(true)
    const result = await askAgain(engine, outcome)
    setBusy(false)
    if (!result.ok) return toast('error', errorText(result.failure))
    await engine.dismissOutcome(outcome.mid)
    toast('success', t(removes ? 'removedAnyway' : 'changedAnyway'))
  }
  return (
    <>
      <p className="mt-1 wrap-anywhere text-ink-800">
        {t('newer', { name, time: format.moment(String(outcome.params?.['at'] ?? '')), what: newer.in === '' ? t('gone') : newer.in })}
      </p>
      {newer.lines.length > 0 && (
        <dl className="mt-2 grid gap-2 rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2">
          {newer.lines.map(({ key, label, to }) => (
            <div key={key}>
              <dt className="text-sm font-semibold text-ink-700">{t('newerNow', { field: label })}</dt>
              <dd lang="es" className="line-clamp-6 wrap-anywhere whitespace-pre-line">
                {to}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-2 text-sm text-ink-700">{t(removes ? 'newerLead' : 'newerLeadEdit')}</p>
      <Button size="small" kind="danger" busy={busy} className="mt-3" onClick={() => void again()}>
        {t(removes ? 'removeAnyway' : 'changeAnyway')}
      </Button>
    </>
  )
}
