import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { changedView, readView, writeView } from './table-view.ts'
import type { TableChoices, TableView } from './table-view.ts'

interface Held extends TableView {
  /** Navigation that it was read from: another one reads it anew. */
  readonly key: string
}

export interface TableAddress {
  readonly view: TableView
  /** While somebody types: the address follows, and going back leads out of the search at once. */
  readonly type: (words: string) => void
  /** A step that going back takes back. */
  readonly go: (next: Partial<Omit<TableView, 'words'>>) => void
}

/** Search, filter, order and page of the table of this page, in its address (TA1). `choices` must be stable. */
export function useTableView(choices: TableChoices): TableAddress {
  const { key, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [held, setHeld] = useState<Held | null>(null)
  const view = useMemo((): TableView => (held?.key === key ? held : readView(search, choices)), [held, key, search, choices])
  return {
    view,
    type: (words) => {
      const next = changedView(view, { words })
      setHeld({ ...next, key })
      // No navigation: the focus stays where somebody types.
      history.replaceState(history.state, '', `${pathname}${writeView(location.search, next, choices)}`)
    },
    go: (next) => void navigate({ search: writeView(location.search, changedView(view, next), choices) }, { state: { stays: true } }),
  }
}
