import { SMTPServer } from 'smtp-server'

/** A mail server that takes letters and remembers them. */
export interface Smtp {
  readonly url: string
  readonly received: readonly { readonly to: readonly string[]; readonly text: string }[]
  stop(): Promise<void>
}

/** refuse: an address, or those of a set, that the server does not take, with the permanent failure 550. */
export async function startSmtp({ refuse }: { refuse?: string | ReadonlySet<string> } = {}): Promise<Smtp> {
  const received: { to: string[]; text: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      if (typeof refuse === 'string' ? address !== refuse : refuse?.has(address) !== true) return callback()
      callback(Object.assign(new Error(`No such mailbox: ${address}`), { responseCode: 550 }))
    },
    onData(stream, session, callback) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map((each) => each.address), text })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
