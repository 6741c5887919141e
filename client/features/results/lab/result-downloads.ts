import type { Result } from '#shared/kernel/result.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { exportFinal, exportPreliminary, finalPdf, preliminaryPdf } from '#shared/results/routes.ts'
import { download } from '#client/data/server/call.ts'

/** Files of one institution's results. `version`: which of them; the newest that the person may read unless told. */
export function resultFiles(
  place: { readonly form: string; readonly institution: string },
  kind: ResultKind,
  version?: number,
): Readonly<Record<'pdfEs' | 'pdfEn' | 'csv' | 'xlsx', () => Promise<Result<string>>>> {
  const isPreliminary = kind === 'preliminary'
  const pdf = isPreliminary ? preliminaryPdf : finalPdf
  const table = isPreliminary ? exportPreliminary : exportFinal
  const [report, results] = isPreliminary ? ['informe_preliminar', 'resultados_preliminares'] : ['informe_final', 'resultados_finales']
  const chosen: Readonly<Record<string, string>> = version === undefined ? {} : { version: String(version) }
  const pdfIn = (language: 'es' | 'en') => (): Promise<Result<string>> =>
    download(pdf, place, `${report}_${place.institution}.pdf`, { ...chosen, language })
  const tableIn = (format: 'csv' | 'xlsx') => (): Promise<Result<string>> =>
    download(table, place, `${results}_${place.institution}.${format}`, { ...chosen, format })
  return { pdfEs: pdfIn('es'), pdfEn: pdfIn('en'), csv: tableIn('csv'), xlsx: tableIn('xlsx') }
}
