import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { arrivedAt, inDialog, syncState } from '#client/testing/find.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/personas.ts'

const lighthouses = 'Agencia Ficticia de Faros'
const path = 'form/indice-2025/participant'
const opened = (world?: TestApp) => renderScreen(pageAddress('participants', { form: 'indice-2025' }), { who: admin, world })
const box = () => screen.findByRole('checkbox', { name: new RegExp(`^${lighthouses}`) })
const evaluator = () => screen.findByRole('combobox', { name: `Evaluador de ${lighthouses}` })
const accept = () => screen.getByRole('button', { name: 'Aceptar' })

/** Who takes part and who evaluates each, by institution. */
async function standing(world: TestApp): Promise<Record<string, string | null>> {
  const { data } = await world.call('GET', path, { token: await world.token('lab-admin') })
  return Object.fromEntries(Object.entries(data as Record<string, { evaluator: string | null }>).map(([id, { evaluator: by }]) => [id, by]))
}

/** Another administrator says who takes part. */
async function say(world: TestApp, stands: Record<string, string | null>, removed: readonly object[] = []): Promise<void> {
  const institutions = Object.entries(stands).map(([institutionId, evaluatorId]) => ({ institutionId, evaluatorId }))
  const { status } = await world.call('POST', path, { token: await world.token('lab-admin'), body: { institutions, removed } })
  expect(status).toBe(200)
}

test('nothing is sent before it is accepted, and what was chosen is there after a reload', async () => {
  const { user, load, network } = await opened()
  await box()
  expect(accept()).toBeDisabled()
  await user.selectOptions(await evaluator(), 'Sin evaluador')
  expect(screen.getByText(/^Hay cambios sin aceptar\./)).toBeVisible()
  await load()
  expect(await screen.findByText('Se recuperó lo que había elegido antes.')).toBeVisible()
  expect(await evaluator()).toHaveValue('')
  expect(network.requests).not.toContain(`POST /api/v1/${path}`)
})

test('[HW9] what is chosen and taken back is half written no more', async () => {
  const { user } = await opened()
  await user.click(await box())
  await syncState('A medio escribir (1)')
  await user.click(await box())
  const stood = within(await evaluator()).getByRole<HTMLOptionElement>('option', { selected: true })
  await user.selectOptions(await evaluator(), 'Sin evaluador')
  await syncState('A medio escribir (1)')
  await user.selectOptions(await evaluator(), stood)
  await syncState('Al día')
})

test('[PA3] whoever has nobody goes to who has least', async () => {
  const world = await demoWorld()
  await say(world, { ...(await standing(world)), faros: null })
  const { user } = await opened(world)
  await box()
  expect(await evaluator()).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Repartir parejo' }))
  await waitFor(async () => expect(await evaluator()).not.toHaveValue(''))
  await user.click(accept())
  expect(await screen.findByText('Instituciones agregadas con éxito')).toBeVisible()
  expect((await standing(world))['faros']).not.toBeNull()
})

test('[PA4] an institution leaves only once its name is typed', async () => {
  const { user, world } = await opened()
  await user.click(await box())
  await user.click(accept())
  const dialog = await inDialog('¿Quitar 1 institución?', 'alertdialog')
  await user.type(dialog.getByRole('textbox'), 'Agencia')
  await user.click(dialog.getByRole('button', { name: 'Quitar y aceptar' }))
  expect(await dialog.findByText('El nombre no coincide.')).toBeVisible()
  expect(await standing(world)).toHaveProperty('faros')
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), 'agencia ficticia de faros')
  await user.click(dialog.getByRole('button', { name: 'Quitar y aceptar' }))
  expect(await screen.findByText('Instituciones agregadas con éxito')).toBeVisible()
  expect(await standing(world)).not.toHaveProperty('faros')
})

test('[PA2] [PA4] an institution that was taken out comes back as it was, led by who led it', async () => {
  const world = await demoWorld()
  const { faros: _, ...others } = await standing(world)
  await say(world, others, [{ institutionId: 'faros', name: lighthouses }])
  const { user, load } = await opened(world)
  expect(await box()).toHaveAccessibleName(/si la designa, vuelve con sus respuestas$/)
  await user.click(await box())
  expect(await screen.findByRole('combobox', { name: `Quién lidera ${lighthouses}` })).toHaveDisplayValue(/^Lidera: ./)
  await user.click(accept())
  await arrivedAt(new RegExp(`^${pageAddress('forms')}$`))
  await load(pageAddress('participants', { form: 'indice-2025' }))
  await waitFor(async () => expect(await box()).toHaveAccessibleName(/12 de 71 respuestas/))
})

test('without a network who takes part is read, and says that changing needs one', async () => {
  const { user, network, load } = await opened()
  await box()
  network.set('offline')
  await load()
  expect(await screen.findByText(/^Se muestra lo que este equipo tiene\./)).toBeVisible()
  expect(await within(await screen.findByRole('list', { name: 'Instituciones' })).findByText(lighthouses)).toBeVisible()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  network.set('online')
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await box()).toBeChecked()
})
