import { createHash, randomBytes } from 'node:crypto'
import type { PushReply } from '#shared/protocol/push.ts'
import { pdfOf } from '../seeds/evidence.ts'
import { wire } from './app.ts'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const aPdf = (extra: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([pdfOf('Respaldo', ['uno']), randomBytes(extra)]))

/** Sends one request to a server, wherever it runs. */
export type Send = (request: Request) => Promise<Response>

export interface SentFile {
  readonly id: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export const headersOf = (token: string, more: Record<string, string> = {}): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...more,
})
export const at = (origin: string, id: string, what: string): string => `${origin}/api/v1/attachments/${id}/${what}`

/** One try of a device: begins, sends what is missing in parts, and says whether the server holds the whole file. */
export async function tryOnce(send: Send, origin: string, token: string, { id, bytes }: SentFile, partSize: number): Promise<boolean> {
  const begun = await send(
    new Request(at(origin, id, 'upload'), {
      method: 'POST',
      headers: headersOf(token, { 'Content-Type': 'application/json' }),
      body: JSON.stringify({ sha256: sha256Of(bytes), size: bytes.length }),
    }),
  )
  if (!begun.ok) return false
  const { data } = await begun.json()
  if (data.state === 'ready') return true
  for (let offset = Number(data.offset); offset < bytes.length;) {
    const part = await send(
      new Request(at(origin, id, 'upload'), {
        method: 'PATCH',
        headers: headersOf(token, { 'Upload-Offset': String(offset) }),
        body: bytes.slice(offset, offset + partSize),
      }),
    )
    if (part.status !== 204) return false
    offset = Number(part.headers.get('upload-offset'))
    if (part.headers.get('upload-state') === 'ready') return true
  }
  return false
}

export async function held(send: Send, origin: string, token: string, id: string): Promise<string | number> {
  const reply = await send(new Request(at(origin, id, 'blob'), { headers: headersOf(token) }))
  return reply.ok ? sha256Of(new Uint8Array(await reply.arrayBuffer())) : reply.status
}

export const argsOf = ({ id, bytes }: SentFile, replaces: string | null): object => ({
  id,
  unit: 'q9',
  name: 'respaldo.pdf',
  sizeBytes: bytes.length,
  mime: 'application/pdf',
  sha256: sha256Of(bytes),
  replaces,
})

/** A file of an answer of norte's, sent to a server of the tiny world by one of its people, as a device sends it. */
export async function sendEvidence(send: Send, origin: string, token: string): Promise<SentFile> {
  const file = { id: 'file-0001', bytes: aPdf(2000) }
  const mutations = [wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' }), wire(2, 'attachment.add', argsOf(file, null))]
  const body = { protocol: 1, schema: 1, app: 'test', deviceId: 'dev-of-evidence', epoch: null, ackedThrough: 0, pending: 0, mutations }
  const pushed = await send(
    new Request(`${origin}/api/v1/sync/push`, {
      method: 'POST',
      headers: headersOf(token, { 'Content-Type': 'application/json' }),
      body: JSON.stringify(body),
    }),
  )
  const { data }: { data?: PushReply } = await pushed.json()
  if (data?.lastSeq !== 2 || data.results.length > 0) throw new Error(`not decided: ${JSON.stringify(data)}`)
  if (!(await tryOnce(send, origin, token, file, 100_000))) throw new Error('the file did not arrive')
  return file
}
