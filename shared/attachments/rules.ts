import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import { fileExtensions, maxFileBytes } from './model.ts'

/** Extension of a file name, lower case, without the dot; '' when it has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Why a file cannot be attached; undefined when it can (institution-area §5, "Files"). */
export function fileInvalidity(name: string, sizeBytes: number): Failure | undefined {
  if (!(fileExtensions as readonly string[]).includes(extensionOf(name))) return failure('file_format')
  if (sizeBytes <= 0) return failure('file_empty')
  return sizeBytes > maxFileBytes ? failure('file_too_large') : undefined
}

/** What a name may not hold: control characters, quotes, path separators, and marks that turn the reading direction. */
const unsafe = /[\u0000-\u001f\u007f-\u009f"<>:|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A file name that is safe to show and to offer for download: no path, no hidden marks, at most 150 characters. */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(unsafe, '').replace(/^\.+/, '').trim()
  if (clean === '') return 'archivo'
  if (clean.length <= 150) return clean
  const extension = extensionOf(clean)
  return extension && extension.length < 10 ? `${clean.slice(0, 149 - extension.length)}.${extension}` : clean.slice(0, 150)
}
