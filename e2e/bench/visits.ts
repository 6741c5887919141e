// Visitors without a browser, in a process of their own: so many connections, each asking for the next page once it has the last.
import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface VisitOrder {
  readonly url: string
  readonly connections: number
  readonly visits: number
  /** What visitors say that they have. */
  readonly etag?: string | undefined
}

export interface VisitsDone {
  readonly tookMs: number
  /** Statuses other than the one that most replies had, each with how often. */
  readonly statuses: Readonly<Record<string, number>>
  readonly bytes: number
  readonly etag: string
}

// The bench may end in any way: this ends with it.
process.on('disconnect', () => process.exit())
process.on('message', (order: VisitOrder) => {
  void answer(order)
})

async function answer(order: VisitOrder): Promise<void> {
  try {
    process.send?.(await visit(order))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

async function visit({ url, connections, visits, etag }: VisitOrder): Promise<VisitsDone> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...(etag === undefined ? {} : { 'If-None-Match': etag }) }
  const statuses: Record<string, number> = {}
  let left = visits
  let bytes = 0
  let known = ''
  const one = (): Promise<IncomingHttpHeaders> =>
    new Promise((resolve, reject) => {
      const asked = request(url, { agent, headers }, (reply) => {
        const status = String(reply.statusCode)
        statuses[status] = (statuses[status] ?? 0) + 1
        reply.on('data', (part: Buffer) => {
          bytes += part.length
        })
        reply.on('end', () => resolve(reply.headers))
      })
      asked.on('error', reject)
      asked.end()
    })
  const connection = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      known = String((await one()).etag ?? '')
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, connection))
  const tookMs = performance.now() - started
  agent.destroy()
  return { tookMs, statuses, bytes: bytes / visits, etag: known }
}
