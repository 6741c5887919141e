import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { gone, inDialog } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

const alert = 'Declara que personas usuarias participaron en la evaluación, pero ninguna iniciativa se evaluó.'
const told = 'También la ve la institución antes de enviar'

test('[AL4] an administrator says which alert institutions are told', async () => {
  const { user } = await renderScreen(pageAddress('formEditor', { form: 'indice-2025', ver: 'alertas' }), { who: admin })
  const item = async () => within(must((await screen.findByText(alert)).closest('li'), 'an alert is in no list'))
  expect((await item()).getByText(told)).toBeVisible()
  const press = async (): Promise<void> => {
    await user.click((await item()).getByRole('button', { name: /^Editar la alerta/ }))
    const dialog = await inDialog('Editar alerta')
    await user.click(dialog.getByRole('checkbox', { name: /^Mostrarla también a la institución/ }))
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await gone(() => screen.queryByRole('dialog'))
  }
  await press()
  const off = await item()
  await gone(() => off.queryByText(told))
  await press()
  expect(await (await item()).findByText(told)).toBeVisible()
})
