import { vi } from 'vitest'

export const origin = 'https://a.example'

/** A browser's caches: by name, by absolute address, in the order in which they came. */
export class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>()
  full = false
  has = async (name: string): Promise<boolean> => this.all.has(name)
  delete = async (name: string): Promise<boolean> => this.all.delete(name)
  keys = async (): Promise<readonly string[]> => [...this.all.keys()]
  match = async (asked: string): Promise<Response | undefined> =>
    [...this.all.values()].flatMap((held) => held.get(new URL(asked, origin).href) ?? [])[0]?.clone()
  open = async (name: string): Promise<unknown> => {
    const held = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, held)
    const at = (asked: string | { readonly url: string }): string => new URL(typeof asked === 'string' ? asked : asked.url, origin).href
    return {
      match: async (asked: string | { readonly url: string }) => held.get(at(asked))?.clone(),
      keys: async () => [...held.keys()].map((url) => ({ url })),
      delete: async (asked: string | { readonly url: string }) => held.delete(at(asked)),
      put: async (asked: string, reply: Response) => {
        if (this.full) throw new DOMException('full', 'QuotaExceededError')
        held.set(at(asked), reply)
      },
    }
  }
  /** Addresses in a cache, in order, without where this server stands. */
  paths = (name: string): readonly string[] => [...(this.all.get(name)?.keys() ?? [])].map((url) => url.slice(origin.length)).toSorted()
}

/** A reply as a browser has it: of this server, at the address that was asked for unless it was led there. */
export function replyAs(
  body: string,
  init: ResponseInit = {},
  as: { readonly type?: string; readonly redirected?: boolean; readonly url?: string } = {},
): Response {
  const reply = new Response(body, init)
  const { type = 'basic', redirected = false, url = `${origin}/` } = as
  const clone = (): Response => replyAs(body, init, as)
  return Object.defineProperties(reply, {
    type: { value: type },
    redirected: { value: redirected },
    url: { value: url },
    clone: { value: clone },
  })
}

/** A document of this site, as its server writes it. */
export const documentOf = (path: string, { edition = 7, shows = '' } = {}): string =>
  `<!doctype html><html lang="es"><head><title>${path}</title><link rel="canonical" href="https://public.example${path}"></head><body data-edition="${edition}">${shows}</body></html>`
export const html = { 'Content-Type': 'text/html; charset=utf-8' } as const

/** Puts a device with nothing kept in the place of the browser's. */
export function onDevice(fetch: (url: string, options: RequestInit) => Promise<Response>): FakeCaches {
  const device = new FakeCaches()
  vi.stubGlobal('caches', device)
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('fetch', fetch)
  return device
}
