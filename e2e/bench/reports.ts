import { apiBase } from '#shared/contract/route.ts'
import type { ReportFormat, ReportLayout } from '#shared/reports/model.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerProcess } from '../server.ts'
import { layCountry, type Country } from './country-ground.ts'
import type { Line } from './stats.ts'

const small = process.env['BENCH_COUNTRY'] === 'small'
const institutions = small ? 10 : 300
const answers = 500
const lookMs = 50

const asked: readonly (readonly [ReportFormat, ReportLayout])[] = [
  ['xlsx', 'long'],
  ['zip', 'long'],
  ['xlsx', 'wide'],
]

/** Every answer of a country in one report, made apart by a server that has read none of them before, and what it takes of memory meanwhile. */
export async function reports(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'iip-bench-'))
  try {
    const dataDir = join(folder, 'data')
    const laid = await layCountry(dataDir, { institutions, answers, people: 2, evaluators: 5, stage: 'FirstRevision' })
    const lines: Line[] = []
    for (const [format, layout] of asked) lines.push(...(await made(dataDir, laid, format, layout)))
    return lines
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function made(dataDir: string, laid: Country, format: ReportFormat, layout: ReportLayout): Promise<Line[]> {
  const server = await ServerProcess.launch({ dataDir, env: { SEED: 'none' } })
  try {
    const call = async (body?: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${laid.administrator.token}`, 'content-type': 'application/json' }
      const reply = await fetch(`${server.url}${apiBase}/reports/jobs`, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`reports/jobs: ${reply.status} ${await reply.text()}`)
      return (await reply.json()).data
    }
    const beforeMb = await residentOf(server)
    let peakMb = beforeMb
    const id = `bench-${format}-${layout}`
    const started = performance.now()
    await call({ id, kind: 'Answers', formId: laid.formId, institutionId: null, format, layout })
    let job: ReportJob | undefined
    while (job?.state !== 'ready') {
      await new Promise((resolve) => setTimeout(resolve, lookMs))
      peakMb = Math.max(peakMb, await residentOf(server))
      // The contract's own shape, of the server that this program started.
      job = ((await call()) as readonly ReportJob[]).find((each) => each.id === id)
      if (job?.state === 'failed') throw new Error(`the report failed: ${job.code}`)
    }
    const ms = performance.now() - started
    const what = `${institutions} institutions × ${answers} answers, ${format}, ${layout}`
    return [
      { what: `a report of ${what}: from asking until it is ready`, unit: 'ms', ours: [ms], goal: { most: 10_000 } },
      {
        what: `the same: memory of the server, more than before`,
        unit: 'MB',
        ours: [peakMb - beforeMb],
        goal: { most: 150 },
        note: `from ${beforeMb.toFixed(0)} to ${peakMb.toFixed(0)} MB; the file has ${((job.size ?? 0) / 1_000_000).toFixed(1)} MB`,
      },
    ]
  } finally {
    await server.stop()
  }
}

/** What the server's own figures say of its memory, MB. */
async function residentOf(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1_000_000
}
