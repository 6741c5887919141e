import { connect, createServer, type Socket } from 'node:net'

/** A wire to PostgreSQL, or to servers, that a test can cut, hold still, slow down and mend: losses of a real server, for one of its clients only. */
export interface Relay {
  /** The target's URL through the wire. */
  readonly url: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Ends every connection; new ones are taken at once. */
  drop(): void
  /** Connections stay open and nothing passes: a machine that froze, a route that swallows packets. */
  freeze(): void
  /** Whatever passes comes so much later, milliseconds, in its order. */
  lag(ms: number): void
  mend(): void
  /** New connections go to these in turn, and where nobody listens to the next. */
  aim(urls: readonly string[]): void
  close(): Promise<void>
}

/** A wire to one address, or to several in turn: each connection to the next. */
export async function startRelay(url: string, others: readonly string[] = []): Promise<Relay> {
  let targets = [url, ...others]
  let turn = 0
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  let lagMs = 0
  const reach = (near: Socket, tries: number): void => {
    const target = new URL(targets[turn++ % targets.length] ?? url)
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    let reached = false
    far.on('connect', () => {
      reached = true
      for (const [one, other] of [pair, [far, near] as const]) {
        one.on('data', (bytes) => {
          if (lagMs === 0) other.write(bytes)
          else setTimeout(() => other.write(bytes), lagMs)
        })
        if (state === 'frozen') one.pause()
      }
    })
    far.on('error', () => undefined)
    far.on('close', () => {
      pairs.delete(pair)
      if (!reached && !near.destroyed && tries < targets.length && state === 'open') return reach(near, tries + 1)
      near.destroy()
    })
    near.on('close', () => far.destroy())
  }
  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (state === 'cut') return void near.destroy()
    reach(near, 1)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(address !== null && typeof address === 'object' ? address.port : 0)
  const drop = (): void => {
    for (const pair of pairs) for (const end of pair) end.destroy()
  }
  return {
    url: through.href,
    cut: () => {
      state = 'cut'
      drop()
    },
    drop,
    freeze: () => {
      state = 'frozen'
      for (const pair of pairs) for (const end of pair) end.pause()
    },
    lag: (ms) => void (lagMs = ms),
    mend: () => {
      state = 'open'
      lagMs = 0
      for (const pair of pairs) for (const end of pair) end.resume()
    },
    aim: (urls) => void (targets = [...urls]),
    close: async () => {
      state = 'cut'
      drop()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
