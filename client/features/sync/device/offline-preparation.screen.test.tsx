import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { evaluator, peopleOf } from '#server/testing/personas.ts'
import { setAppFiles } from '#client/testing/dom.ts'
import { inDialog, syncState } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'

const { professional: who } = peopleOf('norte')
const device = pageAddress('device')
const findings = async (): Promise<readonly string[]> =>
  within(await screen.findByRole('list', { name: 'Resultado de la prueba' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const prepareName = 'Preparar para trabajar sin conexión'

test('[NV6] preparing says ready once what was lacking has come, and not while a file of the application is refused', async () => {
  const { user } = await renderScreen(device, { who })
  setAppFiles({ lacking: 201, of: 201, never: 12 })
  await user.click(await screen.findByRole('button', { name: prepareName }))
  expect(await screen.findByText('Este equipo aún no está listo para trabajar sin conexión.')).toBeDefined()
  expect((await findings())[0]).toMatch(/^Faltan 12 de 201 archivos de la aplicación/)
  expect(screen.queryByText('Listo para usar sin conexión')).toBeNull()

  setAppFiles({ lacking: 12, of: 201, never: 0 })
  await user.click(screen.getByRole('button', { name: prepareName }))
  expect(await screen.findByText('Listo para usar sin conexión')).toBeDefined()
  expect(await findings()).toContain('La aplicación está completa en este equipo: 201 archivos.')
  expect(screen.queryByRole('button', { name: prepareName })).toBeNull()
})

test('[NV6] a device is tried on its page without a network, and nothing is brought', async () => {
  const { user, network, load } = await renderScreen(device, { who })
  await user.click(await screen.findByRole('button', { name: prepareName }))
  await screen.findByText('Listo para usar sin conexión')
  network.set('offline')
  await load()
  await user.click(await screen.findByRole('button', { name: 'Probar este equipo' }))
  expect(await screen.findByText('Este equipo abre la aplicación sin conexión y guarda lo que usted escribe.')).toBeDefined()

  setAppFiles({ lacking: 1, of: 9, never: 0 })
  await user.click(screen.getByRole('button', { name: 'Probar este equipo' }))
  expect(await screen.findByText(/^Falta 1 de 9 archivos/)).toBeDefined()
  setAppFiles({ lacking: 0, of: 0, never: 0 })
  await user.click(screen.getByRole('button', { name: 'Probar este equipo' }))
  expect(await screen.findByText(/^Este navegador no guarda la aplicación/)).toBeDefined()
  expect(screen.queryByText(/^Este equipo abre la aplicación/)).toBeNull()
})

test('[NV6] the help offers the trial, too', async () => {
  const { user } = await renderScreen(pageAddress('home'), { who })
  await user.click(await screen.findByRole('button', { name: '¿Necesita ayuda?' }))
  const dialog = await inDialog('¿Necesita ayuda?')
  expect(dialog.getByText('¿Funciona este equipo sin conexión?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Probar este equipo' }))
  expect(await dialog.findByText(/^Este equipo (?:abre|aún)/)).toBeDefined()
})

test('[NV6] [ST10] an evaluator prepares for a trip: the button at the foot of the window brings what is lacking, and what was found is told', async () => {
  const { user } = await renderScreen(pageAddress('evaluations'), { who: evaluator })
  await syncState('Al día')
  await user.click(await screen.findByRole('button', { name: 'Preparar para el viaje' }))
  const dialog = await inDialog('Preparar para el viaje')
  expect(await dialog.findByText(/^Las \d+ instituciones están en este equipo\.$/)).toBeVisible()
  expect(dialog.queryByText(/^Elija las instituciones/)).not.toBeInTheDocument()
  const prepare = dialog.getByRole('button', { name: prepareName })
  expect(prepare.closest('footer')).not.toBeNull()
  await user.click(prepare)
  expect(await dialog.findByText('Listo para usar sin conexión')).toBeVisible()
  expect(dialog.getByText(/^La aplicación está completa en este equipo/)).toBeVisible()
})
