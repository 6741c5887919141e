import type { Core } from '../core.ts'
import type { Device, Paper } from '../face.ts'
import { isQuotaError, paperNote, papersNote, unlessStorageFails } from '../storage/storage.ts'

/** Papers that a device keeps at once; beyond them the oldest goes. */
const papersMost = 40

export type Papers = Pick<Device, 'papers' | 'keepPaper' | 'paper' | 'removePaper'>

/** What a person downloaded to read it again without a network (PL26). Its bytes are written before it is listed, and go after it. */
export function papersOf(core: Core): Papers {
  const list = async (): Promise<readonly Paper[]> => ((await core.storage.note(papersNote)) as readonly Paper[] | undefined) ?? []
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: each reads the list and writes it. */
  const change = (by: (papers: readonly Paper[]) => readonly Paper[]): Promise<void> => {
    const changed = last.then(async () => {
      const before = await list()
      const after = by(before)
      await core.storage.saveNote(papersNote, after)
      for (const { id } of before) if (!after.some((each) => each.id === id)) await core.storage.forgetNote(paperNote(id))
    })
    last = changed.catch(() => undefined)
    return changed
  }
  return {
    papers: list,
    async keepPaper(paper, bytes) {
      try {
        await core.storage.saveNote(paperNote(paper.id), bytes)
        const kept = { ...paper, sizeBytes: bytes.byteLength, keptAt: core.instant() }
        await change((papers) => [kept, ...papers.filter(({ id }) => id !== paper.id)].slice(0, papersMost))
        return true
      } catch (error) {
        // What was downloaded is in the person's hands: only this copy of it is missing, and they are told.
        if (!isQuotaError(error)) unlessStorageFails(error)
        return false
      }
    },
    async paper(id) {
      const found = (await list()).find((each) => each.id === id)
      const bytes = found && ((await core.storage.note(paperNote(id))) as Uint8Array<ArrayBuffer> | undefined)
      return bytes && new Blob([bytes], { type: found.mime })
    },
    removePaper: (id) => change((papers) => papers.filter((each) => each.id !== id)),
  }
}
