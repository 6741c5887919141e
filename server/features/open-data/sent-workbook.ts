import { fileNameSchema } from '#shared/answers/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { openReportLimits } from '#shared/open-data/model.ts'
import { isExcel } from '#shared/open-data/workbook.ts'
import * as v from 'valibot'
import type { Call } from '../../http/mount.ts'
import { fieldsOf } from '../../http/sent-file.ts'

export interface SentWorkbook {
  readonly bytes: Uint8Array
  readonly name: string
  readonly title: string
  readonly description: string
}

/** A form with one Excel file. Fails: open_file_missing, open_file_many, open_file_format (by its bytes), too_large, malformed. */
export async function sentWorkbook({
  request,
  bytes: read,
}: Pick<Call<unknown, unknown, unknown, unknown>, 'request' | 'bytes'>): Promise<Result<SentWorkbook>> {
  const raw = await read()
  if (!raw.ok) return raw
  const fields = await fieldsOf(request, raw.value)
  if (!fields) return fail('open_file_missing')
  const files = [...fields.values()].filter((each) => each instanceof File)
  const [file] = files
  if (!file || (file.size === 0 && file.name === '')) return fail('open_file_missing')
  if (files.length > 1) return fail('open_file_many')
  if (file.size > openReportLimits.fileBytes) return fail('too_large', { bytes: openReportLimits.fileBytes })
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isExcel(bytes)) return fail('open_file_format')
  const name = v.safeParse(fileNameSchema, file.name.slice(-200))
  if (!name.success) return fail('malformed', { field: 'file' })
  const text = (field: string): string => {
    const value = fields.get(field)
    return typeof value === 'string' ? value : ''
  }
  return done({ bytes, name: name.output, title: text('title'), description: text('description') })
}
