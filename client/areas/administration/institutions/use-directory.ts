import { useCallback, useEffect, useState } from 'react'
import { categories, institutions } from '#shared/institutions/directory-routes.ts'
import type { ListedCategory, ListedInstitution } from '#shared/institutions/directory-routes.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import * as v from 'valibot'
import { callRoute } from '#client/data/server/call.ts'
import { connection } from '#client/data/server/online.ts'
import { useEngine } from '#client/data/world/engine.tsx'

/** What the lab keeps of institutions and categories. `readAt`: when it was, where the server cannot be asked now. */
export interface Directory {
  readonly institutions: readonly ListedInstitution[]
  readonly categories: readonly ListedCategory[]
  readonly readAt: Instant | null
}
export type Found = { readonly kind: 'loading' | 'offline' } | { readonly kind: 'ready'; readonly directory: Directory }

const keptName = 'institution-directory'
const keptSchema = v.object({ at: v.string(), institutions: v.unknown(), categories: v.unknown() })
const replySchema = <T>(schema: v.GenericSchema<unknown, T> | undefined, value: unknown): T | undefined => {
  const parsed = schema && v.safeParse(schema, value)
  return parsed?.success ? parsed.output : undefined
}
type Replies = Pick<Directory, 'institutions' | 'categories'>

const listOf = <T>(ids: readonly string[], byId: Readonly<Record<string, T>>): T[] => ids.flatMap((id) => byId[id] ?? [])

/** The lists as the server has them, and without it as this device read them last. `read` asks again. */
export function useDirectory(): { readonly found: Found; readonly read: () => Promise<Directory | null> } {
  const engine = useEngine()
  const [found, setFound] = useState<Found>({ kind: 'loading' })
  const read = useCallback(async (): Promise<Directory | null> => {
    const [all, groups] = await Promise.all([callRoute(institutions), callRoute(categories)])
    const lists = (own: unknown, other: unknown): Replies | null => {
      const known = replySchema(institutions.reply, own)
      const grouped = replySchema(categories.reply, other)
      if (!known || !grouped) return null
      return {
        institutions: listOf(known.institutionIds, known.institutionById),
        categories: listOf(grouped.categoryIds, grouped.categoryById),
      }
    }
    if (all.ok && groups.ok) {
      void engine.keepReading(keptName, { at: engine.now(), institutions: all.value, categories: groups.value })
      const now = lists(all.value, groups.value)
      const directory = now && { ...now, readAt: null }
      setFound(directory ? { kind: 'ready', directory } : { kind: 'offline' })
      return directory
    }
    const kept = v.safeParse(keptSchema, await engine.keptReading(keptName))
    const before = kept.success ? lists(kept.output.institutions, kept.output.categories) : null
    const directory = before && kept.success ? { ...before, readAt: kept.output.at } : null
    setFound(directory ? { kind: 'ready', directory } : { kind: 'offline' })
    return directory
  }, [engine])
  useEffect(() => {
    void read()
    return connection.onReturn(() => void read())
  }, [read])
  return { found, read }
}
