import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * The line between a browser and the server: it can be cut, and it can take what is pushed to the server and let nothing of
 * the answer through. No engine's driver can do this in the same way, and this is how it happens to people.
 */
export class Line {
  readonly #target: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #open = true
  #withholding = false
  /** Whether a push has been answered, and nobody heard it. */
  answeredUnheard = false
  url = ''

  static async to(url: string): Promise<Line> {
    const line = new Line(Number(new URL(url).port))
    line.#server.listen(0, '127.0.0.1')
    await once(line.#server, 'listening')
    const address = line.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no port')
    line.url = `http://localhost:${address.port}`
    return line
  }

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((socket) => this.#carry(socket))
  }

  cut(): void {
    this.#open = false
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#open = true
  }

  /** From now on pushes reach the server, and their answers nobody. */
  withholdAnswersToPushes(): void {
    this.#withholding = true
  }

  letAnswersThrough(): void {
    this.#withholding = false
  }

  async end(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #carry(browser: Socket): void {
    if (!this.#open) return void browser.destroy()
    const server = connect(this.#target, '127.0.0.1')
    let mute = false
    for (const [from, to] of [
      [browser, server],
      [server, browser],
    ] as const) {
      this.#sockets.add(from)
      // Whatever ends one end ends the other; what broke it is its own affair.
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
    }
    browser.on('data', (chunk: Buffer) => {
      if (this.#withholding && chunk.includes('POST /api/v1/sync/push')) mute = true
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (mute) this.answeredUnheard = true
      else browser.write(chunk)
    })
  }
}
