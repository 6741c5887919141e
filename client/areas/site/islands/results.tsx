import { ResultsPages } from '#client/features/dashboards/results-pages.tsx'
import { bringToLife } from './alive.tsx'

void bringToLife('results', (view) => <ResultsPages view={view} />)
