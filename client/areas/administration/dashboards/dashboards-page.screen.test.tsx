import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog, pressable } from '#client/testing/find.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { rawViews } from '#server/site/renderer.ts'
import { admin } from '#server/testing/personas.ts'

const address = pageAddress('dashboardsConfig', { form: 'indice-2024' })

test('[DB15] results are taken away from visitors by one act, and shown again by one that names whom and shows the pages first', async () => {
  const { user, world } = await renderScreen(address, { who: admin, world: await demoWorld({ renderer: rawViews }) })
  const forms = async (): Promise<unknown> => (await world.call('GET', 'publicReports/results')).data
  expect(await screen.findByText('Los visitantes ven estos resultados')).toBeVisible()
  expect(await forms()).toMatchObject({ formId: 'indice-2024' })

  await user.click(await pressable('Quitar de los resultados públicos'))
  await user.click(
    (await inDialog('¿Quitar este formulario de los resultados públicos?', 'alertdialog')).getByRole('button', { name: 'Quitar' }),
  )
  expect(await screen.findByText('Los visitantes no ven nada de este formulario')).toBeVisible()
  expect(await forms()).toMatchObject({ formId: null, forms: [] })

  await user.click(await pressable('Mostrar a los visitantes'))
  const dialog = await inDialog('Así lo verán los visitantes')
  const names = await dialog.findAllByRole('listitem')
  expect(names.length).toBeGreaterThan(2)
  const confirm = dialog.getByRole('button', { name: `Mostrar ${names.length} instituciones` })
  await dialog.findByTitle(/^Vista previa, /)
  await waitFor(() => expect(confirm).toBeEnabled())
  expect(await forms()).toMatchObject({ formId: null, forms: [] })
  await user.click(confirm)
  await gone(() => screen.queryByRole('dialog'))
  expect(await screen.findByText('Los visitantes ven estos resultados')).toBeVisible()
  expect(await forms()).toMatchObject({ formId: 'indice-2024' })
})
