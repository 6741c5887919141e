import { admin, peopleOf } from '#server/testing/personas.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { PushRequest } from '#shared/protocol/push.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import type { ReportKind } from '#shared/reports/model.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { RestCaller } from '../rest.ts'
import { ServerProcess } from '../server.ts'
import type { Line } from './stats.ts'

const [formId, institutionId, unit] = ['indice-2025', 'norte', 'mejora'] as const
/** What is published of a form is made when it is over. */
const formerFormId = 'indice-2024'
const textLength = 95_000
const texts = 10
const mostMs = 200
const lookMs = 5

/** What a text of a person may be made of so that it costs the most to read. */
const families: Readonly<Record<string, string>> = {
  'signs that open nothing': '<',
  'links to nowhere': '<a>',
  links: '<a href="https://x.cl">x</a>',
  'nested lists': '<ul><li>',
  comments: '<!--',
  hyphens: '-',
  'addresses cut short': 'a@',
  'marks upon marks': 'a\u0301\u0323',
}

/** Reports that read what was written, also what was refused. */
const kinds: readonly ReportKind[] = ['AnswersHistory', 'Answers', 'Archive', 'PseudonymArchive', 'OpenBase']

/** How long everybody else waits at most while one person asks for what costs the most: between two answers to the shortest question there is. */
export async function holds(): Promise<Line[]> {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'iip-bench-')), 'data')
  const server = await ServerProcess.launch({ dataDir })
  try {
    const leader = await RestCaller.signIn(server, peopleOf(institutionId).leader)
    const lab = await RestCaller.signIn(server, admin)
    const lines = [lineOf('nobody asks for anything', await longestGap(server, () => wait(2000)))]
    for (const [name, piece] of Object.entries(families)) {
      const text = piece.repeat(Math.floor(textLength / piece.length))
      const gap = await longestGap(server, () => pushAll(leader, `bench-${name.replaceAll(' ', '-')}`, text))
      lines.push(lineOf(`${texts} answers of ${textLength.toLocaleString('en')} signs, ${name}`, gap))
    }
    for (const kind of kinds) lines.push(lineOf(`a report with those texts, ${kind}`, await longestGap(server, () => made(lab, kind))))
    return lines
  } finally {
    await server.stop()
    await rm(join(dataDir, '..'), { recursive: true, force: true })
  }
}

const lineOf = (what: string, gap: number): Line => ({
  what: `longest wait of others: ${what}`,
  unit: 'ms',
  ours: [gap],
  goal: { most: mostMs },
})

/** Longest time that a call which costs nothing took while the work went on, milliseconds. */
async function longestGap(server: ServerProcess, work: () => Promise<unknown>): Promise<number> {
  let going = true
  let longest = 0
  const looks = (async () => {
    while (going) {
      const asked = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      longest = Math.max(longest, performance.now() - asked)
      await wait(lookMs)
    }
  })()
  try {
    await work()
  } finally {
    going = false
    await looks
  }
  return longest
}

/** Sends one text so many times as a device does, until the server has all. */
async function pushAll(caller: RestCaller, deviceId: string, text: string): Promise<void> {
  const at = instantOf(Date.now())
  const mutations = Array.from({ length: texts }, (_, n) => ({
    seq: n + 1,
    mid: `${deviceId}-${n + 1}`,
    n: setAnswer.name,
    v: setAnswer.version,
    s: instScope(institutionId, formId),
    a: { unit, value: `${n} ${text}` },
    b: null,
    t: at,
    l: null,
  }))
  for (let lastSeq = 0; lastSeq < texts;) {
    const request: PushRequest = {
      protocol: protocolVersion,
      schema: schemaVersion,
      app: 'bench',
      deviceId,
      epoch: null,
      ackedThrough: 0,
      pending: 0,
      mutations: mutations.slice(lastSeq),
    }
    // The contract's own shape, of the server that this program started.
    ;({ lastSeq } = (await caller.post('sync/push', request)) as { readonly lastSeq: number })
  }
}

async function made(caller: RestCaller, kind: ReportKind): Promise<void> {
  const id = `bench-${kind}`
  const of = kind === 'AnswersHistory' ? institutionId : null
  const format = kind === 'Answers' || kind === 'AnswersHistory' ? 'xlsx' : 'zip'
  await caller.post('reports/jobs', {
    id,
    kind,
    formId: kind === 'OpenBase' ? formerFormId : formId,
    institutionId: of,
    format,
    layout: 'long',
  })
  for (;;) {
    const jobs = (await caller.get('reports/jobs')) as readonly ReportJob[]
    const job = jobs.find((each) => each.id === id)
    if (job?.state === 'ready') return
    if (job?.state === 'failed') throw new Error(`${kind} failed: ${job.code}`)
    await wait(50)
  }
}
