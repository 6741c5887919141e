import { exportAllAnswers, exportAnswers, printQuestionnaire } from '#shared/answers/routes.ts'
import { exportAllFiles, exportFiles, passToAllFiles, passToFiles } from '#shared/attachments/routes.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { reportAnswersHistory, reportEvaluationAnswers, reportResults, reportResultsByQuestion } from '#shared/reports/routes.ts'
import { download } from '#client/data/server/call.ts'
import { downloadByPass } from '#client/data/server/download-by-pass.ts'

export type FileFormat = 'csv' | 'xlsx'

const asWorkbook = { format: 'xlsx' } as const

/** Answers of every institution of a form that the person reaches. Resolves to the file's name. */
export const downloadAllAnswers = (form: FormId, format: FileFormat): Promise<Result<string>> =>
  download(exportAllAnswers, { form }, `respuestas_${form}.${format}`, format === 'xlsx' ? asWorkbook : undefined)

/** Answers of one institution. */
export const downloadAnswers = (form: FormId, institution: InstitutionId, format: FileFormat): Promise<Result<string>> =>
  download(exportAnswers, { form, institution }, `respuestas_${institution}.${format}`, format === 'xlsx' ? asWorkbook : undefined)

/** What was decided on the answers of every institution that the person evaluates, as a workbook with its codebook. */
export const downloadDecided = (form: FormId): Promise<Result<string>> =>
  download(reportEvaluationAnswers, { form }, `evaluacion_${form}.xlsx`, asWorkbook)

/** How far each of them has come: decisions and most points. */
export const downloadResults = (form: FormId): Promise<Result<string>> =>
  download(reportResults, { form }, `resultados_${form}.xlsx`, asWorkbook)

/** The same for each question that is worth points. */
export const downloadResultsByQuestion = (form: FormId): Promise<Result<string>> =>
  download(reportResultsByQuestion, { form }, `resultados_preguntas_${form}.xlsx`, asWorkbook)

/** Everything that was done in one institution. */
export const downloadHistory = (form: FormId, institution: InstitutionId): Promise<Result<string>> =>
  download(reportAnswersHistory, { form, institution }, `historial_${form}_${institution}.xlsx`, asWorkbook)

/** Every file in force of one institution, as a zip that the browser receives. */
export const downloadFiles = (form: FormId, institution: InstitutionId): Promise<Result<null>> =>
  downloadByPass(passToFiles, exportFiles, { form, institution })

/** Every file in force of all of them. */
export const downloadAllFiles = (form: FormId): Promise<Result<null>> => downloadByPass(passToAllFiles, exportAllFiles, { form })

/** What one institution answered as PDF, or, `blank`, its questions with room to write. */
export const downloadPrinted = (form: FormId, institution: InstitutionId, language: 'es' | 'en', blank: boolean): Promise<Result<string>> =>
  download(printQuestionnaire, { form, institution }, `${blank ? 'cuestionario' : 'respuestas'}_${form}_${institution}.pdf`, {
    language,
    ...(blank ? { blank: 'true' } : {}),
  })
