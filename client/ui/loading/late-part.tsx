import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useText } from '#client/i18n/text.ts'
import { loadPart } from './load-part.ts'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'

interface Closable {
  readonly onClose: () => void
}

const loads = new Set<() => Promise<unknown>>()

/** Brings the code of every part before the first one opens: a page's first moment does without it. */
export function preloadParts(): void {
  // What cannot be brought now is asked for again when it opens.
  for (const load of loads) void load().catch(() => undefined)
}

/**
 * A part that somebody opens, whose code comes when it opens. Where it cannot be had, what was to open closes again with a word, and the
 * page stays as it is.
 */
export function latePart<const Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): ComponentType<Props & Closable> {
  let known: ComponentType<Props> | null = null
  // A later try brings the module by its address: what is wanted of it is taken here, whichever try brought it.
  const bring = async (): Promise<ComponentType<Props>> => (known ??= (await loadPart(load))[name])
  loads.add(bring)
  return function LatePart(props) {
    const t = useText(uiText)
    const [Found, setFound] = useState(() => known)
    useEffect(() => {
      if (Found) return
      let left = false
      bring().then(
        (brought) => {
          if (!left) setFound(() => brought)
        },
        () => {
          if (left) return
          toast('error', t('windowMissing'))
          props.onClose()
        },
      )
      return () => {
        left = true
      }
      // One try for each opening.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [])
    return Found && <Found {...props} />
  }
}
