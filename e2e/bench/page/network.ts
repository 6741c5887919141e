/** The page's network: it can be cut and given back, and it counts what crosses it. */
export class Network {
  #cut = false
  #requests: { readonly url: string; readonly upBytes: number }[] = []
  #live = new Set<AbortController>()

  constructor() {
    performance.setResourceTimingBufferSize(10_000)
  }

  async fetch(input: string, init: RequestInit): Promise<Response> {
    if (this.#cut) throw new TypeError('the network is cut')
    this.#requests.push({ url: new URL(input, location.href).href, upBytes: bytesOf(init.body) })
    const cutting = new AbortController()
    this.#live.add(cutting)
    const signals = [cutting.signal, init.signal].filter((signal) => signal instanceof AbortSignal)
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }

  /** Every request fails from now on, and those under way break off. */
  cut(): void {
    this.#cut = true
    for (const one of this.#live) one.abort()
    this.#live.clear()
  }

  restore(): void {
    this.#cut = false
    dispatchEvent(new Event('online'))
  }

  forgetTraffic(): void {
    this.#requests = []
    performance.clearResourceTimings()
  }

  /** Requests and bytes of bodies, as they crossed the wire, by the last part of the path. */
  async traffic(): Promise<Record<string, { requests: number; upBytes: number; downBytes: number }>> {
    const found: Record<string, { requests: number; upBytes: number; downBytes: number }> = {}
    const at = (url: string) => (found[new URL(url).pathname.split('/').at(-1) ?? ''] ??= { requests: 0, upBytes: 0, downBytes: 0 })
    for (const { url, upBytes } of this.#requests) {
      const sum = at(url)
      sum.requests += 1
      sum.upBytes += upBytes
    }
    for (const entry of performance.getEntriesByType('resource')) {
      if (entry instanceof PerformanceResourceTiming) at(entry.name).downBytes += entry.encodedBodySize
    }
    return found
  }
}

function bytesOf(body: RequestInit['body']): number {
  if (body instanceof ArrayBuffer) return body.byteLength
  if (typeof body === 'string') return new TextEncoder().encode(body).byteLength
  return body instanceof Uint8Array ? body.byteLength : 0
}
