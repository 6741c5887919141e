import { BrowserRouter } from 'react-router'
import { ToastRegion } from '#client/ui/toast.tsx'
import { PageBoundary } from './lazy-page.tsx'
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
