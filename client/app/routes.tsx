import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { pageAddress, pathOf } from '#shared/addresses.ts'
import { session, useSession } from '#client/data/session/session.ts'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { lazyPage, PageBoundary } from '#client/page/lazy-page.tsx'
import type { PageRow } from '#client/page/page-row.ts'
import { Titled } from '#client/page/page-title.tsx'
import { firstPageOf, openPages, pageAt, pagesOf } from './pages.ts'

const area = lazyPage(() => import('./area.tsx'), 'Area')

/**
 * Asks for the code of an address's page, and of what stands around it, side by side instead of one once the other stands. Settles when
 * it is there.
 */
export async function beginPage(pathname: string): Promise<void> {
  const { user } = session()
  const row = pageAt(pathname, user) ?? pageAt(user ? firstPageOf(user) : pageAddress('login'), user)
  await Promise.all([user && row?.who !== 'anyone' ? area.begin() : null, row?.page.begin()])
}

/** The first page that the person may open; sign-in for who is nobody yet (PG1). */
function FirstPage() {
  const { user } = useSession()
  return <Navigate to={user ? firstPageOf(user) : pageAddress('login')} replace />
}

function SignedIn() {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // Who just signed in: the page they go to comes beside what stands around it.
    if (user) void beginPage(pathname)
    // Pages ask for their own code from then on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [user?._id])
  if (!user) return <Navigate to={pageAddress('login', { to: pathname + search })} replace />
  return (
    <PageBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <area.Page />
      </Suspense>
    </PageBoundary>
  )
}

const titled = (row: PageRow) => (
  <Titled key={row.at} row={row}>
    <row.page.Page />
  </Titled>
)

const alone = (row: PageRow) => (
  <PageBoundary>
    <Suspense fallback={<PageSkeleton />}>{titled(row)}</Suspense>
  </PageBoundary>
)

/** Whoever looks has the routes that they may visit, and no other. */
export function AppRoutes() {
  const { user } = useSession()
  return (
    <Routes>
      {openPages.map((row) => (
        <Route key={row.at} path={pathOf(row.at)} element={alone(row)} />
      ))}
      <Route path={pathOf('start')} element={<SignedIn />}>
        <Route index element={<FirstPage />} />
        {user && pagesOf(user.kind).map((row) => <Route key={row.at} path={pathOf(row.at)} element={titled(row)} />)}
        <Route path="*" element={<FirstPage />} />
      </Route>
      <Route path="*" element={<FirstPage />} />
    </Routes>
  )
}
