import type { Page } from '@playwright/test'
import BetterSqlite3 from 'better-sqlite3'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { paired } from './durable.ts'
import type { FloorRow } from './floor.ts'
import { unitsOf, vastShape, wideShape, type FormShape } from './form.ts'
import type { Place } from './ground.ts'
import { openLab, type Lab } from './lab.ts'
import { median, type Line } from './stats.ts'
import { textsOf } from './texts.ts'

interface Run {
  readonly durableMs: number
  readonly secondMs: number
  readonly floorMs: number
  readonly floorSecondMs: number
  readonly pushBytes: number
  readonly pullBytes: number
  readonly payloadBytes: number
  readonly rowBytes: number
  readonly requests: string
}

interface Size {
  readonly count: number
  readonly runs: number
  readonly shape: FormShape
}

const sizes: readonly Size[] = [
  { count: 500, runs: 5, shape: wideShape },
  { count: 5000, runs: 5, shape: wideShape },
  { count: 20_000, runs: 3, shape: vastShape },
]

/** A queue of different answers from the network's return until the server's ledger has it and a second browser shows it. */
export async function reconnect(): Promise<Line[]> {
  const wanted: readonly Size[] = [{ count: 500, runs: 1, shape: wideShape }, ...sizes]
  const orders = wanted.flatMap(({ count, runs, shape }, order) =>
    Array.from({ length: runs }, (_, run) => ({ shape, institutionId: `i${order}-${count}-${run}`, people: 2 })),
  )
  const lab = await openLab(orders)
  try {
    const places = [...lab.places]
    const lines: Line[] = []
    for (const [order, { count, runs, shape }] of wanted.entries()) {
      const found: Run[] = []
      for (const place of places.splice(0, runs)) found.push(await once(lab, place, unitsOf(shape, count)))
      // The first is for the programs to get warm: nobody's server has just started.
      if (order > 0) lines.push(...linesOf(count, found))
    }
    return [...lines, growth(lines)]
  } finally {
    await lab.close()
  }
}

async function once(lab: Lab, place: Place, units: readonly string[]): Promise<Run> {
  const count = units.length
  const [leader, delegate] = place.people
  if (!leader || !delegate) throw new Error('two people are needed')
  const { institutionId, formId } = place
  const answers = paired(units, textsOf(institutionId, count))
  const rows = answers.map(([id, value]): FloorRow => ({
    scope: institutionId,
    id,
    data: JSON.stringify({ unit: id, value, at: new Date().toISOString() }),
  }))

  const first = await lab.newPage()
  const second = await lab.newPage()
  await first.evaluate((given) => window.bench.open(given), { ...delegate, institutionId, formId })
  await second.evaluate((given) => window.bench.open(given), { ...leader, institutionId, formId })
  await first.evaluate(() => window.bench.disconnect())
  await first.evaluate((given) => window.bench.answer(given), answers)

  await second.evaluate(() => window.bench.network.forgetTraffic())
  const showing = second.evaluate(([wanted, last]) => window.bench.shows(wanted, last), [count, units.at(-1) ?? ''] as const)
  const { at, durableAt, deviceId } = await first.evaluate(() => window.bench.reconnect())
  const shownAt = await showing
  await first.evaluate(() => window.bench.rest())
  expectLedger(lab, deviceId, count)
  const up = await first.evaluate(() => window.bench.traffic())
  const stored = await second.evaluate(() => window.bench.traffic())

  const floorMs = await floorPost(first, lab.floorUrl, rows)
  const floorReadMs = await second.evaluate((url) => window.bench.floorRead(url), `${lab.floorUrl}?scope=${institutionId}`)
  await first.context().close()
  await second.context().close()
  return {
    durableMs: durableAt - at,
    secondMs: shownAt - at,
    floorMs,
    floorSecondMs: floorMs + floorReadMs,
    pushBytes: up['push']?.upBytes ?? 0,
    pullBytes: stored['pull']?.downBytes ?? 0,
    payloadBytes: gzipSync(JSON.stringify(rows)).byteLength,
    rowBytes: gzipSync(JSON.stringify(rowsInLedger(lab, institutionId, formId))).byteLength,
    requests: `${up['push']?.requests ?? 0} pushes ${up['pull']?.requests ?? 0}+${stored['pull']?.requests ?? 0} pulls`,
  }
}

const floorPost = (page: Page, url: string, rows: readonly FloorRow[]): Promise<number> =>
  page.evaluate(([to, given]) => window.bench.floorPost(to, given), [url, rows] as const)

/** Each exactly once: as many as there were, and nothing twice. */
function expectLedger(lab: Lab, deviceId: string, count: number): void {
  const db = new BetterSqlite3(join(lab.server.dataDir, 'iip.sqlite'), { readonly: true })
  const found = db.prepare(`select count(*) n from sync_mutation where device_id = ? and disposition = 'applied'`).pluck().get(deviceId)
  db.close()
  if (found !== count) throw new Error(`${String(found)} of ${count} answers are in the ledger`)
}

function rowsInLedger(lab: Lab, institutionId: string, formId: string): unknown[] {
  const db = new BetterSqlite3(join(lab.server.dataDir, 'iip.sqlite'), { readonly: true })
  const found = db
    .prepare('select data from sync_row where scope = ? order by version, tbl, id')
    .pluck()
    .all(`inst:${institutionId}:${formId}`)
  db.close()
  return found.map((data) => JSON.parse(String(data)))
}

function linesOf(count: number, runs: readonly Run[]): Line[] {
  const of = (read: (run: Run) => number): number[] => runs.map(read)
  const many = count.toLocaleString('en')
  return [
    {
      what: `${many} queued answers: durable at the server`,
      unit: 'ms',
      ours: of((run) => run.durableMs),
      beside: of((run) => run.floorMs),
      goal: { times: 3 },
      note: runs[0]?.requests,
    },
    {
      what: `${many} queued answers: shown by a second browser`,
      unit: 'ms',
      ours: of((run) => run.secondMs),
      beside: of((run) => run.floorSecondMs),
      goal: { times: 2 },
    },
    {
      what: `${many} queued answers: pushed (floor: gzip of the payload)`,
      unit: 'kB',
      ours: of((run) => run.pushBytes / 1000),
      beside: of((run) => run.payloadBytes / 1000),
      goal: { times: 1.5 },
    },
    {
      what: `${many} queued answers: pulled by the second (floor: gzip of the payload)`,
      unit: 'kB',
      ours: of((run) => run.pullBytes / 1000),
      beside: of((run) => run.payloadBytes / 1000),
      goal: { times: 1.3 },
      note: `gzip of the whole rows is ${(median(of((run) => run.rowBytes)) / 1000).toFixed(1)} kB`,
    },
  ]
}

function growth(lines: readonly Line[]): Line {
  const at = (what: string): number => median(lines.find((line) => line.what.startsWith(what))?.ours ?? [])
  return {
    what: 'growth of “durable”, 5,000 against 500',
    unit: '×',
    ours: [at('5,000 queued answers: durable') / at('500 queued answers: durable')],
    goal: { most: 10 },
  }
}
