import { exportAllAnswers, exportAnswers } from '#shared/answers/routes.ts'
import { exportFiles } from '#shared/attachments/routes.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { download } from '#client/data/call.ts'

export type FileFormat = 'csv' | 'xlsx'

const asWorkbook = { format: 'xlsx' } as const

/** Answers of every institution of a form that the person reaches. Resolves to the file's name. */
export const downloadAllAnswers = (form: FormId, format: FileFormat): Promise<Result<string>> =>
  download(exportAllAnswers, { form }, `respuestas_${form}.${format}`, format === 'xlsx' ? asWorkbook : undefined)

/** Answers of one institution. */
export const downloadAnswers = (form: FormId, institution: InstitutionId, format: FileFormat): Promise<Result<string>> =>
  download(exportAnswers, { form, institution }, `respuestas_${institution}.${format}`, format === 'xlsx' ? asWorkbook : undefined)

/** Every file in force of one institution, as a zip. */
export const downloadFiles = (form: FormId, institution: InstitutionId): Promise<Result<string>> =>
  download(exportFiles, { form, institution }, `archivos_${institution}.zip`)
