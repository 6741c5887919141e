import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'

/** Every way in which our server is not at the other end. */
const lost = ['offline', 'gone', 'captive', 'no-server'] as const
const needsNetwork = 'Necesita conexión a internet.'
const { professional } = peopleOf('norte')

for (const network of lost) {
  test(`[CN1] [CN2] the sign-in says that there is no connection, and finds out by itself that there is one: ${network}`, async () => {
    const page = await renderScreen(pageAddress('login'), { network })
    const enter = await screen.findByRole('button', { name: 'Iniciar sesión' })
    // One button all the time: the focus may be on it.
    await waitFor(() => expect(enter).toHaveAccessibleDescription(needsNetwork))
    expect(screen.getByText('Sin conexión')).toBeVisible()
    page.network.set('online')
    await waitFor(() => expect(screen.queryByText('Sin conexión')).not.toBeInTheDocument())
    await page.user.type(screen.getByLabelText('Correo electrónico'), professional.email)
    await page.user.type(screen.getByLabelText('Contraseña'), professional.password)
    expect(enter).toBeEnabled()
  })

  test(`[CN3] in the settings what the server does is shut, and the state of the device says why: ${network}`, async () => {
    const page = await renderScreen(pageAddress('settings'), { who: professional })
    const save = () => screen.getByRole('button', { name: 'Guardar' })
    const chip = await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
    await waitFor(() => expect(save()).not.toHaveAccessibleDescription(needsNetwork))
    page.network.set(network)
    const name = await screen.findByRole('textbox', { name: 'Nombre' })
    await page.user.type(name, 'x')
    // A call that nobody answers is what a page first knows of it.
    if (network !== 'offline') await page.user.click(save())
    await waitFor(() => expect(save()).toHaveAccessibleDescription(needsNetwork))
    // The chip holds a bad word back for a moment.
    await waitFor(() => expect(chip).toHaveAccessibleName(/: Sin conexión/))
    page.network.set('online')
    // The name that was typed is still there to be saved.
    await waitFor(() => expect(chip).toHaveAccessibleName(/: A medio escribir \(1\)/))
    expect(save()).not.toHaveAccessibleDescription(needsNetwork)
  })
}
