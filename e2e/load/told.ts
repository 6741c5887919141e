/** After so long nobody is told any more of a commit that nobody has been told of. */
const forgottenMs = 60_000

/**
 * How long it takes from the beginning of a call that changes an institution until those are told who see it. Commits of a scope have an
 * order and so have its pokes: the first stream that hears of a version takes it for the oldest call that nobody was told of, and the
 * others for the same one.
 */
export class Told {
  readonly latencies: number[] = []
  readonly #open = new Map<string, { readonly at: number }[]>()
  readonly #known = new Map<string, { readonly version: number; readonly at: number }>()

  readonly #listening = new Set<string>()

  /** From now on somebody hears of a scope. */
  listens(scope: string): void {
    this.#listening.add(scope)
  }

  /** A call begins that will move a scope; gives how it is taken back when it did not. */
  begins(scope: string): () => void {
    if (!this.#listening.has(scope)) return () => undefined
    const calls = this.#open.get(scope) ?? []
    this.#open.set(scope, calls)
    const call = { at: performance.now() }
    calls.push(call)
    return () => {
      const at = calls.indexOf(call)
      if (at >= 0) calls.splice(at, 1)
    }
  }

  /** A stream hears of a version of a scope; of none, when what it hears is of others. */
  hears(scope: string, version: number | undefined): void {
    if (version === undefined) return
    const now = performance.now()
    const known = this.#known.get(scope)
    // What was told with a later one, or was there when the stream was opened.
    if (known && version < known.version) return
    if (known?.version === version) return void this.latencies.push(now - known.at)
    const calls = this.#open.get(scope) ?? []
    while (calls[0] && now - calls[0].at > forgottenMs) calls.shift()
    const call = calls.shift()
    if (!call) return
    this.#known.set(scope, { version, at: call.at })
    this.latencies.push(now - call.at)
  }
}
