import '#client/areas/site/charts/at-once.ts'
import { DimensionResults } from './dimension-results.tsx'
import { GeneralResults } from './general-results.tsx'
import { InstitutionResults } from './institution-results.tsx'
import { latePages } from './late-pages.ts'

/** Whoever imports this draws every page of results whole and at once: the server, and tests of what it draws. */
latePages.results.atOnce(GeneralResults)
latePages.dimensionResults.atOnce(DimensionResults)
latePages.institutionResults.atOnce(InstitutionResults)
