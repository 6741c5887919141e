import { join } from 'node:path'
import { quantile, type Line } from '../bench/stats.ts'
import type { Verdict } from '../simulators/promises.ts'
import { Crew } from './crew.ts'
import { checkRows } from './day.ts'
import { summed, type DeviceFigures } from './figures.ts'
import type { SaturateStep } from './order.ts'
import { institutionsAt, type Options, type Variant } from './options.ts'
import { devicesOf, partsOf } from './people.ts'
import { people } from './plan.ts'
import { openSite, verdictOf } from './site.ts'
import { Watch, type Seen } from './watch.ts'

/** From one answer at a time, as people on line send them, to what a device brings that was away for days. */
const usualSteps: readonly SaturateStep[] = [
  { batch: 1, clients: 8 },
  { batch: 1, clients: 48 },
  { batch: 10, clients: 8 },
  { batch: 10, clients: 24 },
  { batch: 100, clients: 4 },
  { batch: 100, clients: 8 },
  { batch: 100, clients: 16 },
]
const processes = 1
const evaluators = 40
/** Longest that nineteen of twenty pushes may take. */
const mostMs = 300
const leastPerSecond = 2000

export interface Step {
  readonly step: SaturateStep
  readonly perSecond: number
  readonly pushMs: readonly number[]
  readonly figures: DeviceFigures
  readonly seen: Seen
}

export interface Saturated {
  readonly variant: Variant
  readonly steps: readonly Step[]
  readonly rows: readonly Line[]
  readonly verdict: Verdict
  readonly failures: readonly string[]
}

/** Pushes as fast as the servers take it, in steps of other sizes, every rule applied, and looks whether everything is there. */
export async function saturate(variant: Variant, options: Options, steps: readonly SaturateStep[] = usualSteps): Promise<Saturated> {
  const order = { institutions: institutionsAt(options.scale), answers: 0, people, evaluators, stage: 'NormalInput', shared: true } as const
  const site = await openSite(variant, order, options.folder)
  try {
    const urls = site.servers.map(({ url }) => url)
    // The whole week, so that there is enough to do; the same answer is changed again when all have been given.
    const parts = partsOf(devicesOf(site.country, urls, { ...options, hours: 24 * 7, engines: 0 }), processes)
    const promises = parts.map((_, at) => join(site.folder, `promises-${at}.ndjson`))
    const crew = await Crew.prepared(parts.map((devices, at) => ({ kind: 'saturate', devices, promises: promises[at] ?? '' })))
    const taken: Step[] = []
    try {
      // Once unmeasured: what runs for the first time is slow in its own way.
      await crew.all({ ask: 'step', step: { batch: 10, clients: 8 } })
      for (const step of steps) taken.push(await stepOf(site, crew, step))
      await crew.all({ ask: 'finish' })
    } finally {
      crew.end()
    }
    await site.stopServers()
    const verdict = await verdictOf(site, promises)
    const failures = taken.flatMap(({ figures }) => figures.failures)
    return { variant, steps: taken, rows: [...rowsOf(taken), ...checkRows(verdict)], verdict, failures }
  } finally {
    await site.close()
  }
}

async function stepOf(site: Parameters<typeof Watch.begin>[0], crew: Crew, step: SaturateStep): Promise<Step> {
  const watch = await Watch.begin(site)
  const answered = await crew.all({ ask: 'step', step })
  const seen = await watch.end()
  const figures = summed(answered.flatMap((one) => (one && 'figures' in one ? [one.figures] : [])))
  return { step, perSecond: (figures.acked * 1000) / figures.tookMsInAll, pushMs: figures.tookMs.push, figures, seen }
}

/** The best rate of all steps, and of those in which nobody waited long. */
function rowsOf(taken: readonly Step[]): Line[] {
  const best = (some: readonly Step[]): Step | undefined => some.toSorted((a, b) => b.perSecond - a.perSecond)[0]
  const name = (found: Step | undefined): string => (found ? `${found.step.batch} a push from ${found.step.clients} devices` : 'in no step')
  const fastest = best(taken)
  const patient = best(taken.filter(({ pushMs }) => quantile(pushMs, 0.95) <= mostMs))
  return [
    {
      what: 'mutations at the most',
      ours: [fastest?.perSecond ?? Number.NaN],
      unit: '/s',
      goal: { least: leastPerSecond },
      note: name(fastest),
    },
    {
      what: `mutations with a p95 of at most ${mostMs} ms`,
      ours: [patient?.perSecond ?? 0],
      unit: '/s',
      goal: { least: leastPerSecond },
      note: name(patient),
    },
  ]
}
