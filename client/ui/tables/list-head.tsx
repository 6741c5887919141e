import type { ReactNode } from 'react'
import { FilterChips } from './filter-chips.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'

interface Props<Filter extends string> {
  /** What the list is, beside the search. */
  readonly heading?: ReactNode
  readonly search: { readonly label: string; readonly words: string; readonly onChange: (words: string) => void }
  /** The first lets everything through. */
  readonly filters: {
    readonly label: string
    readonly names: readonly Filter[]
    readonly current: Filter
    readonly onChange: (filter: Filter) => void
    readonly nameOf: (filter: Filter) => string
    /** How many entries each filter lets through. */
    readonly countOf: (filter: Filter) => number
  }
}

/** What stands over a list that is searched and filtered as a whole; a table that is turned page by page has its own (`data-table`). */
export function ListHead<Filter extends string>({ heading, search, filters }: Props<Filter>) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        {heading}
        <TextField
          label={search.label}
          labelHidden
          type="search"
          icon="search"
          placeholder={search.label}
          value={search.words}
          onChange={search.onChange}
          className="w-full sm:w-90"
        />
      </div>
      <FilterChips
        label={filters.label}
        filters={filters.names}
        current={filters.current}
        onChange={filters.onChange}
        nameOf={filters.nameOf}
        countOf={filters.countOf}
      />
    </>
  )
}
