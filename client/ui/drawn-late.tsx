import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadPart } from './load-part.ts'

/** A part whose code a browser brings when it is wanted. */
export interface DrawnLate<Props> {
  (props: Props): ReactNode
  /** It is wanted now: its code comes, once. Resolves when it is there; fails as a late part does. */
  want(): Promise<void>
  /** Draws it wherever it stands, without waiting: for who has its code, as the server and tests do. */
  atOnce(part: ComponentType<Props>): void
}

/**
 * A part of a page that the server draws and nobody needs alive until it is opened: until then what the server drew stands, and can be read
 * and followed without its code.
 */
export function drawnLate<Props extends object>(load: () => Promise<ComponentType<Props>>): DrawnLate<Props> {
  // Not by withResolvers: telephones of three years ago read these pages, too.
  let hasCome: (part: ComponentType<Props>) => void = () => undefined
  const come = new Promise<ComponentType<Props>>((resolve) => {
    hasCome = resolve
  })
  let now: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const Late = lazy(async () => ({ default: await come }))
  async function bring(): Promise<void> {
    try {
      hasCome(await loadPart(load))
    } catch (cause) {
      // Asked for again it is tried again.
      coming = null
      throw cause
    }
  }
  function Part(props: Props): ReactNode {
    const Drawn: ComponentType<Props> = now ?? Late
    return (
      <Suspense fallback={null}>
        <Drawn {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, {
    want: () => (now ? Promise.resolve() : (coming ??= bring())),
    atOnce: (part: ComponentType<Props>) => void (now = part),
  })
}
