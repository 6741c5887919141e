import { NoDataPage } from '#client/features/site/no-data-page.tsx'
import { bringToLife } from './alive.tsx'

void bringToLife('results', (view) => <NoDataPage view={view} />)
