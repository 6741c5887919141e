import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { norte } from '#client/testing/norte.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { wire, type TestApp } from '#server/testing/app.ts'
import { admin, evaluator, peopleOf } from '#server/testing/personas.ts'

const { professional, leader, subdimensionLeader } = peopleOf('norte')

/** An administrator was asked that somebody's name go. */
async function asked(name: string, world?: TestApp) {
  const { user } = await renderScreen(pageAddress('externalUsers'), { who: admin, world })
  await user.type(await screen.findByRole('searchbox'), name)
  await user.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Eliminar su nombre…' }))
  const dialog = await inDialog(undefined, 'alertdialog')
  const remove = () => user.click(dialog.getByRole('button', { name: 'Eliminar para siempre' }))
  return { user, dialog, reason: dialog.getByLabelText(/^Motivo/), typed: dialog.getByLabelText(/^Escriba/), remove }
}

test('[PG9] who leads keeps their name, and what to do first is said', async () => {
  const { user, dialog, reason, typed, remove } = await asked(leader.fullName)
  await user.type(reason, 'Lo pidió')
  await user.type(typed, leader.fullName)
  await remove()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Todavía tiene a cargo')
})

test('[PG9] the name is typed once more, and goes: their sessions end, nothing lets them in, and colleagues read it no more', async () => {
  const world = await demoWorld()
  const theirs = await world.token('norte-profesional')
  const { user, dialog, reason, typed, remove } = await asked(professional.fullName, world)
  await remove()
  expect(await dialog.findByText('No es el nombre de la cuenta.')).toBeVisible()
  await waitFor(() => expect(reason).toHaveFocus())
  await user.type(reason, 'Lo pidió por escrito')
  await remove()
  await waitFor(() => expect(typed).toHaveFocus())
  await user.type(typed, professional.fullName)
  await remove()
  expect(await screen.findByText(/^Su nombre se eliminó\. Ahora figura como Persona [0-9A-F]{6}\.$/)).toBeVisible()
  await gone(() => screen.queryByRole('alertdialog'))
  const overIt = { initialSelectionStart: 0, initialSelectionEnd: Number.MAX_SAFE_INTEGER }
  await user.type(screen.getByRole('searchbox'), 'Persona', overIt)
  expect(await screen.findByRole('rowheader', { name: /^Persona [0-9A-F]{6}\s*Sin correo\s*Anonimizada/ })).toBeVisible()

  expect((await world.call('GET', 'auth/me', { token: theirs })).status).toBe(401)
  const { email, password } = professional
  expect((await world.call('POST', 'auth', { body: { email, password } })).status).not.toBe(200)
  await renderScreen(pageAddress('team'), { who: leader, world })
  await syncState('Al día')
  expect((await screen.findAllByText(subdimensionLeader.fullName))[0]).toBeInTheDocument()
  expect(screen.queryByText(professional.fullName)).not.toBeInTheDocument()
})

test('an administrator who closes an account is told what waits on its devices, and that it is done', async () => {
  const world = await demoWorld()
  const sending = wire(1, 'evaluation.send', {}, { s: instScope(norte.institutionId, norte.formId), b: null })
  const pushed = await world.push(await world.token('lab-evaluadora'), 'device-of-evaluator', [sending], { pending: 2 })
  expect(pushed.status).toBe(200)
  const { user } = await renderScreen(pageAddress('internalUsers', { q: evaluator.email }), { who: admin, world })
  const theirs = await world.token('lab-evaluadora')
  const active = () => screen.findByRole('switch', { name: `Cuenta activa de ${evaluator.fullName}` })
  expect(await active()).toBeChecked()
  await user.click(await active())
  const dialog = await inDialog(undefined, 'alertdialog')
  expect(dialog.getByText(/^En sus equipos hay 2 cambios que todavía no llegan/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Desactivar' }))
  expect((await screen.findAllByText('Cuenta desactivada.'))[0]).toBeVisible()
  await waitFor(async () => expect(await active()).not.toBeChecked())
  expect((await world.call('GET', 'auth/me', { token: theirs })).status).toBe(401)
})
