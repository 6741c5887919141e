import * as v from 'valibot'
import type { Engine } from '#sync/face.ts'

/** Most of what was chosen before that is offered. */
const keptMost = 6
const shelfName = 'finder'
const idsSchema = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(keptMost))

type Shelved = Pick<Engine, 'shelf'>

/** What the person chose last on this device, the newest first: ids alone, kept with their data and gone with it (GO6). */
export async function chosenBefore({ shelf }: Shelved): Promise<readonly string[]> {
  const read = v.safeParse(idsSchema, await shelf.read(shelfName))
  return read.success ? read.output : []
}

export async function noteChosen(engine: Shelved, id: string): Promise<void> {
  const before = await chosenBefore(engine)
  await engine.shelf.write(shelfName, [id, ...before.filter((each) => each !== id)].slice(0, keptMost))
}
