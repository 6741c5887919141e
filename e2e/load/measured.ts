import type { PushReply, PushRequest } from '#shared/protocol/push.ts'
import type { Fetch } from '#sync/transport/scripted.ts'
import type { Figures } from './figures.ts'
import type { Told } from './told.ts'

const textOf = ({ body }: RequestInit): string => (typeof body === 'string' ? body : '')
const isUpload = (path: string): boolean => path.startsWith('/attachments/')

/** A device's network that tells what each call took, and which began that will move its scope. */
export function measured(inner: Fetch, scope: string, figures: Figures, told: Told): Fetch {
  const uploads = new Map<string, { readonly startedAt: number; readonly size: number }>()
  /** When the last part of a file begins, when its upload began. */
  const lastPartOf = (path: string, { method, headers, body }: RequestInit): number | undefined => {
    const upload = uploads.get(path)
    if (method !== 'PATCH' || !upload || !(body instanceof ArrayBuffer || ArrayBuffer.isView(body))) return undefined
    const offset = Number(new Headers(headers).get('upload-offset'))
    return offset + body.byteLength === upload.size ? upload.startedAt : undefined
  }
  return async (path, init) => {
    const startedAt = performance.now()
    const took = (since = startedAt): number => performance.now() - since
    const uploadAt = lastPartOf(path, init)
    const takenBack = path === '/sync/push' || uploadAt !== undefined ? told.begins(scope) : () => undefined
    const failed = (why: string): void => {
      takenBack()
      figures.again(`${isUpload(path) ? 'file' : path.slice('/sync/'.length)}: ${why}`)
    }
    let response: Response
    try {
      response = await inner(path, init)
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error))
      throw error
    }
    if (!response.ok) failed(String(response.status))
    else if (path === '/sync/push' || path === '/sync/pull') {
      const text = await response.text()
      figures.took(path === '/sync/push' ? 'push' : 'pull', took())
      if (path === '/sync/push') {
        const { data }: { data: PushReply } = JSON.parse(text)
        const { mutations }: PushRequest = JSON.parse(textOf(init))
        figures.acked(mutations.filter(({ seq }) => seq <= data.lastSeq).length)
        for (const result of data.results) figures.other(result)
      }
      return new Response(text, response)
    } else if (uploadAt !== undefined) figures.took('file', took(uploadAt))
    else if (isUpload(path) && init.method === 'POST') {
      const { size }: { size: number } = JSON.parse(textOf(init))
      uploads.set(path, { startedAt, size })
    }
    return response
  }
}
