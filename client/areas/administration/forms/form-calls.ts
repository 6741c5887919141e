import { calculated } from '#shared/answers/routes.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { downloadAdministrative, uploadAdministrative } from '#shared/questionnaires/administrative-routes.ts'
import { manualPoints, manualPointsFile, manualPointsTemplate, uploadManualPoints } from '#shared/questionnaires/manual-points-routes.ts'
import { close, closing, reopen } from '#shared/questionnaires/closing-routes.ts'
import { bring, clone, create, download, edit, examine, forms, readiness, remove, toggle } from '#shared/questionnaires/routes.ts'
import type { Engine } from '#sync/face.ts'
import { callRoute, download as downloadFile } from '#client/data/server/call.ts'
import type { TemplateFormat } from '#client/areas/administration/dialogs/use-table-file.ts'

/** What was changed at the server comes to this device at once, and not with the next round. */
async function andBrought<T>(engine: Pick<Engine, 'syncNow'>, call: Promise<Result<T>>): Promise<Result<T>> {
  const reply = await call
  if (reply.ok) void engine.syncNow()
  return reply
}

/** What a form is called, and what it is for. */
export type Names = Readonly<Record<'name' | 'description', string>>

export const createForm = (engine: Engine, body: Names) => andBrought(engine, callRoute(create, { body }))
/** `seen`: what the person read, so that nothing is written over that somebody else changed since (QE2). */
export const editForm = (engine: Engine, form: FormId, names: Names, seen: Names) =>
  andBrought(engine, callRoute(edit, { params: { form }, body: { ...names, seen } }))
export const removeForm = (engine: Engine, form: FormId) => andBrought(engine, callRoute(remove, { params: { form } }))
export const cloneForm = (engine: Engine, form: FormId) => andBrought(engine, callRoute(clone, { params: { form } }))
export const toggleForm = (engine: Engine, form: FormId, enabled: boolean) =>
  andBrought(engine, callRoute(toggle, { params: { form }, body: { enabled } }))
export const calculateForm = (engine: Engine, form: FormId, option: '1' | '2') =>
  andBrought(engine, callRoute(calculated, { params: { form }, body: { option } }))

/** `archive`: SHA-256 of a verified archive that still tells all of the form. */
export const closeForm = (engine: Engine, form: FormId, archive: string) =>
  andBrought(engine, callRoute(close, { params: { form }, body: { archive } }))
export const reopenForm = (engine: Engine, form: FormId, reason: string) =>
  andBrought(engine, callRoute(reopen, { params: { form }, body: { reason } }))
export const readClosing = (form: FormId) => callRoute(closing, { params: { form } })

export const readReadiness = (form: FormId) => callRoute(readiness, { params: { form } })
export const readForms = () => callRoute(forms)

/** Formats in which the questionnaire of a form is downloaded. */
export type FormFormat = 'json' | 'xlsform'

export const downloadForm = (form: FormId, format: FormFormat) =>
  downloadFile(download, { form }, `${form}.${format === 'json' ? 'json' : 'xlsx'}`, { format })

/** A large workbook takes its time to go up and to be read. */
const fileTimeoutMs = 120_000

export const examineFile = (file: Blob) => callRoute(examine, { file, timeoutMs: fileTimeoutMs })
/** `key` stands for the one form that is made, however often the network makes somebody ask. */
export const bringFile = (engine: Engine, file: Blob, name: string, key: string) =>
  andBrought(engine, callRoute(bring, { file, query: { name }, key, timeoutMs: fileTimeoutMs }))

/** Formats of a template. */

export const downloadAdministrativeTemplate = (form: FormId, format: TemplateFormat) =>
  downloadFile(downloadAdministrative, { form }, `preguntas_administrativas_${form}.${format}`, { format })
export const uploadAdministrativeFile = (engine: Engine, form: FormId, file: File) =>
  andBrought(
    engine,
    callRoute(uploadAdministrative, { params: { form }, file, query: { name: file.name.slice(0, 200) }, timeoutMs: fileTimeoutMs }),
  )

export const readManualPoints = (form: FormId) => callRoute(manualPoints, { params: { form } })
export const downloadManualPointsTemplate = (form: FormId, format: TemplateFormat) =>
  downloadFile(manualPointsTemplate, { form }, `puntos_${form}.${format}`, { format })
export const downloadManualPointsFile = (form: FormId, sheet: string, name: string) => downloadFile(manualPointsFile, { form, sheet }, name)
/** `seen`: the table in force that the person read of, or `none`. */
export const uploadManualPointsFile = (engine: Engine, form: FormId, file: File, seen: string) =>
  andBrought(
    engine,
    callRoute(uploadManualPoints, { params: { form }, file, query: { name: file.name.slice(0, 200), seen }, timeoutMs: fileTimeoutMs }),
  )
