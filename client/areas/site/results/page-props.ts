import type { PublicResultsView } from '#shared/dashboards/view.ts'
import type { Said } from './said.ts'

/** What each page of results is drawn from. */
export interface PageProps {
  readonly data: PublicResultsView
  readonly said: Said
}
