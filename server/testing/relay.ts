import { connect, createServer, type Socket } from 'node:net'

/** A wire to PostgreSQL that a test can cut, hold still and mend: losses of a real server, for one of its clients only. */
export interface Relay {
  /** The database's URL through the wire. */
  readonly url: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Connections stay open and nothing passes: a machine that froze, a route that swallows packets. */
  freeze(): void
  mend(): void
  close(): Promise<void>
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (bytes) => other.write(bytes))
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
      if (state === 'frozen') one.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address !== null && typeof address === 'object' ? address.port : 0)
  return {
    url: url.href,
    cut: () => {
      state = 'cut'
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
    },
    freeze: () => {
      state = 'frozen'
      for (const pair of pairs) for (const end of pair) end.pause()
    },
    mend: () => {
      state = 'open'
      for (const pair of pairs) for (const end of pair) end.resume()
    },
    close: async () => {
      for (const pair of pairs) for (const end of pair) end.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
