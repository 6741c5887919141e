import { ResultsPages } from '#client/areas/site/results/results-pages.tsx'
import { bringToLife } from './alive.tsx'

void bringToLife('results', (view) => <ResultsPages view={view} />)
