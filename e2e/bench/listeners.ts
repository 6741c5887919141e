// Thousands of open streams of events, and pushes of which some of them hear. A process of its own, so that both ends share a clock.
import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'

export interface ListeningOrder {
  /** Addresses of streams, each with its bearer token where one is needed. */
  readonly streams: readonly { readonly url: string; readonly token: string | null }[]
  readonly pushes: readonly {
    readonly url: string
    readonly token: string | null
    readonly body: string
    /** Text by which a stream's news is known to be of this push. */
    readonly news: string
    /** How many streams hear of it. */
    readonly hearers: number
  }[]
}

export interface ListeningDone {
  /** From the beginning of a push until a stream told of it, of every stream that did, push by push. */
  readonly toldMs: number[]
  /** From the first connection until every stream had said its first word. */
  readonly openMs: number
  readonly errors: string[]
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const opening = 50
/** Between two pushes, so that each is told alone. */
const pauseMs = 20
/** After which news that has not come counts as lost. */
const lostMs = 30_000

const headersOf = (token: string | null): Record<string, string> => (token === null ? {} : { authorization: `Bearer ${token}` })

/** Opens a stream and resolves at its first word. */
async function open(url: string, token: string | null, heard: (text: string) => void): Promise<IncomingMessage> {
  const asked = request(url, { agent, headers: headersOf(token) })
  asked.end()
  const [response]: [IncomingMessage] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a stream said ${response.statusCode}`)
  response.setEncoding('utf8')
  response.on('data', heard)
  await once(response, 'data')
  return response
}

async function run({ streams, pushes }: ListeningOrder): Promise<ListeningDone> {
  let heard: (text: string) => void = () => undefined
  const started = performance.now()
  const responses: IncomingMessage[] = []
  for (let from = 0; from < streams.length; from += opening) {
    const some = streams.slice(from, from + opening)
    responses.push(...(await Promise.all(some.map(({ url, token }) => open(url, token, (text) => heard(text))))))
  }
  const openMs = performance.now() - started
  const toldMs: number[] = []
  const errors: string[] = []
  for (const { url, token, body, news, hearers } of pushes) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let left = hearers
    const lost = setTimeout(() => {
      errors.push(`${left} of ${hearers} streams did not hear of ${news}`)
      resolve()
    }, lostMs)
    const at = performance.now()
    heard = (text) => {
      if (!text.includes(news)) return
      toldMs.push(performance.now() - at)
      left -= 1
      if (left === 0) resolve()
    }
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headersOf(token) }, body })
    const text = await reply.text()
    if (!reply.ok || /"d":"(?:refused|lost)"/.test(text)) errors.push(`${reply.status} ${text.slice(0, 200)}`)
    else await promise
    clearTimeout(lost)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  for (const response of responses) response.destroy()
  return { toldMs, openMs, errors }
}

async function answered(order: ListeningOrder): Promise<ListeningDone> {
  try {
    return await run(order)
  } catch (error) {
    return { toldMs: [], openMs: 0, errors: [String(error)] }
  }
}

process.on('disconnect', () => process.exit())
// One order for each process.
const [order]: [ListeningOrder] = (await once(process, 'message')) as [ListeningOrder]
process.send?.(await answered(order))
