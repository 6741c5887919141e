import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { letterPageAt, pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { beganOrLate, PageBoundary } from '#client/page/lazy-page.tsx'
import { Titled } from '#client/page/page-title.tsx'
import { keepStrayDrops } from '#client/page/stray-drops.ts'
import { registerWorker } from '#client/page/updates.ts'
import { connection } from '#client/data/server/online.ts'
import { startLanguage } from '#client/i18n/language.ts'
import { loadPart, partsWaitFor } from '#client/ui/loading/load-part.ts'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { ToastRegion } from '#client/ui/overlays/toast.tsx'
import { publicPages } from './routes.ts'
import '../../styles/tailwind.css'

/** Entry of the pages that strangers see: no session, no engine, no router. Every link of theirs is a navigation of the browser's own. */
const at = letterPageAt(location.pathname)
partsWaitFor(() => connection.untilOnline())
const row = publicPages.find((each) => each.at === at)
if (row) {
  const root = createRoot(must(document.getElementById('root'), 'public.html has no #root'))
  const { Page } = row.page
  const spoken = startLanguage(() => loadPart(() => import('./english.ts')))
  void Promise.all([spoken, beganOrLate(row.page.begin())]).then(() =>
    root.render(
      <StrictMode>
        <PageBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <Titled row={row}>
              <Page />
            </Titled>
          </Suspense>
        </PageBoundary>
        <ToastRegion />
      </StrictMode>,
    ),
  )
  registerWorker()
  keepStrayDrops()
} else {
  // Only by its own name: nothing leads here.
  location.replace(pageAddress('login'))
}
