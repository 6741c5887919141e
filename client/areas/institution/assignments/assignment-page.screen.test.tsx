import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'

const { leader, professional } = peopleOf('norte')

test('all of a dimension is given to one person without a network, taken back, and given again', async () => {
  const { user, network, world } = await renderScreen(pageAddress('team'), { who: leader })
  await user.click(await screen.findByRole('link', { name: 'Repartir' }))
  const section = within(await screen.findByRole('region', { name: /D4 Resultados/ }))
  await syncState('Al día')
  network.set('offline')
  const share = async (): Promise<void> => {
    await user.click(screen.getByRole('checkbox', { name: 'D4 Resultados' }))
    await user.click(await screen.findByRole('button', { name: 'Asignar a…' }))
    const who = await inDialog('Asignar responsable')
    expect(who.getByText(/1 dimensión, 2 subdimensiones y/)).toBeVisible()
    await user.type(await who.findByRole('combobox', { name: 'Persona' }), professional.fullName)
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${professional.fullName}`) }))
    await user.click(who.getByRole('button', { name: 'Asignar' }))
  }
  await share()
  const done = () => inDialog(`Asignada a ${professional.fullName}`)
  await user.click((await done()).getByRole('button', { name: 'Deshacer' }))
  expect((await screen.findAllByText('Asignación deshecha'))[0]).toBeVisible()
  await waitFor(() => expect(section.queryAllByText(professional.fullName)).toEqual([]))
  await share()
  await user.click((await done()).getByRole('button', { name: 'Entendido' }))
  await gone(() => screen.queryByRole('dialog'))
  await waitFor(() => expect(section.getAllByText(professional.fullName)).toHaveLength(3))
  network.set('online')
  await syncState('Al día')
  const written = await ledgerOf(world, 'norte-lider')
  expect(written.map(({ name, d }) => `${name} ${d}`)).toEqual(Array(3).fill('assignment.set applied'))
  expect(written[2]?.args).toContain('norte-profesional')
})
