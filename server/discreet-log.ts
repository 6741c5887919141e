import type { Log } from './server.ts'

/** How deep causes are followed. */
const maxCauses = 3
/** Anything like an e-mail address. Slashes and colons end it, so that paths and URLs stay readable. */
const addresses = /[^\s<>"'`(),;:@/\\]{1,64}@[^\s<>"'`(),;:@/\\]{1,253}/g

/** A text without what looks like an e-mail address. */
export const maskedAddresses = (text: string): string => text.replace(addresses, '<address>')

/** The error with its code, without what it carries beside and without the addresses in its words: mail servers and databases quote them. */
function discreetError(error: unknown, causes = 0): Error {
  if (!(error instanceof Error)) return new Error(maskedAddresses(String(error)))
  const cause = error.cause !== undefined && causes < maxCauses ? { cause: discreetError(error.cause, causes + 1) } : undefined
  const clean = new Error(maskedAddresses(error.message), cause)
  clean.name = error.name
  clean.stack = maskedAddresses(error.stack ?? '')
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' || typeof code === 'number' ? Object.assign(clean, { code }) : clean
}

/** A log that names nobody: people are ids there. */
export function discreet(log: Log): Log {
  const clean = (data: object): object => ('err' in data ? { ...data, err: discreetError(data.err) } : data)
  return {
    info: (data, message) => log.info(clean(data), message),
    error: (data, message) => log.error(clean(data), message),
  }
}
