import { argumentsFor } from '#server/documents/report-pdf.ts'
import { aView } from '#server/testing/documents/views.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Line } from './stats.ts'

const runs = 7
const questions = 1000
/** Told by the process itself as it ends: the most memory that it ever held, kB. */
const tellsMemory = `data:text/javascript,${encodeURIComponent("process.on('exit', () => process.stderr.write(`${process.resourceUsage().maxRSS}`))")}`

interface Made {
  readonly ms: number
  readonly peakMb: number
  readonly bytes: number
}

/** From starting the process until its last byte was read, with all it takes: start, typefaces, layout, the way back. */
async function made(args: readonly string[], input: string): Promise<Made> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', tellsMemory, ...args], { env: {}, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  const [pdf, told] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  const ms = performance.now() - started
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error(`no report came: ${told}`)
  return { ms, peakMb: Number(/(\d+)\s*$/.exec(told)?.[1]) / 1024, bytes: pdf.length }
}

/** A report of a thousand questions as the server makes it, beside the same words put onto pages by the same library. */
export async function documents(): Promise<Line[]> {
  const view = aView({ questions })
  const wanted = JSON.stringify({ view, language: 'es', draft: false })
  const plain = [fileURLToPath(new URL('./plain-pdf.mjs', import.meta.url))]
  await made(argumentsFor(), wanted)
  const ours: Made[] = []
  const beside: Made[] = []
  // One after the other, so that whatever else runs meets both.
  for (let run = 0; run < runs; run += 1) {
    ours.push(await made(argumentsFor(), wanted))
    beside.push(await made(plain, JSON.stringify(view)))
  }
  const what = `a report of ${questions.toLocaleString('en')} questions as tagged PDF`
  return [
    {
      what: `${what}, in a process of its own: from starting it until the last byte`,
      unit: 'ms',
      ours: ours.map(({ ms }) => ms),
      beside: beside.map(({ ms }) => ms),
      goal: { most: 1000 },
      note: `the file has ${((ours[0]?.bytes ?? 0) / 1_000_000).toFixed(1)} MB, the floor's ${((beside[0]?.bytes ?? 0) / 1_000_000).toFixed(1)}`,
    },
    {
      what: `the same: most memory that the process held`,
      unit: 'MB',
      ours: ours.map(({ peakMb }) => peakMb),
      beside: beside.map(({ peakMb }) => peakMb),
      goal: { most: 200 },
    },
  ]
}
