import { useEffect, useState } from 'react'
import type { FormId } from '#shared/kernel/ids.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { readForms } from './form-calls.ts'

/** Institutions by form as the server counts them, anew when the forms are others; null until it has said, and without a network. */
export function useCounted(forms: readonly FormHeader[] | null): ReadonlyMap<FormId, number> | null {
  const [counted, setCounted] = useState<ReadonlyMap<FormId, number> | null>(null)
  // The device knows of those that are enabled.
  const asked = (forms ?? [])
    .filter((form) => !form.enabled && !form.removed)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    if (asked === '') return
    let left = false
    void readForms().then((reply) => {
      // Where it cannot be had, the table says that it is not known.
      if (!left && reply.ok) setCounted(new Map(Object.values(reply.value.formById).map((row) => [row.id, row.numInstitutions])))
    })
    return () => {
      left = true
    }
  }, [asked])
  return counted
}
