import type { OpenWorld } from '#client/data/world/use-world.ts'

const computed = new WeakMap<OpenWorld, { readonly version: number; readonly values: Map<string, unknown> }>()

/** What only the rows decide, worked out once until any of them moves, however many parts of the page ask. */
export function onceAVersion<T>(open: OpenWorld, name: string, work: () => T): T {
  const version = open.version('*')
  let known = computed.get(open)
  if (known?.version !== version) {
    known = { version, values: new Map() }
    computed.set(open, known)
  }
  if (!known.values.has(name)) known.values.set(name, work())
  // One name is one kind of value.
  return known.values.get(name) as T
}
