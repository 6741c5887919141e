import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { S3Config, S3Patience } from '../files/s3.ts'
import { freePort } from './port.ts'

/** A real server that speaks S3, as a process of its own. */
export interface S3Peer {
  /** A place of its own in its bucket. */
  place(): S3Config
  stop(): Promise<void>
}

const library = fileURLToPath(import.meta.resolve('@20minutes/s3rver'))
const program = `new (require(process.argv[1]))(JSON.parse(process.argv[2])).run()`
let places = 0
/** What a bucket says to browsers that come from elsewhere, as operators set it. */
const cors =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>'

export async function startS3(): Promise<S3Peer> {
  const dir = mkdtempSync(join(tmpdir(), 'iip-s3-'))
  const port = await freePort()
  const options = { directory: dir, port, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'iip', configs: [cors] }] }
  const child = spawn(process.execPath, ['--eval', program, library, JSON.stringify(options)], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const endpoint = `http://localhost:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error('the S3 server ended')
    if (await answers(endpoint)) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const common = { endpoint, bucket: 'iip', region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    place: () => ({ ...common, prefix: `p${(places += 1)}/`, pathStyle: true, directReads: false }),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url)
    return true
  } catch {
    // It is on its way.
    return false
  }
}

/** More than a busy machine needs, and few tries. */
export const patient: S3Patience = { answerMs: 120_000, takeMs: 120_000, pieceMs: 120_000, tries: 2, triesMs: 120_000, betweenMs: 1 }
/** For what never comes. */
export const impatient: S3Patience = { ...patient, answerMs: 200, takeMs: 200, pieceMs: 200 }

/** What stands before a store and does something else with a call than pass it on: whether it did. */
export type Meddling = (call: IncomingMessage, reply: ServerResponse) => boolean

/** Something before a store that passes on what it is given, and meddles as it is told. */
export interface Meddler {
  readonly endpoint: string
  meddle: Meddling | undefined
  /** Changes the bytes that the store gives; undefined for that nothing comes any more, and no end. */
  change: ((bytes: Buffer) => Buffer | undefined) | undefined
  stop(): Promise<void>
}

export async function startMeddler({ endpoint }: Pick<S3Config, 'endpoint'>): Promise<Meddler> {
  const to = new URL(endpoint)
  const server = createServer((call, reply) => {
    if (meddler.meddle?.(call, reply)) return
    // What is signed names this one as the host.
    const passed = request({ host: to.hostname, port: to.port, method: call.method, path: call.url, headers: call.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      const { change } = meddler
      if (!change || call.method !== 'GET') return void answer.pipe(reply)
      let isStalled = false
      answer.on('data', (bytes: Buffer) => {
        const changed = isStalled ? undefined : change(bytes)
        isStalled = changed === undefined
        if (changed) reply.write(changed)
      })
      answer.on('end', () => void (isStalled || reply.end()))
    })
    passed.on('error', () => reply.destroy())
    call.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Of a server that listens on a port.
  const { port } = server.address() as AddressInfo
  const meddler: Meddler = {
    endpoint: `http://127.0.0.1:${port}`,
    meddle: undefined,
    change: undefined,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return meddler
}
