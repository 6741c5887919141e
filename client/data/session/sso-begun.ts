import * as v from 'valibot'
import { readStored, writeStored } from '#client/data/storage.ts'

/**
 * What this browser keeps while somebody is at the provider of single sign-on: the secret without which the code that comes back is worth
 * nothing (SO5), and where they wanted to go. In localStorage, because the way back may end in another tab or window of this browser.
 */
const begunName = 'ssoBegun'
/** Whether the session that is open began there: leaving it leads there, too (SO12). */
const cameName = 'ssoCame'
/** As long as the server waits. */
const waitMs = 600_000

const begunSchema = v.object({ secret: v.string(), at: v.number(), to: v.nullable(v.string()), shared: v.boolean() })
export type Begun = v.InferOutput<typeof begunSchema>

/** What is still good of it; null when nobody is on their way. */
export function ssoBegun(nowMs: number): Begun | null {
  try {
    const found = v.safeParse(begunSchema, JSON.parse(readStored(begunName) ?? 'null'))
    return found.success && Math.abs(nowMs - found.output.at) < waitMs ? found.output : null
  } catch {
    // Somebody else wrote there: nothing was begun here.
    return null
  }
}

const text = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Somebody goes to the provider. What goes out with them: the digest of the secret that stays. */
export async function beginSsoHere({ to, shared }: Pick<Begun, 'to' | 'shared'>, nowMs: number): Promise<string> {
  // One that is on its way in another tab comes back with the same secret.
  const secret = ssoBegun(nowMs)?.secret ?? text(crypto.getRandomValues(new Uint8Array(32)))
  writeStored(begunName, JSON.stringify({ secret, at: nowMs, to, shared } satisfies Begun))
  return text(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
}

/** They are back: the secret is of no more use. */
export const endSsoHere = (): void => writeStored(begunName, null)

export const noteSso = (came: boolean): void => writeStored(cameName, came ? '1' : null)
export const cameBySso = (): boolean => readStored(cameName) === '1'
