import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { session, useSession } from '#client/data/session.ts'
import { LoginPage } from '#client/areas/account/login-page.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { canVisit, firstPage } from './access.ts'
import { lazyPage, PageBoundary } from './lazy-page.tsx'
import type { LazyPage } from './lazy-page.tsx'

const area = lazyPage(async () => (await import('./area.tsx')).Area)
const recoverPassword = lazyPage(async () => (await import('#client/areas/public/recover-password-page.tsx')).RecoverPasswordPage)
const resetPassword = lazyPage(async () => (await import('#client/areas/public/new-password-page.tsx')).ResetPasswordPage)
const invite = lazyPage(async () => (await import('#client/areas/public/new-password-page.tsx')).InvitePage)
const stateSimulator = lazyPage(async () => (await import('#client/areas/administration/state-simulator-page.tsx')).StateSimulatorPage)
const home = lazyPage(async () => (await import('#client/areas/institution/home-page.tsx')).HomePage)
const questionnaire = lazyPage(async () => (await import('#client/areas/institution/filling-page.tsx')).QuestionnairePage)
const evaluation = lazyPage(async () => (await import('#client/areas/evaluation/evaluation-page.tsx')).EvaluationPage)
const assignment = lazyPage(async () => (await import('#client/areas/institution/assignment-page.tsx')).AssignmentPage)
const send = lazyPage(async () => (await import('#client/areas/institution/send-page.tsx')).SendPage)
const userSettings = lazyPage(async () => (await import('#client/areas/account/user-settings-page.tsx')).UserSettingsPage)
const device = lazyPage(async () => (await import('#client/areas/account/device-page.tsx')).DevicePage)
const recoverWork = lazyPage(async () => (await import('#client/areas/administration/recover-work-page.tsx')).RecoverWorkPage)
const faq = lazyPage(async () => (await import('#client/areas/account/faq-page.tsx')).FaqPage)

interface PageAt {
  readonly page: LazyPage
  /** Parameters of its address. */
  readonly segments: string
}

const at = (page: LazyPage, segments = ''): PageAt => ({ page, segments })
const place = '/:formId?/:institutionId?/:subDimensionId?'

/** Pages of the signed-in area by the first part of their address. */
const pages: ReadonlyMap<string, PageAt> = new Map([
  ['Home', at(home)],
  ['form-filling', at(questionnaire, place)],
  ['evaluation', at(evaluation, place)],
  ['profile-config', at(assignment)],
  ['send', at(send)],
  ['user-settings', at(userSettings)],
  ['device', at(device)],
  ['faq', at(faq)],
  ['recover-work', at(recoverWork)],
])

/** Asks for the area and for the page of an address side by side, instead of one once the other stands. Settles when both have. */
export async function beginPage(pathname: string): Promise<void> {
  const [, first, name = ''] = pathname.split('/')
  if (first !== 'dashboard' || !session().user) return
  await Promise.all([area.begin(), pages.get(name)?.page.begin()])
}

/** The first page that the person may open; sign-in for who is nobody yet (PG1). */
function FirstPage() {
  const { user } = useSession()
  return <Navigate to={user ? firstPage(user) : '/login'} replace />
}

function SignedIn() {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  if (!user) return <Navigate to={`/login?to=${encodeURIComponent(pathname + search)}`} replace />
  return (
    <PageBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <area.Page />
      </Suspense>
    </PageBoundary>
  )
}

function Allowed({ path, page: PageOf }: { readonly path: string; readonly page: ComponentType }) {
  const { user } = useSession()
  return user && canVisit(user, path) ? <PageOf /> : <FirstPage />
}

const lazily = (PageOf: ComponentType) => (
  <PageBoundary>
    <Suspense fallback={<PageSkeleton />}>
      <PageOf />
    </Suspense>
  </PageBoundary>
)

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/recover-password" element={lazily(recoverPassword.Page)} />
      <Route path="/reset-password" element={lazily(resetPassword.Page)} />
      <Route path="/invite" element={lazily(invite.Page)} />
      <Route path="/statesimulator" element={lazily(stateSimulator.Page)} />
      <Route path="/dashboard" element={<SignedIn />}>
        <Route index element={<FirstPage />} />
        {[...pages].map(([name, { page, segments }]) => (
          <Route key={name} path={name + segments} element={<Allowed path={`/dashboard/${name}`} page={page.Page} />} />
        ))}
        <Route path="*" element={<FirstPage />} />
      </Route>
      <Route path="*" element={<FirstPage />} />
    </Routes>
  )
}
