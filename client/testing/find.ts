import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/dom'
import { expect } from 'vitest'
import { must } from '#shared/kernel/assert.ts'

type Within = BoundFunctions<typeof queries>
type Name = string | RegExp

/** A row of a table by the name of its header, as soon as it is there. */
export async function rowOf(name: Name): Promise<HTMLElement> {
  return must((await screen.findByRole('rowheader', { name })).closest<HTMLElement>('tr, [role="row"]'), 'a row header has no row')
}

/** A button, as soon as it can be pressed: some wait for a form, or for the server. */
export async function pressable(name: Name): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled())
  return screen.getByRole('button', { name })
}

/** What is in a window, as soon as it is open. */
export async function inDialog(name?: Name, role: 'dialog' | 'alertdialog' = 'dialog'): Promise<Within> {
  return within(await screen.findByRole(role, name === undefined ? {} : { name }))
}

/** Resolves once nothing is found. */
export const gone = (find: () => HTMLElement | null): Promise<void> => waitFor(() => expect(find()).not.toBeInTheDocument())

/** Resolves once the page is at an address; path and query. */
export const arrivedAt = (address: RegExp): Promise<void> => waitFor(() => expect(location.pathname + location.search).toMatch(address))

/** Resolves once the chip of every page says that of the device: "Al día", "Sin conexión (2 cambios)". */
export const syncState = (said: string): Promise<HTMLElement> =>
  screen.findByRole('button', { name: (name) => name.startsWith(`Estado de sincronización: ${said}`) })
