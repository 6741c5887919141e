import { randomUUID } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeDisk, type FileDisk } from './file-disk.ts'
import type { Shelf, Store } from './store.ts'

/** Folders of the data directory. What is being written stands among the parts until it is whole. */
const folders: Readonly<Record<Shelf, string>> = { files: 'files', parts: 'tmp', reports: 'reports' }

/**
 * Files in folders of the data directory, which several processes may share. What is written gets its name only when it is whole and
 * flushed, and the name is durable before anything says so.
 */
export async function openDiskStore(dataDir: string, disk: FileDisk = nodeDisk): Promise<Store> {
  for (const folder of Object.values(folders)) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  return diskStore(dataDir, disk)
}

/** The same of folders as they are, to look at: nothing is made. */
export function diskStore(dataDir: string, disk: FileDisk = nodeDisk): Store {
  const dirOf = (shelf: Shelf): string => join(dataDir, folders[shelf])
  const pathOf = (shelf: Shelf, name: string): string => join(dirOf(shelf), name)
  return {
    kind: 'disk',
    proves: false,
    write: async (shelf, name, pieces) => {
      const growing = pathOf('parts', randomUUID())
      try {
        const size = await disk.write(growing, pieces)
        await disk.rename(growing, pathOf(shelf, name))
        await disk.flushDir(dirOf(shelf))
        return size
      } catch (error) {
        // What broke it is the news; what cannot be removed now is swept.
        await disk.remove(growing).catch(() => undefined)
        throw error
      }
    },
    stat: async (shelf, name) => {
      const known = await disk.stat(pathOf(shelf, name))
      return known && { name, ...known }
    },
    read: (shelf, name, range) => disk.read(pathOf(shelf, name), range),
    remove: (shelf, name) => disk.remove(pathOf(shelf, name)),
    async *list(shelf) {
      for (const name of await disk.names(dirOf(shelf))) {
        const known = await disk.stat(pathOf(shelf, name))
        // Whoever removed it meanwhile has done so.
        if (known) yield { name, ...known }
      }
    },
    // A running server's folders may be removed.
    trouble: async () => {
      const all = await Promise.allSettled((['files', 'parts'] as const).map((shelf) => stat(dirOf(shelf))))
      const there = all.every((each) => each.status === 'fulfilled' && each.value.isDirectory())
      return there ? undefined : 'The folders of files were removed: put the data directory back, or restart the server.'
    },
    tidy: () => Promise.resolve(),
  }
}
