import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useSession } from '#client/data/session.ts'
import { LoginPage } from '#client/pages/login.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { canVisit, firstPage } from './access.ts'
import { lazyPage, PageBoundary } from './lazy-page.tsx'

const Area = lazyPage(async () => (await import('./area.tsx')).Area)
const RecoverPasswordPage = lazyPage(async () => (await import('#client/pages/recover-password.tsx')).RecoverPasswordPage)
const ResetPasswordPage = lazyPage(async () => (await import('#client/pages/new-password.tsx')).ResetPasswordPage)
const InvitePage = lazyPage(async () => (await import('#client/pages/new-password.tsx')).InvitePage)
const StateSimulatorPage = lazyPage(async () => (await import('#client/pages/state-simulator.tsx')).StateSimulatorPage)
const HomePage = lazyPage(async () => (await import('#client/pages/home.tsx')).HomePage)
const QuestionnairePage = lazyPage(async () => (await import('#client/pages/questionnaire.tsx')).QuestionnairePage)
const EvaluationPage = lazyPage(async () => (await import('#client/pages/evaluation.tsx')).EvaluationPage)
const AssignmentPage = lazyPage(async () => (await import('#client/pages/profile-config.tsx')).AssignmentPage)
const SendPage = lazyPage(async () => (await import('#client/pages/send.tsx')).SendPage)
const UserSettingsPage = lazyPage(async () => (await import('#client/pages/user-settings.tsx')).UserSettingsPage)
const DevicePage = lazyPage(async () => (await import('#client/pages/device.tsx')).DevicePage)
const FaqPage = lazyPage(async () => (await import('#client/pages/faq.tsx')).FaqPage)

/** The first page that the person may open; sign-in for who is nobody yet (institution-area §2). */
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
        <Area />
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

const page = (name: string, PageOf: ComponentType, segments = '') => (
  <Route path={name + segments} element={<Allowed path={`/dashboard/${name}`} page={PageOf} />} />
)

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/recover-password" element={lazily(RecoverPasswordPage)} />
      <Route path="/reset-password" element={lazily(ResetPasswordPage)} />
      <Route path="/invite" element={lazily(InvitePage)} />
      <Route path="/statesimulator" element={lazily(StateSimulatorPage)} />
      <Route path="/dashboard" element={<SignedIn />}>
        <Route index element={<FirstPage />} />
        {page('Home', HomePage)}
        {page('form-filling', QuestionnairePage, '/:formId?/:institutionId?/:subDimensionId?')}
        {page('evaluation', EvaluationPage, '/:formId?/:institutionId?/:subDimensionId?')}
        {page('profile-config', AssignmentPage)}
        {page('send', SendPage)}
        {page('user-settings', UserSettingsPage)}
        {page('device', DevicePage)}
        {page('faq', FaqPage)}
        <Route path="*" element={<FirstPage />} />
      </Route>
      <Route path="*" element={<FirstPage />} />
    </Routes>
  )
}
