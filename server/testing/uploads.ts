import { createHash, randomBytes } from 'node:crypto'
import { pdfOf } from '../seeds/evidence.ts'

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
