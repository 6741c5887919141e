import { fileNameSchema } from '#shared/answers/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import * as v from 'valibot'
import type { Call } from './mount.ts'

/** Fields of a multipart body; undefined when it is none, or broken. */
export async function fieldsOf(request: Request, bytes: Buffer): Promise<FormData | undefined> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': request.headers.get('content-type') ?? '' } }).formData()
  } catch {
    // Not multipart, or broken: the caller's doing.
    return undefined
  }
}

export interface SentFile {
  readonly bytes: Uint8Array
  /** What it is called; empty when nobody says. */
  readonly name: string
  /** A field of the form that came with it; undefined for one that did not. */
  field(name: string): string | undefined
}

/** The file that a call brings, as the body itself or in a form. Fails: malformed, too_large. */
export async function sentFile(
  { request, bytes: read }: Pick<Call<unknown, unknown, unknown, unknown>, 'request' | 'bytes'>,
  name: string | undefined,
): Promise<Result<SentFile>> {
  const raw = await read()
  if (!raw.ok) return raw
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? ''))
    return done({ bytes: raw.value, name: name ?? '', field: () => undefined })
  const fields = await fieldsOf(request, raw.value)
  const file = fields?.get('file')
  if (!fields || !(file instanceof File)) return fail('malformed', { field: 'file' })
  const called = v.safeParse(fileNameSchema, name ?? file.name.slice(-200))
  if (!called.success) return fail('malformed', { field: 'file' })
  return done({
    bytes: new Uint8Array(await file.arrayBuffer()),
    name: called.output,
    field: (each) => {
      const value = fields.get(each)
      return typeof value === 'string' && value !== '' ? value : undefined
    },
  })
}
