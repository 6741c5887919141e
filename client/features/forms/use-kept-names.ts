import { useCallback, useEffect, useRef, useState } from 'react'
import type { Engine } from '#sync/face.ts'
import { useEngine } from '#client/data/engine.tsx'

export interface Names {
  readonly name: string
  readonly description: string
}

/** What is written, and what it would replace as the person read it. */
interface Kept extends Names {
  readonly seen: Names
}

/** Longest time between the first key that is not on the disk and its writing. */
const keepMs = 300

const read = (kept: unknown): Names | null =>
  typeof kept === 'object' &&
  kept !== null &&
  'name' in kept &&
  'description' in kept &&
  typeof kept.name === 'string' &&
  typeof kept.description === 'string'
    ? { name: kept.name, description: kept.description }
    : null

/** Writes what is half written soon after it was, one write at a time of the newest. */
class Keeper {
  readonly #engine: Pick<Engine, 'saveDraft' | 'clearDraft'>
  readonly #key: string
  readonly #failed: () => void
  #waiting: Kept | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(engine: Pick<Engine, 'saveDraft' | 'clearDraft'>, key: string, failed: () => void) {
    this.#engine = engine
    this.#key = key
    this.#failed = failed
  }

  keep(names: Kept): void {
    this.#waiting = names
    this.#timer ??= setTimeout(() => this.now(), keepMs)
  }

  now(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const names = this.#waiting
    this.#waiting = null
    if (names) this.#engine.saveDraft(this.#key, names).catch(this.#failed)
  }

  async forget(): Promise<void> {
    this.#waiting = null
    this.now()
    await this.#engine.clearDraft(this.#key)
  }
}

/**
 * Name and description while they are written: on this device within moments, and there again when the window opens anew, until they are
 * saved or given up (HW1).
 */
export function useKeptNames(subject: string, initial: Names) {
  const engine = useEngine()
  const [names, setNames] = useState(initial)
  const [seen, setSeen] = useState(initial)
  const [standing, setStanding] = useState<'fresh' | 'restored' | 'unkept'>('fresh')
  const touched = useRef(false)
  const [keeper] = useState(() => new Keeper(engine, `form-names:${subject}`, () => setStanding('unkept')))
  useEffect(() => {
    let left = false
    void engine.draft(`form-names:${subject}`).then((kept) => {
      const found = read(kept)
      // What was typed before the device answered is newer.
      if (left || touched.current || !found || (found.name === initial.name && found.description === initial.description)) return
      const before = typeof kept === 'object' && kept !== null && 'seen' in kept ? read(kept.seen) : null
      if (before) setSeen(before)
      setNames(found)
      setStanding('restored')
    })
    const leave = (): void => keeper.now()
    addEventListener('pagehide', leave, { capture: true })
    return () => {
      left = true
      removeEventListener('pagehide', leave, { capture: true })
      keeper.now()
    }
    // What stands is what it was when the window opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, subject, keeper])
  const write = useCallback(
    (next: Names): void => {
      touched.current = true
      setNames(next)
      keeper.keep({ ...next, seen })
    },
    [keeper, seen],
  )
  return { names, write, seen, setSeen, standing, forget: () => keeper.forget() }
}
