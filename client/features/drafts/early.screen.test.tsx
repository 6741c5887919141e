import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { onDisk } from '#client/testing/drafts.ts'
import { pressable, syncState } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

/** Which pages are open is not told from now on, and so no half-written text is read, until the function that it returns is called. */
function holdDrafts(): () => void {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const query = navigator.locks.query.bind(navigator.locks)
  const held = vi.spyOn(navigator.locks, 'query').mockImplementation(() => released.then(query))
  return () => {
    held.mockRestore()
    resolve()
  }
}

interface Place {
  readonly called: string
  readonly address: string
  readonly open?: (user: UserEvent) => Promise<unknown>
  readonly field: string
  readonly before: string
  readonly now: string
}

const places: readonly Place[] = [
  { called: 'fields of a window', address: pageAddress('notifications'), field: 'Asunto', before: 'Antes', now: 'Ahora' },
  {
    called: 'a tab of dashboards',
    address: pageAddress('dashboardsConfig', { form: 'indice-2026', tab: 'dimension' }),
    open: async (user) => user.click(await pressable('Agregar columna')),
    field: 'Nombre',
    before: 'Antes',
    now: 'Ahora',
  },
  {
    called: 'the replica',
    address: pageAddress('replicas', { form: 'indice-2025' }),
    field: 'Número de puntos',
    before: '3',
    now: '17',
  },
]

test('[HW9] what is typed before the device has answered, in a page that is left, is listed', async () => {
  const { user, load } = await renderScreen(pageAddress('notifications'), { who: admin })
  await syncState('Al día')
  const release = holdDrafts()
  await load()
  await user.type(await screen.findByRole('textbox', { name: 'Asunto' }), 'Ahora')
  await user.click(screen.getByRole('link', { name: 'Formularios' }))
  await screen.findByRole('heading', { level: 1, name: 'Formularios' })
  release()
  await syncState('A medio escribir (1)')
  await waitFor(async () => expect(await onDisk()).toContain('"Ahora"'))
})

test.for(places)('[HW5] what is typed before the device has answered stays: $called', async ({ address, open, field, before, now }) => {
  const { user, load } = await renderScreen(address, { who: admin })
  const found = () => screen.findByRole('textbox', { name: field })
  await open?.(user)
  await user.type(await found(), before)
  await waitFor(async () => expect(await onDisk()).toContain(`"${before}"`))
  const release = holdDrafts()
  await load()
  await open?.(user)
  expect(await found()).toHaveValue('')
  await user.type(await found(), now)
  release()
  await waitFor(async () => expect(await onDisk()).toContain(`"${now}"`))
  expect(await found()).toHaveValue(now)
  expect(await onDisk()).not.toContain(`"${before}"`)
  await load()
  await waitFor(async () => expect(await found()).toHaveValue(now))
})
