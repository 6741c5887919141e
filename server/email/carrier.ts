import { createTransport } from 'nodemailer'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { letterDir, letterFile } from './letter-files.ts'

/** Who gets or sends a letter. An address is handed on apart from its name: nothing after this reads one out of a text. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface Mail {
  /** Name of the letter in the outbox: the same letter sent twice is one file. */
  readonly id: string
  readonly to: Mailbox
  /** Whom its reader answers, where that is not the sender. */
  readonly replyTo?: Mailbox | undefined
  readonly subject: string
  readonly text: string
  /** The same with its links, for whoever reads letters with them. */
  readonly html?: string | undefined
  /** Where its reader ends letters of this kind, with one POST and nothing else (RFC 8058). */
  readonly optOut?: string | undefined
}

/** What mail programs show a button of. */
const headersOf = ({ optOut }: Mail): Record<string, string> =>
  optOut === undefined ? {} : { 'List-Unsubscribe': `<${optOut}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const messageOf = (mail: Mail) => {
  const { to, replyTo, subject, text, html } = mail
  return {
    to: { ...to },
    ...(replyTo ? { replyTo: { ...replyTo } } : {}),
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: headersOf(mail),
  }
}

/** Takes a letter away. Throws when it could not. */
export interface Carrier {
  carry(mail: Mail): Promise<void>
  close(): void
}

const timeoutMs = 10_000

/** By SMTP, or into .eml files under the data directory when no server is named. */
export async function createCarrier(options: { smtpUrl: string | undefined; from: Mailbox; dataDir: string }): Promise<Carrier> {
  if (options.smtpUrl !== undefined) {
    const transport = createTransport(
      {
        url: options.smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from: { ...options.from } },
    )
    return {
      carry: async (mail) => {
        await transport.sendMail({ ...messageOf(mail), messageId: `<${mail.id.replace(/[^\w.-]/g, '.')}@iip>` })
      },
      close: () => transport.close(),
    }
  }
  const dir = letterDir(options.dataDir)
  await mkdir(dir, { recursive: true })
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from: { ...options.from } })
  return {
    carry: async (mail) => {
      const { message } = await writer.sendMail(messageOf(mail))
      const name = letterFile(mail.id)
      await writeFile(join(dir, `${name}.part`), message)
      await rename(join(dir, `${name}.part`), join(dir, `${name}.eml`))
    },
    close: () => writer.close(),
  }
}
