import { lazy, Suspense, useLayoutEffect, useState } from 'react'
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
  const drawnWith = (props: Props, tellHere: (isHere: true) => void): ReactNode => {
    const Drawn: ComponentType<Props> = now ?? Late
    return (
      <Suspense fallback={null}>
        <Here tell={tellHere} />
        <Drawn {...props} />
      </Suspense>
    )
  }
  function Part(props: Props): ReactNode {
    const [isHere, setHere] = useState(false)
    // React takes away what the server drew where it is drawn otherwise before its code is here: until then it stays the same.
    const [first] = useState(() => drawnWith(props, setHere))
    return isHere ? drawnWith(props, setHere) : first
  }
  return Object.assign(Part, {
    want: () => (now ? Promise.resolve() : (coming ??= bring())),
    atOnce: (part: ComponentType<Props>) => void (now = part),
  })
}

/** Tells that what stands beside it is drawn, before that is seen. */
function Here({ tell }: { readonly tell: (isHere: true) => void }): null {
  useLayoutEffect(() => tell(true), [tell])
  return null
}
