import type { Writers } from './drafts.ts'

const prefix = 'iip-writer:'

/** Whether a page still lives is told by a lock that it holds: the browser lets go of it however the page ends. */
export function browserWriters(locks: LockManager | undefined, me: string): Writers {
  void locks?.request(`${prefix}${me}`, () => new Promise<never>(() => undefined))
  return {
    me,
    async alive() {
      if (!locks) return null
      const { held = [], pending = [] } = await locks.query()
      const names = [...held, ...pending].flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []))
      return new Set([me, ...names])
    },
  }
}
