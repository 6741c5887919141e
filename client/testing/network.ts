import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { Fake } from './fake.ts'

/** What lies between a screen and its server. */
export type NetworkState =
  | 'online'
  /** The device has no network, and its browser knows. */
  | 'offline'
  /** Requests reach nobody, and the browser believes that it has a network. */
  | 'gone'
  /** Somebody else answers every address with a page of their own. */
  | 'captive'
  /** A proxy answers for a server that is not there. */
  | 'no-server'

type Answer = (request: Request) => Promise<Response>

/** A request that a test holds back. */
interface Held {
  readonly path: RegExp
  readonly release: () => void
  readonly released: Promise<void>
}

/** The network of one device: everything that its pages ask for goes through here. */
export class TestNetwork {
  #state: NetworkState = 'online'
  #held: Held[] = []
  #fakes: Fake[] = []
  #lost: RegExp[] = []
  /** What went wrong where an answer was made. A test in which anything did has failed. */
  readonly faults: Error[] = []
  /** Requests that left the device, oldest first: method and path. */
  readonly requests: string[] = []
  readonly #answer: Answer
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #msw

  /** `answer` is the server's. */
  constructor(answer: Answer) {
    this.#answer = answer
    this.#msw = setupServer(http.all('*', ({ request }) => this.#noted(this.#carry(request))))
    this.#msw.listen({ onUnhandledFrame: 'error' })
  }

  get state(): NetworkState {
    return this.#state
  }

  /** Changes the network, and tells the page what a browser would tell it. */
  set(state: NetworkState): void {
    const before = navigator.onLine
    this.#state = state
    const now = state !== 'offline'
    Object.defineProperty(navigator, 'onLine', { value: now, configurable: true })
    if (now !== before) dispatchEvent(new Event(now ? 'online' : 'offline'))
  }

  /** Holds back requests whose path matches, from now on. They go on once the function that it returns is called. */
  hold(path: RegExp): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const held = { path, release: resolve, released }
    this.#held.push(held)
    return () => {
      this.#held = this.#held.filter((each) => each !== held)
      resolve()
    }
  }

  /** Requests whose path matches reach the server, and its replies nobody, until the function that it returns is called. */
  lose(path: RegExp): () => void {
    this.#lost.push(path)
    return () => {
      this.#lost = this.#lost.filter((each) => each !== path)
    }
  }

  /** From now on these calls are answered by the test, and no more by the server, until the function that it returns is called. The last one for a call counts. */
  use(...fakes: readonly Fake[]): () => void {
    this.#fakes = [...fakes, ...this.#fakes]
    return () => {
      this.#fakes = this.#fakes.filter((each) => !fakes.includes(each))
    }
  }

  /** The page is gone: what it asked for ends, and nothing is asked for any more. */
  async close(): Promise<void> {
    for (const { release } of this.#held) release()
    await Promise.all(this.#underWay)
    this.#msw.close()
  }

  async #noted(carried: Promise<Response>): Promise<Response> {
    const ended = carried.catch(() => undefined).finally(() => this.#underWay.delete(ended))
    this.#underWay.add(ended)
    return carried
  }

  async #carry(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    this.requests.push(`${request.method} ${pathname}`)
    await Promise.all(this.#held.filter(({ path }) => path.test(pathname)).map(({ released }) => released))
    switch (this.#state) {
      case 'online': {
        const reply = await this.#answered(request)
        return this.#lost.some((path) => path.test(pathname)) ? HttpResponse.error() : reply
      }
      case 'offline':
      case 'gone':
        return HttpResponse.error()
      case 'captive':
        return new Response('<!doctype html><title>Wi-Fi</title>', { headers: { 'Content-Type': 'text/html' } })
      case 'no-server':
        return new Response('<h1>502 Bad Gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } })
    }
  }

  async #answered(request: Request): Promise<Response> {
    const fake = this.#fakes.find((each) => each.matches(request))
    try {
      return await (fake ? fake.answer(request) : this.#answer(request))
    } catch (error) {
      this.faults.push(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }
}
