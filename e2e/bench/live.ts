import type { Page } from '@playwright/test'
import type { FloorRow } from './floor.ts'
import { unitsOf, wideShape } from './form.ts'
import { openLab } from './lab.ts'
import { paired } from './durable.ts'
import { quantile, type Line } from './stats.ts'
import { textsOf } from './texts.ts'

const changes = 100
const warmUp = 20
/** People do not type in step with a server: the pause before each change is another, from this to twice as long. */
const pauseMs = 150

/** Two colleagues on line: from `engine.dispatch` in one browser until the engine of the other has told its listeners. */
export async function live(): Promise<Line[]> {
  const lab = await openLab([{ shape: wideShape, institutionId: 'vivo', people: 2 }])
  try {
    const [place] = lab.places
    const [leader, delegate] = place?.people ?? []
    if (!place || !leader || !delegate) throw new Error('two people are needed')
    const { institutionId, formId } = place
    const first = await lab.newPage()
    const second = await lab.newPage()
    await first.evaluate((given) => window.bench.open(given), { ...delegate, institutionId, formId })
    await second.evaluate((given) => window.bench.open(given), { ...leader, institutionId, formId })
    await second.evaluate((url) => window.bench.floorListen(url), `${lab.floorUrl}events`)
    const ours: number[] = []
    const beside: number[] = []
    for (const [unit, value] of paired(unitsOf(wideShape, changes + warmUp), textsOf('live', changes + warmUp))) {
      await first.waitForTimeout(pauseMs + ((value.length * 7919) % pauseMs))
      ours.push(await seen(first, second, unit, value))
      beside.push(await floorSeen(first, second, lab.floorUrl, { scope: institutionId, id: unit, data: JSON.stringify({ unit, value }) }))
    }
    const took = { ours: ours.slice(warmUp), beside: beside.slice(warmUp) }
    const p95 = (values: readonly number[]): number[] => [quantile(values, 0.95)]
    return [
      { what: 'a colleague on line sees a change: p50 of 100', unit: 'ms', ...took, goal: { most: 40 } },
      { what: 'a colleague on line sees a change: p95', unit: 'ms', ours: p95(took.ours), beside: p95(took.beside), goal: null },
    ]
  } finally {
    await lab.close()
  }
}

async function seen(first: Page, second: Page, unit: string, value: string): Promise<number> {
  const heard = second.evaluate(([of, wanted]) => window.bench.hears(of, wanted), [unit, value] as const)
  const at = await first.evaluate(([of, given]) => window.bench.answerAt(of, given), [unit, value] as const)
  return (await heard) - at
}

/** The same change as a bare POST that is committed and told over a bare stream of events. */
async function floorSeen(first: Page, second: Page, url: string, row: FloorRow): Promise<number> {
  const heard = second.evaluate((id) => window.bench.floorHears(id), row.id)
  const at = await first.evaluate(([to, given]) => window.bench.floorTell(to, given), [url, row] as const)
  return (await heard) - at
}
