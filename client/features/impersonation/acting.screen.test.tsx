import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { fillingOf, norte } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'
import { training } from '#server/testing/questions.ts'

const banner = async () => within(await screen.findByRole('region', { name: 'Actuar en nombre de una institución' }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** An administrator acts for norte, on a telephone. */
async function acting(address: string) {
  const page = await renderScreen(pageAddress('forms'), { who: admin, width: 390 })
  const body = { formId: norte.formId, institutionId: norte.institutionId, reason: 'La encargada está con licencia.' }
  // It is of one session: this device's.
  const token = localStorage.getItem('iip_local_token') ?? ''
  expect((await page.world.call('POST', 'impersonation', { token, body })).status).toBe(200)
  await page.load(address)
  await screen.findByText(/Está actuando en nombre de/)
  await syncState('Al día')
  return page
}

test('[IM6] it begins among the participants with a reason, and is seen from then on whose questionnaire it is', async () => {
  const { user } = await renderScreen(pageAddress('participants', { form: norte.formId }), { who: admin, width: 390 })
  await user.click(await screen.findByRole('button', { name: /^Impersonalizar a .*Norte/ }))
  const dialog = await inDialog(/^Actuar en nombre de/)
  await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'La encargada está con licencia.')
  await user.click(dialog.getByRole('button', { name: 'Comenzar' }))
  expect(await screen.findByRole('region', { name: 'Institución y parte del formulario' })).toHaveTextContent('Norte')
})

test('[IM6] a dimension leads to its first sub-dimension, and a sub-dimension to itself', async () => {
  const { user } = await acting(fillingOf('talento-humano'))
  // Another part is another page.
  const place = async () => within(await screen.findByRole('region', { name: 'Institución y parte del formulario' }))
  await user.selectOptions((await place()).getByRole('combobox', { name: 'Dimensión' }), 'Prácticas y Procesos')
  await heading('Actividades y Prácticas')
  await user.selectOptions((await place()).getByRole('combobox', { name: 'Subdimensión' }), 'Procedimientos')
  await heading('Procedimientos')
  await user.selectOptions((await place()).getByRole('combobox', { name: 'Dimensión' }), 'Recursos Institucionales')
  await heading('Talento Humano')
})

test('[IM6] that no file is attached is said in its place, and what keeps its leader from sending keeps them: they are led through it first', async () => {
  const { user, world } = await acting(fillingOf('talento-humano'))
  await user.click(await (await cardOf(training)).findByRole('checkbox', { name: 'No adjunto archivo' }))
  await waitFor(async () =>
    expect((await ledgerOf(world, 'lab-admin')).map(({ name, d }) => `${name} ${d}`)).toEqual(['attachment.decline applied']),
  )
  expect(screen.getByRole('button', { name: /^Siguiente pendiente/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Revisar y enviar' })).not.toBeInTheDocument()
})

test('[IM6] who answers what is shared out in the leader’s place, but for the delegate, and the banner leads there and back', async () => {
  const { user } = await acting(fillingOf('talento-humano'))
  await user.click(await (await banner()).findByRole('link', { name: 'Responsables' }))
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('button', { name: /^Cambiar .*Talento Humano/ })).toBeVisible()
  expect(main.queryByRole('button', { name: /Delegado/ })).not.toBeInTheDocument()
  await user.click(await (await banner()).findByRole('link', { name: 'Ir a su formulario' }))
  await cardOf(training)
  await user.click(screen.getByRole('link', { name: 'Volver a los formularios' }))
  await heading('Formularios')
  expect(await (await banner()).findByRole('link', { name: 'Ir a su formulario' })).toBeVisible()
  await user.click(await (await banner()).findByRole('button', { name: 'Terminar' }))
  await gone(() => screen.queryByRole('region', { name: 'Actuar en nombre de una institución' }))
})
