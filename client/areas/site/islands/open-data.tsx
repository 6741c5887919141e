import { OpenDataPage } from '#client/areas/site/open-data/open-data-page.tsx'
import { bringToLife } from './alive.tsx'

void bringToLife('openData', (view) => <OpenDataPage view={view} />)
