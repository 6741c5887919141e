import { canonicalResults } from '#shared/dashboards/rules.ts'
import { publicResultsViewOf } from '../features/dashboards/view.ts'
import { openDataViewOf } from '../features/open-data/view.ts'
import type { Server } from '../server.ts'
import { askedFilterIn, type SiteData } from './views.ts'

/** Where what the data pages show comes from. */
export const siteData = (server: Pick<Server, 'db' | 'worlds' | 'now' | 'openData'>): SiteData => ({
  openData: (at, query, language) => openDataViewOf(server, at, askedFilterIn(query), language),
  results: (at, query, language) => publicResultsViewOf(server, at, query, language),
  canonicalResults: (query) => canonicalResults(query),
})
