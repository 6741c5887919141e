const attempts = 3
const pauseMs = 600

/** A part of the application that did not arrive after several tries: an old build's file, or no network at all. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/** Resolves when the server answers. Pages of the public site do not follow that, and try at once. */
let untilOnline: () => Promise<void> = () => Promise.resolve()

/** From now on, parts that the service worker does not keep are not asked for while the server does not answer. */
export const partsWaitFor = (online: () => Promise<void>): void => {
  untilOnline = online
}

/** Whether parts come from the service worker. */
const isKept = (): boolean => Boolean(navigator.serviceWorker?.controller)

/** Address of the module that did not arrive, as browsers name it in the error. */
const addressIn = (cause: unknown): string | undefined => /^\S+?\.js/.exec(/https?:\/\/.*/s.exec(String(cause))?.[0] ?? '')?.[0]

/** Tries under another address since the page was loaded: none is asked for twice. */
let triedAgain = 0

const importAddress = <T>(address: string): Promise<T> => import(/* @vite-ignore */ address)

/**
 * Loads a part of the application, with tries enough for a weak link (NV2). Throws PartMissing after the last.
 * A browser remembers for as long as the page lives that an address failed: without a network none is tried, and each new try
 * has an address of its own.
 */
export async function loadPart<T>(load: () => Promise<T>, importAgain: (address: string) => Promise<T> = importAddress): Promise<T> {
  let attemptOnce = load
  for (let attempt = 1; ; attempt += 1) {
    if (!isKept()) await untilOnline()
    try {
      return await attemptOnce()
    } catch (cause) {
      if (attempt >= attempts) throw new PartMissing('a part of the application could not be loaded', { cause })
      const address = addressIn(cause)
      if (address) {
        triedAgain += 1
        const fresh = `${address}?again=${triedAgain}`
        attemptOnce = () => importAgain(fresh)
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt))
    }
  }
}
