import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog, rowOf, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { evaluator } from '#server/testing/personas.ts'
import { coordination } from '#server/testing/questions.ts'

const form = 'ensayo-evaluacion'
const list = pageAddress('evaluations', { form })
const east = 'Dirección de Ejemplo del Este'
const west = 'Agencia de Ejemplo del Oeste'

async function opened() {
  const page = await renderScreen(list, { who: evaluator })
  const { user } = page
  const act = async (name: string, what: string): Promise<void> => {
    await user.click(within(await lineOf(name)).getByRole('button', { name: `Acciones de ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: what }))
  }
  /** Accepts from the row what nobody has decided yet. */
  const acceptRemaining = async (name: string): Promise<void> => {
    await act(name, 'Aceptar las restantes')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent(name)
    await user.click(await within(dialog).findByRole('button', { name: /^Aceptar \d+ respuestas$/ }))
    await gone(() => screen.queryByRole('alertdialog'))
    await waitFor(async () => expect(await lineOf(name)).toHaveTextContent('0 pendientes'))
  }
  return { ...page, act, acceptRemaining }
}
const box = (name: string) => screen.queryByRole('checkbox', { name: `Elegir ${name}` })

const lineOf = (name: string): Promise<HTMLElement> => rowOf(new RegExp(`^${name}`))

/** An administrator who acts for an institution writes over an answer. */
async function writeOver(world: TestApp): Promise<void> {
  const token = await world.token('lab-admin')
  const call = async (path: string, body: object) => expect((await world.call('POST', path, { token, body })).status).toBe(200)
  await call('impersonation', { formId: form, institutionId: 'este', reason: 'Su líder pidió por teléfono que se corrija.' })
  const answer = { questionId: 'en-th-coordinacion', answer: 'Subdirección de Personas', institution: 'este' }
  await call(`form/${form}/saveQuestionAnswerAdmin`, answer)
}

test('an evaluator accepts from a row what is left, and takes it back', async () => {
  const { user, acceptRemaining } = await opened()
  await lineOf(west)
  expect(box(west)).not.toBeInTheDocument()
  await acceptRemaining(west)
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  await waitFor(async () => expect(await lineOf(west)).not.toHaveTextContent('0 pendientes'))
  expect(box(west)).not.toBeInTheDocument()
})

test('of two evaluations that are sent at once without a network, the one whose answer changed meanwhile stays chosen and says why, until it is decided and sent', async () => {
  const { user, world, network, load, act, acceptRemaining } = await opened()
  await acceptRemaining(west)
  await acceptRemaining(east)
  await syncState('Al día')
  network.set('offline')
  await user.click(screen.getByRole('checkbox', { name: 'Elegir las 2 de esta página' }))
  await user.click(screen.getByRole('button', { name: 'Enviar a administración' }))
  await user.click(await (await inDialog()).findByRole('button', { name: 'Enviar 2' }))
  await syncState('Sin conexión (2 cambios)')
  for (const name of [east, west]) await waitFor(async () => expect(await lineOf(name)).toHaveTextContent('Envío en espera de conexión'))

  await writeOver(world)
  network.set('online')
  await syncState('Requiere atención')
  const sends = (await ledgerOf(world, 'lab-evaluadora')).filter(({ name }) => name === 'evaluation.send')
  expect(sends.map(({ d }) => d).toSorted()).toEqual(['applied', 'lost'])
  for (const again of [false, true]) {
    if (again) await load()
    await waitFor(async () => expect(await lineOf(east)).toHaveTextContent('No se envió.'))
    await waitFor(() => expect(box(east)).toBeChecked())
    expect(box(west)).not.toBeInTheDocument()
    expect(await lineOf(west)).not.toHaveTextContent('Envío en espera de conexión')
  }

  await load(
    pageAddress('evaluation', { form, institution: 'este', subDimension: 'en-talento-humano', filter: 'all', unit: 'en-th-coordinacion' }),
  )
  const card = within(await screen.findByRole('group', { name: coordination }))
  await user.click(card.getByRole('button', { name: 'Confirmar: Aceptada' }))
  await gone(() => card.queryByRole('button', { name: 'Confirmar: Aceptada' }))
  await load(list)
  await act(east, 'Enviar a administración')
  await user.click(await (await inDialog()).findByRole('button', { name: 'Enviar' }))
  expect(await screen.findByText('1 evaluación enviada')).toBeVisible()
  expect(await lineOf(east)).not.toHaveTextContent('No se envió.')
  expect(box(east)).not.toBeInTheDocument()
})
