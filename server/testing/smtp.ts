import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that takes letters and remembers them. */
export interface Smtp {
  readonly url: string
  readonly received: readonly { readonly to: readonly string[]; readonly text: string }[]
  /** Addresses that it is asked for and has not answered yet. */
  readonly held: () => number
  /** Answers whoever is held, and holds nobody from now on. */
  release(): void
  stop(): Promise<void>
}

interface Manners {
  /** An address, or those of a set, that the server does not take, with the permanent failure 550. */
  readonly refuse?: string | ReadonlySet<string>
  /** An address that it says nothing about until `release`. */
  readonly hold?: string
  /** An address in whose first letter it breaks the connection off. */
  readonly drop?: string
}

export async function startSmtp({ refuse, hold, drop }: Manners = {}): Promise<Smtp> {
  const received: { to: string[]; text: string }[] = []
  const sockets = new Map<number, Socket>()
  const held = new Set<() => void>()
  let holds = true
  let drops = true
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      if (typeof refuse === 'string' ? address === refuse : refuse?.has(address) === true)
        return callback(Object.assign(new Error(`No such mailbox: ${address}`), { responseCode: 550 }))
      if (holds && address === hold) held.add(callback)
      else callback()
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map((each) => each.address)
      if (drops && drop !== undefined && to.includes(drop)) {
        drops = false
        sockets.get(session.remotePort)?.destroy()
        return
      }
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      stream.on('end', () => {
        received.push({ to, text })
        callback()
      })
    },
  })
  // A connection that its other side leaves is nothing that this one has to say.
  smtp.on('error', () => undefined)
  smtp.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    if (remotePort !== undefined) sockets.set(remotePort, socket)
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    held: () => held.size,
    release: () => {
      holds = false
      for (const answer of held) answer()
      held.clear()
    },
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
