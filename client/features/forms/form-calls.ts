import { calculated } from '#shared/answers/routes.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { clone, create, edit, forms, readiness, remove, toggle } from '#shared/questionnaires/routes.ts'
import type { Engine } from '#sync/face.ts'
import { callRoute } from '#client/data/call.ts'

/** What was changed at the server comes to this device at once, and not with the next round. */
async function andBrought<T>(engine: Pick<Engine, 'syncNow'>, call: Promise<Result<T>>): Promise<Result<T>> {
  const reply = await call
  if (reply.ok) void engine.syncNow()
  return reply
}

type Names = { readonly name: string; readonly description: string }

export const createForm = (engine: Engine, body: Names) => andBrought(engine, callRoute(create, { body }))
export const editForm = (engine: Engine, form: FormId, body: Names) => andBrought(engine, callRoute(edit, { params: { form }, body }))
export const removeForm = (engine: Engine, form: FormId) => andBrought(engine, callRoute(remove, { params: { form } }))
export const cloneForm = (engine: Engine, form: FormId) => andBrought(engine, callRoute(clone, { params: { form } }))
export const toggleForm = (engine: Engine, form: FormId, enabled: boolean) =>
  andBrought(engine, callRoute(toggle, { params: { form }, body: { enabled } }))
export const calculateForm = (engine: Engine, form: FormId, option: '1' | '2') =>
  andBrought(engine, callRoute(calculated, { params: { form }, body: { option } }))

export const readReadiness = (form: FormId) => callRoute(readiness, { params: { form } })
export const readForms = () => callRoute(forms)
