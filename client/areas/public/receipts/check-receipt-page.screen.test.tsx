import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { codeOf, inGroups } from '#shared/sends/receipt-code.ts'
import { colleagues, receiptOf, sentWorld } from '#client/testing/norte.ts'
import { renderScreen, type TestScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'

const institution = peopleOf('norte').leader.institution ?? ''

async function ask({ user, load }: TestScreen, number: string, code: string): Promise<void> {
  await load(pageAddress('checkReceipt'))
  await user.type(await screen.findByLabelText(/^Número del comprobante/), number)
  await user.type(screen.getByLabelText(/^Código/), code)
  await user.click(screen.getByRole('button', { name: 'Comprobar' }))
}

test('[RT3] a stranger finds a receipt genuine by its number and code, and by the whole digest; with another code nothing is told', async () => {
  const world = await sentWorld()
  const send = await receiptOf(world)
  const page = await renderScreen(pageAddress('checkReceipt'), { world })
  const code = inGroups(codeOf(send))
  await ask(page, send.number.toLowerCase(), code)
  expect(await screen.findByText('El comprobante es auténtico')).toBeVisible()
  expect(screen.getByText(institution)).toBeVisible()
  expect(screen.getByText(/El código coincide con el comienzo/)).toBeVisible()
  await ask(page, send.number, send.digest.toUpperCase())
  expect(await screen.findByText('La huella digital completa es la de lo que se recibió.')).toBeVisible()
  await ask(page, send.number, `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)
  expect(await screen.findByRole('alert')).toHaveTextContent('Ningún comprobante tiene ese número y ese código')
  expect(screen.queryByText(institution)).not.toBeInTheDocument()
  await ask(page, send.number, 'no es un código')
  expect(await screen.findByRole('alert')).toHaveTextContent('El código tiene 16 caracteres')
})

test('[RT3] who comes by the address that stands on the receipt is answered at once; of a send that was taken back, that it was', async () => {
  const world = await sentWorld()
  const send = await receiptOf(world)
  const printed = pageAddress('checkReceipt', { number: send.number, code: codeOf(send) })
  const { load } = await renderScreen(printed, { world })
  expect(await screen.findByText('El comprobante es auténtico')).toBeVisible()
  await colleagues(world)('norte-lider', 'answers.recall', { send: send.id })
  await load(printed)
  expect(await screen.findByText('El comprobante es auténtico, pero el envío se retiró')).toBeVisible()
})
