/** What happens to one request. `late`: both it and its reply arrive, after others that were sent later. */
export type Fortune = 'deliver' | 'drop' | 'reply-lost' | 'twice' | 'late'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

export interface ScriptedOptions {
  /** Asked once per request. */
  fortune(path: string): Fortune
  /** Resolves when a late request may go on. */
  later(): Promise<void>
}

/** A network that drops, delays, repeats, reorders, and loses replies only, as a script says. For tests. */
export function scriptedFetch(inner: Fetch, options: ScriptedOptions): Fetch {
  const cut = (): Promise<never> => Promise.reject(new TypeError('network'))
  return async (input, init) => {
    const fortune = options.fortune(input)
    if (fortune === 'drop') return cut()
    if (fortune === 'late') await options.later()
    if (fortune === 'twice') await inner(input, { ...init })
    const response = await inner(input, init)
    if (fortune === 'reply-lost') return cut()
    if (fortune === 'late') await options.later()
    return response
  }
}
