import { readdirSync, readFileSync } from 'node:fs'

/** Files and connections that the process has open, and may have; undefined where the system does not say. */
export function openFiles(): { readonly open: number | undefined; readonly most: number | undefined } {
  try {
    const open = readdirSync('/proc/self/fd').length
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return { open, most: soft === undefined ? undefined : Number(soft) }
  } catch {
    // Only Linux keeps these files.
    return { open: undefined, most: undefined }
  }
}
