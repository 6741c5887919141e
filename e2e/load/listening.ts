import { join } from 'node:path'
import { quantile, type Line } from '../bench/stats.ts'
import type { Verdict } from '../simulators/promises.ts'
import { Crew } from './crew.ts'
import { checkRows } from './day.ts'
import type { Options, Variant } from './options.ts'
import { devicesOf, partsOf } from './people.ts'
import { people } from './plan.ts'
import { mostOpenFiles } from './proc.ts'
import { openSite, verdictOf } from './site.ts'
import { Watch } from './watch.ts'

const evaluators = 40
/** Open files that a process needs beside its streams. */
const spareFiles = 300
/** Pushes a second while all listen, and how long those who hear of the last may take. */
const pushesPerSecond = 25
const lateMs = 15_000
const lookMs = 100
const leastStreams = 10_000

export interface Listened {
  readonly variant: Variant
  readonly rows: readonly Line[]
  readonly verdict: Verdict
  readonly failures: readonly string[]
}

/** Opens a stream of events for each of many people, lets one of every institution push, and times until all who see it are told. */
export async function listened(variant: Variant, options: Options): Promise<Listened> {
  const institutions = Math.ceil(options.listeners / people)
  const order = { institutions, answers: 0, people, evaluators, stage: 'NormalInput', shared: true } as const
  const site = await openSite(variant, order, options.folder)
  try {
    const urls = site.servers.map(({ url }) => url)
    const eachServer = (institutions * people) / urls.length
    const most = mostOpenFiles() - spareFiles
    if (eachServer > most)
      throw new Error(
        `A server needs ${Math.ceil(eachServer)} open files here and may have ${most + spareFiles}: raise the hard limit (ulimit -Hn), or ask for fewer listeners.`,
      )
    const devices = devicesOf(site.country, urls, { ...options, hours: 24 * 7, engines: 0 })
    // Each process of streams has a limit of its own.
    const parts = partsOf(devices, Math.max(2, Math.ceil(devices.length / most)))
    const promises = parts.map((_, at) => join(site.folder, `promises-${at}.ndjson`))
    const watch = await Watch.begin(site)
    const openedAt = performance.now()
    const crew = await Crew.prepared(parts.map((some, at) => ({ kind: 'listen', devices: some, promises: promises[at] ?? '' })))
    const openMs = performance.now() - openedAt
    try {
      const opened = await watch.end()
      const pushing = await Watch.begin(site)
      const pushed = (await crew.all({ ask: 'push', perSecond: pushesPerSecond / parts.length })).flatMap((one) =>
        one && 'pushed' in one ? one.pushed : [],
      )
      const told = await gathered(crew, pushed.length * people)
      const seen = await pushing.end()
      await crew.all({ ask: 'finish' })
      await site.stopServers()
      const verdict = await verdictOf(site, promises)
      const startedAt = new Map(pushed.map(({ scope, at }) => [scope, at]))
      const toldMs = told.flatMap(({ scope, at }) => {
        const began = startedAt.get(scope)
        return began === undefined ? [] : [at - began]
      })
      const missing = pushed.length * people - toldMs.length
      const streams = seen.servers.reduce((sum, server) => sum + server.streams, 0)
      const perStream = opened.servers.map(
        ({ peakRssBytes, startRssBytes }, at) => (peakRssBytes - startRssBytes) / Math.max(1, seen.servers[at]?.streams ?? 1),
      )
      const ms = (what: string, values: readonly number[]): Line[] =>
        [0.5, 0.95, 0.99].map((share): Line => ({ what: `${what}, p${share * 100}`, ours: [quantile(values, share)], unit: 'ms' }))
      return {
        variant,
        verdict,
        failures: [],
        rows: [
          {
            what: 'streams open',
            ours: [streams],
            unit: '',
            goal: options.listeners >= leastStreams ? { least: leastStreams } : undefined,
            note: `all open after ${(openMs / 1000).toFixed(1)} s`,
          },
          ...seen.servers.map((server, at): Line => ({ what: `streams, server ${at + 1}`, ours: [server.streams], unit: '' })),
          ...perStream.map((bytes, at): Line => ({
            what: `memory of a stream, server ${at + 1}`,
            ours: [bytes / 1000],
            unit: 'kB',
            note: 'with what opening it left behind',
          })),
          ...seen.servers.map((server, at): Line => ({
            what: `memory, server ${at + 1}`,
            ours: [server.peakRssBytes / 1_000_000],
            unit: 'MB',
          })),
          {
            what: 'pushes',
            ours: [pushed.length],
            unit: '',
            note: `${pushesPerSecond} a second, one of each institution, ${people} hear of each`,
          },
          ...ms(
            'push',
            pushed.map(({ tookMs }) => tookMs),
          ),
          ...ms('from the call until told', toldMs),
          ...seen.servers.map((server, at): Line => ({
            what: `event loop late, most, server ${at + 1}`,
            ours: [server.loopMost * 1000],
            unit: 'ms',
          })),
          { what: 'who should have been told and was not', ours: [missing], unit: '', goal: { most: 0 } },
          ...checkRows(verdict),
        ],
      }
    } finally {
      crew.end()
    }
  } finally {
    await site.close()
  }
}

/** What streams heard, until as many have as should, or it is too late. */
async function gathered(crew: Crew, wanted: number): Promise<{ readonly scope: string; readonly at: number }[]> {
  const heard: { readonly scope: string; readonly at: number }[] = []
  for (let waited = 0; ; waited += lookMs) {
    for (const one of await crew.all({ ask: 'heard' })) if (one && 'heard' in one) for (const each of one.heard) heard.push(each)
    if (heard.length >= wanted || waited >= lateMs) return heard
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
