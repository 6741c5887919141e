import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FormId } from '#shared/kernel/ids.ts'
import { evaluators, institutionsForForm, participants } from '#shared/institutions/routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type * as v from 'valibot'
import { callRoute } from '#client/data/server/call.ts'
import type { Choice, Selected } from './selection.ts'

type ReplyOf<R extends { readonly reply?: unknown }> = R['reply'] extends v.GenericSchema<unknown, infer T> | undefined ? T : never
export type InstitutionChoice = ReplyOf<typeof institutionsForForm>['institutionById'][string]
export type EvaluatorChoice = ReplyOf<typeof evaluators>[number]

/** All that there is to choose from, as the server has it. */
export interface Choices {
  readonly institutions: readonly InstitutionChoice[]
  readonly available: ReadonlySet<string>
  readonly evaluators: readonly EvaluatorChoice[]
  readonly stands: Selected
}

/** Reads what a selection is made of; `read` reads it anew. */
export function useChoices(formId: FormId): {
  readonly choices: Choices | null
  readonly failure: Failure | null
  readonly read: () => Promise<Choices | null>
} {
  const [found, setFound] = useState<{
    readonly formId: FormId
    readonly choices: Choices | null
    readonly failure: Failure | null
  } | null>(null)
  const read = useCallback(async (): Promise<Choices | null> => {
    const params = { form: formId }
    const [all, taking, who] = await Promise.all([
      callRoute(institutionsForForm, { params }),
      callRoute(participants, { params }),
      callRoute(evaluators, { params }),
    ])
    const failed = [all, taking, who].find((reply) => !reply.ok)
    if (!all.ok || !taking.ok || !who.ok) {
      setFound({ formId, choices: null, failure: failed && !failed.ok ? failed.failure : null })
      return null
    }
    const { institutionIds, institutionById, availableInstitutionIds } = all.value
    const choices: Choices = {
      institutions: institutionIds.flatMap((id) => institutionById[id] ?? []),
      available: new Set(availableInstitutionIds),
      evaluators: who.value,
      stands: new Map(Object.entries(taking.value).map(([id, { evaluator }]): [string, Choice] => [id, { evaluatorId: evaluator }])),
    }
    setFound({ formId, choices, failure: null })
    return choices
  }, [formId])
  useEffect(() => {
    void read()
  }, [read])
  const own = found?.formId === formId ? found : null
  return useMemo(() => ({ choices: own?.choices ?? null, failure: own?.failure ?? null, read }), [own, read])
}
