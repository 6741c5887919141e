import { askedFilterIn } from '#shared/open-data/filter.ts'
import { askedResultsOf } from '#shared/dashboards/asked.ts'
import { currentForm } from '../features/site/files-guides.ts'
import { openDataViewOf } from '../features/open-data/view.ts'
import type { Server } from '../server.ts'
import type { SiteData } from './views.ts'

/** Where what the data pages show comes from. */
export const siteData = (server: Pick<Server, 'openData' | 'publicResults' | 'db' | 'now'>): SiteData => ({
  openData: (at, query, language) => openDataViewOf(server, at, askedFilterIn(query), language),
  results: (_at, query, language) => server.publicResults.view(askedResultsOf(query), language),
  questionnaire: async () => (await server.db.read((tx) => currentForm(tx, server.now()))) !== undefined,
  canonicalResults: (query) => server.publicResults.query(askedResultsOf(query)),
})
