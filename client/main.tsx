import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '#shared/kernel/assert.ts'
import { App } from './app/app.tsx'
import { beganOrLate } from './page/lazy-page.tsx'
import { beginPage } from './app/routes.tsx'
import { keepStrayDrops } from './page/stray-drops.ts'
import { registerWorker } from './page/updates.ts'
import { connection } from './data/server/online.ts'
import { rereadSession, session, subscribeSession } from './data/session/session.ts'
import { recoverStored } from './data/storage.ts'
import { startLanguage } from './i18n/language.ts'
import { loadPart, partsWaitFor } from './ui/loading/load-part.ts'
import './styles/tailwind.css'

partsWaitFor(() => connection.untilOnline())
const root = createRoot(must(document.getElementById('root'), 'index.html has no #root'))

const recovered = recoverStored().then((changed) => {
  if (changed) rereadSession()
})
const spoken = startLanguage(() => loadPart(() => import('./app/english.ts')))
void Promise.all([recovered, spoken, beganOrLate(beginPage(location.pathname))]).then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
registerWorker({ kind: () => session().user?.kind, subscribe: subscribeSession })
keepStrayDrops()
// A first page does without it; where it cannot be had, a field takes what the browser pastes.
loadPart(() => import('./app/pastes.ts')).then(
  ({ followPastes }) => followPastes(),
  () => undefined,
)
