import { exists, read } from './house.ts'

/** Where the rules of the house stand: what people do, how changes travel, what callers and what people in front of the screen rely on. */
export const specs = ['shared/SPEC.md', 'sync/SPEC.md', 'server/SPEC.md', 'client/SPEC.md'] as const

/** Rule ids that a SPEC defines: the first word of a list item, a heading or a table row. */
export function definedIn(path: string): readonly string[] {
  if (!exists(path)) return []
  return [...read(path).matchAll(/^(?:[-*|]\s+|#{2,5}\s+)?[*`[]*([A-Z]{2}\d+[a-z]?)\b/gm)].map((match) => match[1] ?? '')
}

export const definedRules: ReadonlySet<string> = new Set(specs.flatMap(definedIn))
