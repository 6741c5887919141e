import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Config, S3Patience } from '../files/s3.ts'
import { freePort } from './port.ts'

/** A real server that speaks S3, as a process of its own. */
export interface S3Peer {
  /** A place of its own in its bucket. */
  place(): S3Config
  stop(): Promise<void>
}

const program = `new (require('@20minutes/s3rver'))(JSON.parse(process.argv[1])).run()`
let places = 0
/** What a bucket says to browsers that come from elsewhere, as operators set it. */
const cors =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>'

export async function startS3(): Promise<S3Peer> {
  const dir = mkdtempSync(join(tmpdir(), 'iip-s3-'))
  const port = await freePort()
  const options = { directory: dir, port, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'iip', configs: [cors] }] }
  const child = spawn(process.execPath, ['--eval', program, JSON.stringify(options)], { stdio: 'ignore', cwd: import.meta.dirname })
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

/** Short times, so that what never comes is not waited for. */
export const impatient: S3Patience = { answerMs: 400, takeMs: 2_000, pieceMs: 400, tries: 2, triesMs: 5_000, betweenMs: 1 }

/** What stands before a store and does something else with a call than pass it on: whether it did. */
export type Meddling = (call: IncomingMessage, reply: ServerResponse) => boolean

/** Something before a store that passes on what it is given, and meddles as it is told. */
export interface Meddler {
  readonly endpoint: string
  meddle: Meddling | undefined
  /** Changes the bytes that the store gives. */
  change: ((bytes: Buffer) => Buffer) | undefined
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
      if (change && call.method === 'GET')
        answer.on('data', (bytes: Buffer) => void reply.write(change(bytes))).on('end', () => reply.end())
      else answer.pipe(reply)
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
