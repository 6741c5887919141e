/** How one walk to the server ended, and what the loop does next. */
export type Step =
  | { readonly kind: 'ok' }
  /** Nothing trustworthy came back, the server asked to wait, or the disk failed. `reachable`: null if it is not known, as after a disk's failure. */
  | { readonly kind: 'later'; readonly reason: string; readonly reachable: boolean | null; readonly afterMs: number | null }
  | { readonly kind: 'blocked'; readonly by: 'auth' | 'revoked' | 'update' | 'device'; readonly code: string }
  /** Another tab leads now. */
  | { readonly kind: 'fenced' }
  /** Bookkeeping was put right: walk again at once. */
  | { readonly kind: 'again' }

export const ok: Step = { kind: 'ok' }

/** One thing that the engine tried, for diagnostics: no answer's content. */
export interface Attempt {
  readonly at: string
  readonly what: 'push' | 'pull' | 'events' | 'definition' | 'upload' | 'storage'
  readonly result: string
  readonly count: number
}
