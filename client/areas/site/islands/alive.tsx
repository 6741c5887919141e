import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { must } from '#shared/kernel/assert.ts'
import { AddressLanguage } from '#client/i18n/language.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'
import type { IslandView } from '../document.ts'

/** Brings a page of data to life where the server drew it, from the data that came with it. */
export async function bringToLife<Kind extends IslandView['kind']>(
  kind: Kind,
  draw: (view: Extract<IslandView, { readonly kind: Kind }>) => ReactNode,
): Promise<void> {
  const place = must(document.querySelector(`[data-island="${kind}"]`), `the page has no island of the kind ${kind}`)
  const data = must(document.getElementById('data')?.textContent, 'the page has no data')
  // The server made it of the very view that it drew.
  const view = JSON.parse(data) as Extract<IslandView, { readonly kind: Kind }>
  if (view.language === 'en') await loadPart(() => import('../english.ts'))
  hydrateRoot(
    place,
    <StrictMode>
      <AddressLanguage value={view.language}>{draw(view)}</AddressLanguage>
    </StrictMode>,
  )
}
