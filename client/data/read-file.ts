import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'

/** A chosen file's bytes. Fails: file_unreadable (moved, deleted, not permitted, or on a disk that was taken out). */
export async function bytesOf(file: Pick<Blob, 'arrayBuffer'>): Promise<Result<Uint8Array<ArrayBuffer>>> {
  try {
    return done(new Uint8Array(await file.arrayBuffer()))
  } catch {
    // NotFoundError, NotReadableError, SecurityError: to a person it is one thing, a file that is not there to be read.
    return fail('file_unreadable')
  }
}
