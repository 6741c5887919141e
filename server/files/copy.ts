import { FileDamaged } from './lost.ts'
import { isFileName, type Files, type Named } from './store.ts'

interface Copied {
  readonly copied: number
  /** Was there before, as large as it has to be. */
  readonly there: number
  readonly wrong: readonly { readonly name: string; readonly why: string }[]
}

/**
 * Copies what one place keeps into another, one after the other: files, each proven by its hash, then what waits in parts and reports. What
 * the other has with the same size is left as it is, so that a copy that broke off goes on when it is made again. A file that is not what it
 * was is told, and not copied. Throws FilesLost where either of them is away.
 */
export async function copyBetween(from: Files, to: Files): Promise<Copied> {
  let copied = 0
  let there = 0
  const wrong: { name: string; why: string }[] = []
  for await (const { name, size } of from.list()) {
    if (!isFileName(name)) {
      wrong.push({ name, why: 'no file of ours has such a name' })
      continue
    }
    if ((await to.size(name)) === size) {
      there += 1
      continue
    }
    const source = await from.read(name)
    // Removed since it was listed.
    if (!source) continue
    try {
      await to.put(name, size, () => source)
      copied += 1
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error
      wrong.push({ name, why: error.message })
    }
  }
  for (const [source, target] of [
    [from.parts, to.parts],
    [from.reports, to.reports],
  ] as const)
    copied += await copyNamed(source, target)
  return { copied, there, wrong }
}

async function copyNamed(from: Named, to: Named): Promise<number> {
  let copied = 0
  for await (const { name, size } of from.list()) {
    const source = (await to.size(name)) === size ? undefined : await from.read(name)
    if (!source) continue
    await to.put(name, source)
    copied += 1
  }
  return copied
}
