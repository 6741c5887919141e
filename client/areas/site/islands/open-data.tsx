import { NoDataPage } from '#client/features/site/no-data-page.tsx'
import { bringToLife } from './alive.tsx'

void bringToLife('openData', (view) => <NoDataPage view={view} />)
