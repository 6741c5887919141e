import { unitsOf, wideShape } from './form.ts'
import { openLab } from './lab.ts'
import type { OpenOptions } from './page/main.ts'
import { quantile, type Line } from './stats.ts'
import { textsOf } from './texts.ts'

const present = 5000
const pairs = 60
const warmUp = 10

/** An answer made durable through the engine, beside one raw strict put, with 5,000 answers on the device. */
export async function durable(): Promise<Line[]> {
  const lab = await openLab([{ shape: wideShape, institutionId: 'uno', people: 2 }])
  try {
    const [place] = lab.places
    const person = place?.people[1]
    if (!place || !person) throw new Error('nobody to answer')
    const page = await lab.newPage()
    const options: OpenOptions = { actor: person.actor, token: person.token, institutionId: place.institutionId, formId: place.formId }
    await page.evaluate((given) => window.bench.open(given), options)
    const units = unitsOf(wideShape, present)
    await page.evaluate((answers) => window.bench.answer(answers), paired(units, textsOf('durable', present)))
    await page.evaluate(() => window.bench.rest())
    await page.evaluate(() => window.bench.disconnect())
    const edits = paired(units.slice(0, pairs + warmUp), textsOf('durable again', pairs + warmUp))
    const took = await page.evaluate((answers) => window.bench.durable(answers), edits)
    const ours = took.engine.slice(warmUp)
    const beside = took.raw.slice(warmUp)
    return [
      {
        what: 'answer durable on the device, 5,000 present',
        unit: 'ms',
        ours,
        beside,
        goal: '≤ 2×',
        note: `p95 ${quantile(ours, 0.95).toFixed(2)} beside ${quantile(beside, 0.95).toFixed(2)}`,
      },
    ]
  } finally {
    await lab.close()
  }
}

export const paired = (units: readonly string[], texts: readonly string[]): [string, string][] =>
  units.map((unit, at) => [unit, texts[at] ?? ''])
