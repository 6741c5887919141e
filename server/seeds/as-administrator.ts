import { must } from '#shared/kernel/assert.ts'
import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import { mutations } from '#shared/mutations.ts'
import { createExecute } from '../sync/execute.ts'
import { WorldStore } from '../world/store.ts'
import type { DemoDeps } from './demo.ts'

/** A change that an administrator of the demonstration asks for. */
export interface Deed {
  readonly scope: string
  readonly name: string
  readonly args: unknown
}

/** Does what an administrator did some days ago, one thing after the other, through the one path of every change. Throws when one is not taken. */
export async function doAsAdministrator(
  { db, log, now }: Pick<DemoDeps, 'db' | 'log' | 'now'>,
  { administratorId, daysAgo, about, deeds }: { administratorId: string; daysAgo: number; about: string; deeds: readonly Deed[] },
): Promise<void> {
  let clockMs = epochMs(now) - daysAgo * dayMs
  const execute = createExecute({ db, worlds: new WorldStore(), now: () => instantOf(clockMs), log, poke: () => undefined })
  const asked = deeds.map(({ scope, name, args }, at) => {
    clockMs += 90_000
    const { version } = must(mutations.get(name), `no mutation ${name}`)
    return { mid: `demo-${about}-${at}`, n: name, v: version, s: scope, a: args, b: null, t: instantOf(clockMs) }
  })
  const device = { id: `demo-${administratorId}`, app: 'demo', schema: 1, pending: 0 }
  const done = await execute({ device, userId: administratorId, asked, door: 'system' })
  if (!done.ok) throw new Error(`the demonstration broke: ${done.failure.code}`)
  const bad = done.value.results.find(({ d }) => d !== 'applied')
  if (bad) throw new Error(`the demonstration was refused: ${bad.mid} ${bad.code} ${JSON.stringify(bad.params)}`)
}
