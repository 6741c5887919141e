import type { Page } from '@playwright/test'
import { unitsOf, vastShape, wideShape, type FormShape } from './form.ts'
import { openLab, type Lab } from './lab.ts'
import type { OpenOptions } from './page/main.ts'
import { median, quantile, type Line } from './stats.ts'
import { textsOf } from './texts.ts'

const present = 5000
const pairs = 60
const warmUp = 10
const queues = [500, 5000, 20_000]

/** An answer made durable through the engine, beside one raw strict put, with many answers on the device or many that wait. */
export async function durable(): Promise<Line[]> {
  const lab = await openLab([
    { shape: wideShape, institutionId: 'uno', people: 2 },
    { shape: vastShape, institutionId: 'cola', people: 2 },
  ])
  try {
    return [...(await withPresent(lab)), ...(await withWaiting(lab))]
  } finally {
    await lab.close()
  }
}

async function opened(lab: Lab, institutionId: string): Promise<Page> {
  const place = lab.places.find((one) => one.institutionId === institutionId)
  const person = place?.people[1]
  if (!place || !person) throw new Error('nobody to answer')
  const page = await lab.newPage()
  const options: OpenOptions = { ...person, institutionId, formId: place.formId }
  await page.evaluate((given) => window.bench.open(given), options)
  return page
}

const editsOf = (shape: FormShape, from: number, count: number, seed: string): [string, string][] =>
  paired(unitsOf(shape, from + count).slice(from), textsOf(seed, count))

async function inTurn(page: Page, edits: readonly (readonly [string, string])[]): Promise<{ ours: number[]; beside: number[] }> {
  const took = await page.evaluate((answers) => window.bench.durable(answers), edits)
  return { ours: took.engine.slice(warmUp), beside: took.raw.slice(warmUp) }
}

const p95s = ({ ours, beside }: { ours: number[]; beside: number[] }): string =>
  `p95 ${quantile(ours, 0.95).toFixed(2)} beside ${quantile(beside, 0.95).toFixed(2)}`

async function withPresent(lab: Lab): Promise<Line[]> {
  const page = await opened(lab, 'uno')
  await page.evaluate((answers) => window.bench.answer(answers), editsOf(wideShape, 0, present, 'durable'))
  await page.evaluate(() => window.bench.rest())
  await page.evaluate(() => window.bench.disconnect())
  const took = await inTurn(page, editsOf(wideShape, 0, pairs + warmUp, 'durable again'))
  await page.context().close()
  return [{ what: 'answer durable on the device, 5,000 confirmed', unit: 'ms', ...took, goal: { times: 2 }, note: p95s(took) }]
}

/** Different answers one after the other while nothing leaves: a queue that grows to 20,000. */
async function withWaiting(lab: Lab): Promise<Line[]> {
  const page = await opened(lab, 'cola')
  await page.evaluate(() => window.bench.disconnect())
  const session = await page.context().newCDPSession(page)
  const heapBytes = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  const before = await heapBytes()
  const lines: Line[] = []
  const atOnce: number[] = []
  const oneByOne: number[][] = []
  let waiting = 0
  for (const queue of queues) {
    const filling = queue - waiting - pairs - warmUp
    const tookMs = await page.evaluate((answers) => window.bench.answer(answers), editsOf(vastShape, waiting, filling, `fill ${queue}`))
    atOnce.push(tookMs / filling)
    const took = await inTurn(page, editsOf(vastShape, waiting + filling, pairs + warmUp, `queue ${queue}`))
    oneByOne.push(took.ours)
    waiting = queue
    lines.push({
      what: `answer durable on the device, ${queue.toLocaleString('en')} waiting`,
      unit: 'ms',
      ...took,
      goal: { times: 2 },
      note: p95s(took),
    })
  }
  const memory = ((await heapBytes()) - before) / waiting / 1000
  await page.context().close()
  const [few = [], , many = []] = oneByOne
  const [fewAtOnce = Number.NaN, , manyAtOnce = Number.NaN] = atOnce
  return [
    ...lines,
    {
      what: '20,000 puts no slower each than 500 (floor: with 500 waiting)',
      unit: 'ms',
      ours: [median(many)],
      beside: [median(few)],
      goal: { times: 1.1 },
      note: 'one by one; a tenth is what two equal halves of a run differ by',
    },
    {
      what: 'the same, all dispatched at once (floor: the first 430)',
      unit: 'ms',
      ours: [manyAtOnce],
      beside: [fewAtOnce],
      goal: { times: 1.1 },
    },
    { what: 'memory of the page per waiting answer, 20,000 waiting', unit: 'kB', ours: [memory], goal: null },
  ]
}

export const paired = (units: readonly string[], texts: readonly string[]): [string, string][] =>
  units.map((unit, at) => [unit, texts[at] ?? ''])
