import { screen, waitFor, within } from '@testing-library/dom'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

const picture = new File([readFileSync(new URL('../../../public/icons/icon-192.png', import.meta.url))], 'icon-192.png', {
  type: 'image/png',
})

test('[WE11] a file that is brought to the site is in the list of all of them, says that no page uses it, and is deleted by keys', async () => {
  const { user } = await renderScreen(pageAddress('pagesAdmin'), { who: admin })
  await user.click(await screen.findByRole('link', { name: 'Archivos del sitio' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Archivos del sitio' })).toHaveFocus())
  await user.upload(await screen.findByLabelText('Subir imagen', { selector: 'input' }), picture)
  const remove = await screen.findByRole('button', { name: 'Eliminar icon-192.png' })
  expect(remove.closest('tr')).toHaveTextContent('Sin uso')
  remove.focus()
  await user.keyboard('{Enter}')
  const asked = await screen.findByRole('alertdialog', { name: '¿Eliminar este archivo?' })
  await waitFor(() => expect(asked).toHaveTextContent('Ninguna página lo usa.'))
  within(asked).getByRole('button', { name: 'Eliminar archivo' }).focus()
  await user.keyboard('{Enter}')
  await gone(() => screen.queryByRole('alertdialog'))
  await gone(() => screen.queryByRole('button', { name: 'Eliminar icon-192.png' }))
  expect((await screen.findAllByText('Archivo icon-192.png eliminado.'))[0]).toBeVisible()
})
