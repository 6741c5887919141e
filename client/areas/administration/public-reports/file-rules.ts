import { isExcel } from '#shared/open-data/workbook.ts'
import { openReportLimits } from '#shared/open-data/model.ts'

/** Why what was chosen or dropped is not the one Excel file of a report. */
export type FileTrouble = 'open_file_many' | 'open_file_format' | 'too_large' | 'file_unreadable'

/**
 * The file of a report out of what somebody chose or dropped: one alone, and none beside one that is there. Its name and its first bytes
 * both say what it is (PU2).
 */
export async function reportFileOf(
  chosen: readonly File[],
  known: File | null,
): Promise<{ readonly file: File } | { readonly trouble: FileTrouble }> {
  const [file, ...others] = chosen
  if (others.length > 0 || known !== null) return { trouble: 'open_file_many' }
  if (!file || !/\.xlsx?$/i.test(file.name)) return { trouble: 'open_file_format' }
  if (file.size > openReportLimits.fileBytes) return { trouble: 'too_large' }
  try {
    const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
    return isExcel(head) ? { file } : { trouble: 'open_file_format' }
  } catch {
    // Moved, deleted, or on a disk that was taken out.
    return { trouble: 'file_unreadable' }
  }
}
