import { markdown, quantile, tableOf } from '../bench/stats.ts'
import type { Listened } from './listening.ts'
import type { Saturated } from './saturate.ts'
import type { Played } from './day.ts'
import { institutionsAt, type Options, type Variant } from './options.ts'
import { lateHours } from './plan.ts'

export const titles: Readonly<Record<Variant, string>> = {
  sqlite: 'One server on SQLite',
  postgres: 'Three servers on PostgreSQL',
}

/** What was played, what it took, and what would be the first limit of ten countries. */
export function reportOfDay({ variant, rows, limits }: Pick<Played, 'variant' | 'rows' | 'limits'>, options: Options): string {
  const { scale, speed } = options
  const [first] = limits
  const limitRows = limits.map(({ what, atTen, countries, how }) => [what, `${(atTen * 100).toFixed(0)} %`, countries.toFixed(1), how])
  return [
    `## ${titles[variant]}`,
    '',
    `The last ${lateHours} hours of ${institutionsAt(scale).toLocaleString('en')} institutions, ${speed} times as fast as they pass: the work of ${(scale * speed).toFixed(1)} countries.`,
    '',
    tableOf(rows),
    '',
    `### What ten countries would meet first: ${first?.what ?? 'nothing that was measured'}`,
    '',
    'A country is 1,000 institutions in their last hours; shares are those of its busiest minute.',
    '',
    markdown([['limit', 'at ten countries', 'met at so many', 'worked out by'], ...limitRows]),
  ].join('\n')
}

/** Each step, and the best of them. */
export function reportOfSaturation({ variant, steps, rows, failures }: Saturated): string {
  const body = steps.map(({ step, perSecond, pushMs, seen, figures }) => {
    const servers = seen.servers.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
    const perMutation = (seconds: number): string => ((seconds * 1_000_000) / Math.max(1, figures.acked)).toFixed(0)
    return [
      String(step.batch),
      String(step.clients),
      perSecond.toFixed(0),
      ...[0.5, 0.95, 0.99].map((share) => quantile(pushMs, share).toFixed(0)),
      perMutation(servers),
      seen.database ? perMutation(seen.database.cpuSeconds) : '',
      seen.database ? `${Math.round(seen.database.lockWaits * 100)} %` : '',
      Object.entries(figures.again)
        .map(([why, count]) => `${why} ${count}`)
        .join(', '),
    ]
  })
  const head = [
    'a push',
    'devices',
    'mutations/s',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'µs CPU, servers',
    'µs CPU, PostgreSQL',
    'waits for locks',
    'again',
  ]
  const wrong = failures.length === 0 ? [] : ['', `Should not have happened: ${failures.slice(0, 3).join(' · ')}`]
  return [`## ${titles[variant]}, as fast as it goes`, '', markdown([head, ...body]), '', tableOf(rows), ...wrong].join('\n')
}

export const reportOfListening = ({ variant, rows }: Listened): string =>
  [`## ${titles[variant]}, with streams of events open`, '', tableOf(rows)].join('\n')
