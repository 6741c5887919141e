import type { OpenFilter } from './filter.ts'
import type { OpenReport } from './model.ts'
import type { OpenReply } from './replies.ts'
import type { OpenSet } from './model.ts'

interface PublishedOn {
  /** The day of `at`, in words of the page: code that words days is more than a visitor's browser should load. */
  readonly day: string
}

/** What a page of open data is drawn from: what was chosen, what there is to choose, and the sets that it shows. */
export interface OpenDataView {
  /** Null: nothing is published, and the page says so. */
  readonly report: (Pick<OpenReport, 'id' | 'title' | 'description' | 'at'> & PublishedOn) | null
  readonly filter: OpenFilter
  readonly years: readonly number[]
  /** Years that the address names and that the data does not have: the page says so, and shows no figures where there is no other. */
  readonly missing: readonly number[]
  readonly sets: { readonly [Of in OpenSet]?: OpenReply<Of> }
}
