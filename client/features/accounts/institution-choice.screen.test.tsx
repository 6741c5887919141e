import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { orgScope } from '#shared/protocol/scope.ts'
import { must } from '#shared/kernel/assert.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { renderScreen, type TestScreen } from '#client/testing/render-screen.tsx'
import { changeDirectory } from '#server/sync/perform.ts'
import type { TestApp } from '#server/testing/app.ts'
import { admin, delegateElsewhere } from '#server/testing/personas.ts'
import { coordination } from '#server/testing/questions.ts'

const valle = 'Instituto de Ejemplo del Valle'
const costa = 'Servicio Ficticio de la Costa'
const { fullName, email, password } = delegateElsewhere
const home = pageAddress('home')
const at = (institution: 'valle' | 'costa') => pageAddress('filling', { form: 'indice-2025', institution, subDimension: 'talento-humano' })
const choice = () => inDialog('¿Con qué institución trabajará?')
const account = () => screen.findByRole('button', { name: new RegExp(fullName) })

async function signIn(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Correo electrónico'), email)
  await user.type(screen.getByLabelText('Contraseña'), password)
  await user.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
}

async function change(user: UserEvent, name: string): Promise<void> {
  await user.click(await account())
  await user.click(await screen.findByRole('menuitem', { name: /^Cambiar de institución/ }))
  const dialog = await choice()
  await user.click(dialog.getByRole('radio', { name: new RegExp(name) }))
  await user.click(dialog.getByRole('button', { name: 'Continuar' }))
  await gone(() => screen.queryByRole('dialog'))
}

/** Both institutions are on the device, and the first one is in front. */
async function bothHere(): Promise<TestScreen> {
  const page = await renderScreen(at('costa'), { who: delegateElsewhere })
  await cardOf(coordination)
  await page.load(at('valle'))
  await cardOf(coordination)
  await syncState('Al día')
  return page
}

/** Answers one question of the institution whose questionnaire is opened. */
async function answer({ user, load }: TestScreen, institution: 'valle' | 'costa', text: string): Promise<void> {
  await load(at(institution))
  const field = (await cardOf(coordination)).getByRole('textbox')
  expect(field).not.toHaveValue(text)
  await write(user, field, text)
}

const answered = async ({ app, db }: TestApp, institutionId: string): Promise<unknown> =>
  must(await db.read((tx) => app.server.worlds.read(tx, { institutionId, formId: 'indice-2025' })), institutionId).answer('th-coordinacion')
    ?.value

test('who belongs to two institutions is asked at sign-in, each with what they are there; the next sign-in begins with the one chosen last', async () => {
  const page = await renderScreen(pageAddress('login'))
  await signIn(page.user)
  const dialog = await choice()
  expect(dialog.getByRole('radio', { name: new RegExp(valle) })).toBeChecked()
  for (const role of ['Líder Institucional', 'Delegado']) expect(dialog.getByText(role)).toBeVisible()
  await page.user.click(dialog.getByRole('button', { name: 'Continuar' }))
  await gone(() => screen.queryByRole('dialog'))
  expect((await within(await screen.findByRole('main')).findAllByText(valle))[0]).toBeVisible()
  await change(page.user, costa)
  expect((await within(await screen.findByRole('main')).findAllByText(costa))[0]).toBeVisible()
  await syncState('Al día')

  const other = await renderScreen(pageAddress('login'), { world: page.world })
  await signIn(other.user)
  await waitFor(async () => expect((await choice()).getByRole('radio', { name: new RegExp(costa) })).toBeChecked())
})

test('[ST1] once “Al día” is said, either questionnaire is opened without a network', async () => {
  const { network, load } = await renderScreen(pageAddress('settings'), { who: delegateElsewhere })
  await syncState('Al día')
  network.set('offline')
  for (const institution of ['costa', 'valle'] as const) {
    await load(at(institution))
    await cardOf(coordination)
  }
})

test('without a network they answer for one, change in the header and answer for the other: both arrive, each in its own', async () => {
  const page = await bothHere()
  const { user, network, load, world } = page
  network.set('offline')
  await answer(page, 'valle', 'Coordinadora del valle')
  await syncState('Sin conexión (1 cambio)')
  await load(home)
  await change(user, costa)
  expect((await within(await screen.findByRole('main')).findAllByText(costa))[0]).toBeVisible()
  await answer(page, 'costa', 'Coordinador de la costa')
  await syncState('Sin conexión (2 cambios)')
  // The choice outlives the page, also before the server has heard of it.
  await load(home)
  expect((await within(await screen.findByRole('main')).findAllByText(costa))[0]).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  network.set('online')
  await syncState('Al día')
  expect((await ledgerOf(world, 'valle-lider')).map(({ name, d }) => `${name} ${d}`)).toEqual(['answer.set applied', 'answer.set applied'])
  expect([await answered(world, 'valle'), await answered(world, 'costa')]).toEqual(['Coordinadora del valle', 'Coordinador de la costa'])
})

test('one is taken away while they write for it without a network: the words stay on the device, and the other institution goes on', async () => {
  const page = await bothHere()
  const { user, network, world } = page
  network.set('offline')
  await answer(page, 'costa', 'Escrito para la costa sin red')
  await syncState('Sin conexión (1 cambio)')
  await answer(page, 'valle', 'Escrito para el valle sin red')
  const before = await syncState('Sin conexión (2 cambios)')
  await changeDirectory(world.app.server, {
    userId: 'lab-admin',
    scope: orgScope('costa'),
    name: 'member.remove',
    args: { userId: 'valle-lider' },
  })
  network.set('online')
  await waitFor(async () =>
    expect((await ledgerOf(world, 'valle-lider')).map(({ name, d }) => `${name} ${d}`)).toEqual([
      'answer.set refused',
      'answer.set applied',
    ]),
  )
  const known = (): { institutions?: readonly unknown[] } => JSON.parse(localStorage.getItem('iip_user') ?? '{}') as object
  await waitFor(() => expect(known().institutions).toHaveLength(1))
  // The page begins anew, as that of somebody with one institution.
  await gone(() => before)
  await user.click(await syncState('Requiere atención'))
  expect(await (await inDialog('Sincronización')).findByText('Escrito para la costa sin red')).toBeVisible()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await user.click(await account())
  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: /^Cambiar de institución/ })).not.toBeInTheDocument()
})

test('an administrator takes one of somebody’s institutions away', async () => {
  const { user } = await renderScreen(pageAddress('externalUsers'), { who: admin })
  await user.type(await screen.findByRole('searchbox'), email)
  await user.click(await screen.findByRole('button', { name: `Acciones de ${fullName}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Instituciones' }))
  await user.click(await screen.findByRole('button', { name: `Quitar ${costa}` }))
  await user.click((await inDialog(undefined, 'alertdialog')).getByRole('button', { name: 'Quitar' }))
  expect((await screen.findAllByText(`Ya no pertenece a ${costa}.`))[0]).toBeVisible()
})
