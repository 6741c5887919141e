import { RouterProvider } from 'react-router/dom'
import { ToastRegion } from '#client/ui/toast.tsx'
import { PageBoundary } from './lazy-page.tsx'
import { router } from './routes.tsx'

export function App() {
  return (
    <PageBoundary>
      <RouterProvider router={router} />
      <ToastRegion />
    </PageBoundary>
  )
}
