import { useEffect, useState } from 'react'
import type { Overview } from '#shared/evaluations/model.ts'
import { institutionsForForm, participants } from '#shared/institutions/routes.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { callRoute } from '#client/data/server/call.ts'

/** An institution that takes part in a form. */
export type Taking = Pick<Overview, 'institutionId' | 'name'>

/** Who takes part in a form, by name; null until it is known. The device knows of a form that is enabled, the server of any. */
export function useTakingPart(form: FormHeader, overviews: readonly Overview[]): readonly Taking[] | Failure | null {
  const [read, setRead] = useState<Result<readonly Taking[]> | null>(null)
  useEffect(() => {
    if (form.enabled) return
    let left = false
    void readTakingPart(form.id).then((reply) => {
      if (!left) setRead(reply)
    })
    return () => {
      left = true
    }
  }, [form.enabled, form.id])
  if (form.enabled) return byName(overviews.filter(({ formId }) => formId === form.id))
  if (read === null) return null
  return read.ok ? byName(read.value) : read.failure
}

const byName = (some: readonly Taking[]): readonly Taking[] => some.toSorted((left, right) => left.name.localeCompare(right.name, 'es'))

/** Who takes part in a form, enabled or not. */
async function readTakingPart(form: FormId): Promise<Result<readonly Taking[]>> {
  const [all, taking] = await Promise.all([
    callRoute(institutionsForForm, { params: { form } }),
    callRoute(participants, { params: { form } }),
  ])
  if (!all.ok) return all
  if (!taking.ok) return taking
  const { institutionById } = all.value
  return done(
    Object.keys(taking.value).flatMap((id) => (institutionById[id] ? [{ institutionId: id, name: institutionById[id].name }] : [])),
  )
}
