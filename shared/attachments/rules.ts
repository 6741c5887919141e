import { composed } from '../kernel/marks.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import type { AttachmentId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Attachment } from './model.ts'
import { fileExtensions, maxFileBytes } from './model.ts'

/** Extension of a file name, lower case, without the dot; '' when it has none. A kind with two names has one here (FI14). */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const said = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return said === 'tif' ? 'tiff' : said
}

const isAccepted = (name: string): boolean => (fileExtensions as readonly string[]).includes(extensionOf(name))

/** Why a file cannot be attached; undefined when it can (FI1, FI2, FI11). */
export function fileInvalidity(name: string, sizeBytes: number): Failure | undefined {
  if (!isAccepted(name)) return failure('file_format')
  if (sizeBytes <= 0) return failure('file_empty')
  return sizeBytes > maxFileBytes ? failure('file_too_large') : undefined
}

/** What a name may not hold: control characters, quotes, path separators, and marks that turn the reading direction. */
const unsafe = /[\u0000-\u001f\u007f-\u009f"<>:|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A file name that is safe to show and to offer for download: no path, no hidden marks, at most 150 characters. */
export function safeFileName(name: string): string {
  const last = composed(name).split(/[/\\]/).at(-1) ?? ''
  const bare = last
    .replace(unsafe, '')
    .trim()
    .replace(/\.tif$/i, '.tiff')
  const clean = bare.replace(/^[.\s]+/, '')
  if (clean === '') return 'archivo'
  // Nothing before the only dot: what follows it is the extension, not the name.
  if (bare.startsWith('.') && !clean.includes('.') && isAccepted(bare)) return `archivo.${clean}`
  if (clean.length <= 150) return clean
  const extension = extensionOf(clean)
  const short = extension && extension.length < 10 ? `${clean.slice(0, 149 - extension.length)}.${extension}` : clean.slice(0, 150)
  return short.toWellFormed()
}

const read = (args: unknown, key: string): unknown => (typeof args === 'object' && args !== null ? Reflect.get(args, key) : undefined)

/** Whether a mutation, of whose arguments nobody has looked at the shape, is the one that named a file. */
export const namesFile = ({ n, a }: { readonly n: string; readonly a: unknown }, id: AttachmentId): boolean =>
  n === 'attachment.add' && read(a, 'id') === id

/** Whether one replaces a file, removes it, or says that there is none where it was seen. */
export const takesOutOfForce = ({ n, a }: { readonly n: string; readonly a: unknown }, id: AttachmentId): boolean =>
  (n === 'attachment.add' && read(a, 'replaces') === id) ||
  (n === 'attachment.remove' && read(a, 'id') === id) ||
  (n === 'attachment.decline' && read(a, 'declined') === true && read(a, 'saw') === id)

/** One line of a file history. by, at: unknown for removals of before they were kept. */
export interface FileDeed {
  readonly file: Attachment
  readonly action: 'added' | 'removed'
  readonly by: UserId | undefined
  readonly at: Instant | undefined
}

/** What was done with the files of a unit, newest first: adding and removing are two lines, each by whom did it (FI6). */
export const fileDeeds = (files: Iterable<Attachment>): FileDeed[] =>
  [...files]
    .flatMap((file): FileDeed[] => {
      const added: FileDeed = { file, action: 'added', by: file.authorId, at: file.addedAt }
      return file.state === 'removed' ? [{ file, action: 'removed', by: file.removedBy, at: file.removedAt }, added] : [added]
    })
    .toSorted((left, right) => {
      const [before, after] = [left.at ?? left.file.addedAt, right.at ?? right.file.addedAt]
      if (before !== after) return before < after ? 1 : -1
      // A replacement takes the former file out and adds the new one in one moment.
      return left.file.id === right.file.id ? 0 : left.action === 'added' ? -1 : 1
    })
