import type { Locks } from '../ports.ts'
import type { Writers } from './model.ts'

const prefix = 'iip-writer:'

export interface Writing extends Writers {
  /** This page writes no more. */
  end(): void
}

/** Whether a page still lives is told by a lock that it holds: the browser lets go of it however the page ends. */
export function writersOf(locks: Locks | null, me: string): Writing {
  const life = new AbortController()
  let end = (): void => undefined
  const held = new Promise<void>((resolve) => (end = resolve))
  // An end that comes before the lock was given calls the wait off.
  locks?.hold(`${prefix}${me}`, { steal: false, signal: life.signal }, () => held).catch(() => undefined)
  return {
    me,
    async alive() {
      if (!locks) return null
      const names = await locks.names()
      return new Set([me, ...names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))])
    },
    end: () => {
      end()
      life.abort()
    },
  }
}
