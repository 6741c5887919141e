import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** What a filter does with a request: a refusal, a page of its own in the place of what was asked for, nothing for as long as it likes, or a beginning that nothing follows. */
type Verdict = 'refused' | 'another page' | 'silence' | 'cut' | null

const statuses = { refused: 403, 'another page': 200 } as const

/** A network's filter between a browser and the server. Workers ask through it as pages do. */
export class Filter {
  readonly #target: URL
  readonly #server: Server
  /** Paths that were asked for, in order. */
  readonly asked: string[] = []
  judge: (path: string, headers: IncomingHttpHeaders) => Verdict = () => null
  url = ''

  static async to(target: string): Promise<Filter> {
    const filter = new Filter(new URL(target))
    filter.#server.listen(0, '127.0.0.1')
    await once(filter.#server, 'listening')
    const address = filter.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no port')
    filter.url = `http://localhost:${address.port}`
    return filter
  }

  private constructor(target: URL) {
    this.#target = target
    this.#server = createServer((asked, answer) => this.#carry(asked, answer))
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #carry(asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? '/'
    this.asked.push(path)
    const verdict = this.judge(path, asked.headers)
    if (verdict === 'silence') return
    if (verdict === 'cut') {
      answer.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Length': 1_000 })
      return void answer.write('export', () => answer.destroy())
    }
    if (verdict !== null) {
      answer.writeHead(statuses[verdict], { 'Content-Type': 'text/html; charset=utf-8' })
      return void answer.end('<h1>Esta red no deja pasar esta dirección</h1>')
    }
    const { method, headers } = asked
    const onward = request({ host: '127.0.0.1', port: this.#target.port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    // Whichever end goes, the other one goes too.
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  }
}
