import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { arrivedAt, inDialog } from '#client/testing/find.ts'
import { demoWorld, renderScreen, type TestScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { shownCode } from '#server/testing/authenticator.ts'
import { admin, evaluator } from '#server/testing/personas.ts'

const keyShown = async (): Promise<string> => (await screen.findByLabelText('Clave')).textContent ?? ''
const recoveryCodes = async (): Promise<readonly string[]> => {
  const list = await screen.findByRole('list', { name: 'Sus códigos de recuperación' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
}

/** A device on which the evaluator gave their password. */
async function withPassword(world: TestApp): Promise<TestScreen> {
  const page = await renderScreen(pageAddress('login'), { world })
  await page.user.type(await screen.findByLabelText('Correo electrónico'), evaluator.email)
  await page.user.type(screen.getByLabelText('Contraseña'), evaluator.password)
  await page.user.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  return page
}

/** The evaluator turns two-step verification on. */
async function turnedOn(world: TestApp): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
  const { user } = await renderScreen(pageAddress('settings'), { who: evaluator, world })
  const heading = await screen.findByRole('heading', { name: 'Verificación en dos pasos' })
  const card = within(heading.closest('section') ?? document.body)
  await user.click(await card.findByRole('button', { name: 'Activar' }))
  expect(await card.findByRole('img', { name: 'Código QR con la clave' })).toBeVisible()
  const key = await keyShown()
  const code = card.getByLabelText('Código de la clave nueva')
  await user.type(code, '000000')
  await user.type(card.getByLabelText('Contraseña actual'), evaluator.password)
  await user.click(card.getByRole('button', { name: 'Activar' }))
  expect(await card.findByText('El código no es correcto o ya se usó.')).toBeVisible()
  await user.clear(code)
  await user.type(code, shownCode(key, Date.now()))
  await user.click(card.getByRole('button', { name: 'Activar' }))
  const codes = await recoveryCodes()
  await user.click(card.getByRole('button', { name: 'Guardé mis códigos' }))
  expect(await card.findByText('Le quedan 10 códigos de recuperación.')).toBeVisible()
  return { key, codes }
}

test('an evaluator turns two-step verification on; another device asks for the code of now, which the keyboard alone gives', async () => {
  const world = await demoWorld()
  const { key, codes } = await turnedOn(world)
  expect(codes).toHaveLength(10)
  const { user } = await withPassword(world)
  await waitFor(() => expect(screen.getByLabelText('Código')).toHaveFocus())
  // The code that confirmed the key does not work again: the next one does.
  await user.keyboard(`${shownCode(key, Date.now(), 1)}{Enter}`)
  await arrivedAt(/^\/dashboard/)
})

test('without the telephone a recovery code gets in, and one is left less', async () => {
  const world = await demoWorld()
  const { codes } = await turnedOn(world)
  const { user, load } = await withPassword(world)
  await user.click(await screen.findByRole('button', { name: 'No tengo mi teléfono: usar un código de recuperación' }))
  await user.type(screen.getByLabelText('Código de recuperación'), codes[0] ?? '')
  await user.click(screen.getByRole('button', { name: 'Verificar' }))
  await arrivedAt(/^\/dashboard/)
  await load(pageAddress('settings'))
  expect(await screen.findByText('Le quedan 9 códigos de recuperación.')).toBeVisible()
})

test('an administrator resets the two steps, and the password alone gets in again', async () => {
  const world = await demoWorld()
  await turnedOn(world)
  const { user } = await renderScreen(pageAddress('internalUsers'), { who: admin, world })
  await user.click(await screen.findByRole('button', { name: `Acciones de ${evaluator.fullName}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restablecer la verificación en dos pasos' }))
  await user.click((await inDialog(undefined, 'alertdialog')).getByRole('button', { name: 'Restablecer' }))
  expect(await screen.findByText('Se quitó la verificación en dos pasos. La persona recibe un correo.')).toBeVisible()
  await withPassword(world)
  await arrivedAt(/^\/dashboard/)
})

test('where the platform asks for two steps, who has none makes them before they get in', async () => {
  const { user } = await withPassword(await demoWorld({ labFactor: ['Evaluator'] }))
  expect(await screen.findByRole('heading', { name: 'Active la verificación en dos pasos' })).toBeVisible()
  await user.type(screen.getByLabelText('Código'), shownCode(await keyShown(), Date.now()))
  await user.click(screen.getByRole('button', { name: 'Activar y entrar' }))
  expect(await recoveryCodes()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
  await arrivedAt(/^\/dashboard/)
})
