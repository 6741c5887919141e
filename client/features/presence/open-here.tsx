import { useEffect, useRef } from 'react'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { announce } from '#client/ui/live-region.tsx'
import { Faces } from './faces.tsx'
import { useOpenWords, usePresent } from './use-present.ts'

/** Initials of who has a question open, over the edge of its card: nothing moves when they come and go (PS6). */
export function OpenHere({ unit }: { readonly unit: Unit }) {
  const names = usePresent(questionIdOf(unit))
  const words = useOpenWords(names, 'openQuestion')
  return names.length > 0 && <Faces names={names} words={words} className="absolute -top-3 right-6 z-1" />
}

/** The same for who does not see: in the card of the question, and said once to who is in it (PS6). */
export function OpenHereWords({ unit }: { readonly unit: Unit }) {
  const words = useOpenWords(usePresent(questionIdOf(unit)), 'openQuestion')
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (words !== '' && place.current?.closest('article')?.contains(document.activeElement)) announce(words)
  }, [words])
  return (
    <p ref={place} className="sr-only">
      {words}
    </p>
  )
}

/** Who else of the lab has the institution open. */
export function OpenInstitution() {
  const names = usePresent(null)
  const words = useOpenWords(names, 'openInstitution')
  return (
    <>
      <span className="sr-only">{words}</span>
      {names.length > 0 && <Faces names={names} words={words} />}
    </>
  )
}
