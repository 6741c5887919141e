import { BrowserRouter } from 'react-router'
import { ToastRegion } from '#client/ui/overlays/toast.tsx'
import { PageBoundary } from '#client/page/lazy-page.tsx'
import { AppRoutes } from './routes.tsx'

export function App() {
  return (
    <PageBoundary>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
      <ToastRegion />
    </PageBoundary>
  )
}
