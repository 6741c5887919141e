import { declaredApart } from '#shared/results/apart.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Tx } from '../db/open.ts'
import { formsIn } from './dashboards.ts'

/** Why a form is not compared with an earlier one, where an administrator declared so of it or of one between them (RS22). */
export async function apartIn(tx: Tx, before: FormHeader, now: FormHeader): Promise<FormHeader['apart']> {
  if (now.apart) return now.apart
  const forms = new Map((await formsIn(tx)).map((form) => [form.id, form]))
  return declaredApart(before, now, (id) => forms.get(id))
}
