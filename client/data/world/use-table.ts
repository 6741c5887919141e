import { useEffect, useMemo, useState } from 'react'
import type { LiveTable } from '#sync/replica/live-table.ts'
import type { Rows, TableName } from '#shared/world.ts'
import { useEngine, useTopic } from './engine.tsx'

/** Confirmed rows of a table over every institution that the device holds; null while they are being read. */
export function useTable<T extends TableName>(name: T): readonly Rows[T][] | null {
  const engine = useEngine()
  const version = useTopic(`table:${name}`)
  const [table, setTable] = useState<LiveTable<Rows[T]> | null>(null)
  useEffect(() => {
    let left = false
    void engine.table(name).then((found) => {
      if (!left) setTable(found)
    })
    return () => {
      left = true
    }
  }, [engine, name])
  // The table gives the same array until the version moves.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => table?.rows() ?? null, [table, version])
}
