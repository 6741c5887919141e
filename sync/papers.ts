import type { Device, Shelf } from './face.ts'
import { isQuotaError, unlessStorageFails } from './storage/storage.ts'

/** A document that was made for reading, as a report, and downloaded. */
export interface Paper {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly sizeBytes: number
  readonly keptAt: string
  /** What it is, in words of who keeps it. */
  readonly about: unknown
}

/** Papers that a device keeps at once; beyond them the oldest goes. */
const papersMost = 40
const listName = 'list'
const bytesName = (id: string): string => `bytes ${id}`

const listOn = async (shelf: Shelf): Promise<readonly Paper[]> => ((await shelf.read(listName)) as readonly Paper[] | undefined) ?? []

/** One after the other: each reads the list and writes it. */
const changing = new WeakMap<Shelf, Promise<unknown>>()
function change(shelf: Shelf, by: (papers: readonly Paper[]) => readonly Paper[]): Promise<void> {
  const changed = (async (): Promise<void> => {
    await changing.get(shelf)
    const before = await listOn(shelf)
    const after = by(before)
    await shelf.write(listName, after)
    for (const { id } of before) if (!after.some((each) => each.id === id)) await shelf.remove(bytesName(id))
  })()
  changing.set(
    shelf,
    changed.catch(() => undefined),
  )
  return changed
}

export interface Papers {
  /** The newest first. */
  list(): Promise<readonly Paper[]>
  /** Keeps a paper in the place of one of the same id. False: the device has no room, or keeps nothing now. */
  keep(paper: Omit<Paper, 'sizeBytes' | 'keptAt'>, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>
  /** The bytes of a paper, under its type; undefined when it is not here. */
  read(id: string): Promise<Blob | undefined>
  remove(id: string): Promise<void>
}

/** What a person downloaded to read it again without a network (PL26). Its bytes are written before it is listed, and go after it. */
export const papersOn = ({ shelf, now }: Pick<Device, 'shelf'> & { now(): string }): Papers => ({
  list: () => listOn(shelf),
  async keep(paper, bytes) {
    try {
      await shelf.write(bytesName(paper.id), bytes)
      const kept = { ...paper, sizeBytes: bytes.byteLength, keptAt: now() }
      await change(shelf, (papers) => [kept, ...papers.filter(({ id }) => id !== paper.id)].slice(0, papersMost))
      return true
    } catch (error) {
      // What was downloaded is in the person's hands: only this copy of it is missing, and they are told.
      if (!isQuotaError(error)) unlessStorageFails(error)
      return false
    }
  },
  async read(id) {
    const found = (await listOn(shelf)).find((each) => each.id === id)
    const bytes = found && ((await shelf.read(bytesName(id))) as Uint8Array<ArrayBuffer> | undefined)
    return bytes && new Blob([bytes], { type: found.mime })
  },
  remove: (id) => change(shelf, (papers) => papers.filter((each) => each.id !== id)),
})
