import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '#shared/kernel/assert.ts'
import { App } from './app/app.tsx'
import { registerWorker } from './app/updates.ts'
import { showLanguage } from './i18n/language.ts'
import './styles/tailwind.css'

showLanguage()

createRoot(must(document.getElementById('root'), 'index.html has no #root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
registerWorker()
