import { useCallback, useEffect, useRef, useState } from 'react'
import type { Engine } from '#sync/face.ts'
import { useEngine } from './engine.tsx'

/** Fields of a window, as they are typed. */
export type Fields = Readonly<Record<string, string>>

/** Longest time between the first key that is not on the disk and its writing. */
const keepMs = 300

/** The same fields as what stands, each a text; null for anything else. What a program of before did not have is as it stands. */
function read<F extends Fields>(kept: unknown, like: F): F | null {
  if (typeof kept !== 'object' || kept === null) return null
  const found = Object.keys(like).map((name): [string, unknown] => [name, Reflect.get(kept, name) ?? like[name]])
  return found.every(([, value]) => typeof value === 'string') ? { ...like, ...Object.fromEntries(found) } : null
}

export const sameFields = (left: Fields, right: Fields): boolean => Object.keys(left).every((name) => left[name] === right[name])

/** Writes what is half written soon after it was, one write at a time of the newest. */
class Keeper {
  readonly #engine: Pick<Engine, 'saveDraft' | 'clearDraft'>
  readonly #key: string
  readonly #failed: () => void
  #waiting: object | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(engine: Pick<Engine, 'saveDraft' | 'clearDraft'>, key: string, failed: () => void) {
    this.#engine = engine
    this.#key = key
    this.#failed = failed
  }

  keep(fields: object): void {
    this.#waiting = fields
    this.#timer ??= setTimeout(() => this.now(), keepMs)
  }

  now(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const fields = this.#waiting
    this.#waiting = null
    if (fields) this.#engine.saveDraft(this.#key, fields).catch(this.#failed)
  }

  async forget(): Promise<void> {
    this.#waiting = null
    this.now()
    await this.#engine.clearDraft(this.#key)
  }
}

/**
 * Fields of a window while they are written: on this device within moments, and there again when the window opens anew, until they are
 * saved or given up (HW1). `key`: what they rest under on the device.
 */
export function useKeptFields<F extends Fields>(key: string, initial: F) {
  const engine = useEngine()
  const [fields, setFields] = useState(initial)
  const [seen, setSeen] = useState(initial)
  const [standing, setStanding] = useState<'fresh' | 'restored' | 'unkept'>('fresh')
  const touched = useRef(false)
  const [keeper] = useState(() => new Keeper(engine, key, () => setStanding('unkept')))
  useEffect(() => {
    let left = false
    void engine.draft(key).then((kept) => {
      const found = read(kept, initial)
      // What was typed before the device answered is newer.
      if (left || touched.current || !found || sameFields(initial, found)) return
      const before = typeof kept === 'object' && kept !== null && 'seen' in kept ? read(kept.seen, initial) : null
      if (before) setSeen(before)
      setFields(found)
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
  }, [engine, key, keeper])
  const write = useCallback(
    (next: F): void => {
      touched.current = true
      setFields(next)
      keeper.keep({ ...next, seen })
    },
    [keeper, seen],
  )
  return { fields, write, seen, setSeen, standing, forget: () => keeper.forget() }
}
