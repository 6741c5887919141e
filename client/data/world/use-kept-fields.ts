import { useEffect, useRef, useState } from 'react'
import { ownScope } from '#shared/protocol/scope.ts'
import type { Draft, DraftKind } from '#sync/drafts/model.ts'
import type { DraftSlot } from '#sync/drafts/slot.ts'
import { useEngine } from './engine.tsx'

/** Fields of a window, as they are typed. */
export type Fields = Readonly<Record<string, string>>

/** The same fields as what stands, each a text; null for anything else. What a program of before did not have is as it stands. */
function read<F extends Fields>(kept: unknown, like: F): F | null {
  if (typeof kept !== 'object' || kept === null) return null
  const found = Object.keys(like).map((name): [string, unknown] => [name, Reflect.get(kept, name) ?? like[name]])
  return found.every(([, value]) => typeof value === 'string') ? { ...like, ...Object.fromEntries(found) } : null
}

export const sameFields = (left: Fields, right: Fields): boolean => Object.keys(left).every((name) => left[name] === right[name])

/** Which draft a window writes. `scope`: what it is about; the person's own unless said otherwise. */
export interface DraftName {
  readonly kind: DraftKind
  readonly subject: string
  readonly scope?: string | undefined
}

/** Until a device that did not answer is asked again for what was written. */
const askAgainMs = 2000

export interface WindowDraft {
  /** The text that was left in the window, neither saved nor given up. Null until the device has answered. */
  readonly slot: DraftSlot | null
  /** Keeps what is typed. A text typed before the device has answered replaces what was left there, even if the window has closed by then. */
  readonly write: (draft: Draft) => void
  readonly clear: () => Promise<void>
}

/** What a window writes to: the device's answer, and until then the last that was written. */
interface Answer {
  slot: DraftSlot | null
  early: Draft | null
}

/** The draft of a window. */
export function useWindowDraft({ kind, subject, scope }: DraftName): WindowDraft {
  const engine = useEngine()
  const [slot, setSlot] = useState<DraftSlot | null>(null)
  const answer = useRef<Answer>({ slot: null, early: null })
  const place = scope ?? ownScope(engine.actor.id)
  useEffect(() => {
    let left = false
    const own: Answer = { slot: null, early: null }
    answer.current = own
    const take = async (): Promise<void> => {
      const found = await (await engine.draftBook(place)).taken(kind, subject)
      own.slot = found
      if (own.early) found.write(own.early)
      if (left) await found.keep()
      else setSlot(found)
    }
    let again: ReturnType<typeof setTimeout> | undefined
    const ask = (): void =>
      void take().catch((error: unknown) => {
        console.error('drafts: read', error)
        if (!left) again = setTimeout(ask, askAgainMs)
      })
    ask()
    return () => {
      left = true
      clearTimeout(again)
      void own.slot?.keep()
      setSlot(null)
    }
  }, [engine, place, kind, subject])
  return {
    slot,
    write: (draft) => {
      const { current } = answer
      if (current.slot) current.slot.write(draft)
      else current.early = draft
    },
    clear: async () => {
      const { current } = answer
      current.early = null
      await current.slot?.clear()
    },
  }
}

interface Options<F extends Fields> extends DraftName {
  readonly initial: F
  /** What the window is about, for a list of what is half written. */
  readonly about: string
  /** What was written, in words; by itself every field that is not as it was. */
  readonly words?: ((fields: F) => string) | undefined
}

/**
 * Fields of a window while they are written: on this device within moments, and there again when the window opens anew, until they are
 * saved or given up (HW1).
 */
export function useKeptFields<F extends Fields>({ kind, subject, scope, initial, about, words }: Options<F>) {
  const [fields, setFields] = useState(initial)
  const [seen, setSeen] = useState(initial)
  const [standing, setStanding] = useState<'fresh' | 'restored' | 'unkept'>('fresh')
  const draft = useWindowDraft({ kind, subject, scope })
  const { slot } = draft
  useEffect(() => {
    if (!slot) return
    const kept = slot.draft?.value
    const found = read(kept, initial)
    if (found && !sameFields(fields, found)) {
      const before = typeof kept === 'object' && kept !== null && 'seen' in kept ? read(kept.seen, initial) : null
      if (before) setSeen(before)
      setFields(found)
      setStanding('restored')
    }
    return slot.subscribe(() => {
      if (slot.kept === 'failed') setStanding('unkept')
    })
    // What stands is what it was when the window opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [slot])
  const write = (next: F): void => {
    setFields(next)
    if (sameFields(next, initial)) void draft.clear()
    else draft.write({ value: { ...next, seen }, base: null, about, text: words?.(next) ?? changedWords(next, initial) })
  }
  return { fields, write, seen, setSeen, standing, forget: draft.clear }
}

const changedWords = (fields: Fields, initial: Fields): string =>
  Object.entries(fields)
    .filter(([name, value]) => value !== '' && value !== initial[name])
    .map(([, value]) => value)
    .join('\n')
