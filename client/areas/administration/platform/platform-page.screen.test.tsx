import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { arrivedAt } from '#client/testing/find.ts'
import { carryAway } from '#client/testing/letters.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { wire, type TestApp } from '#server/testing/app.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'

const { leader: reader, professional } = peopleOf('norte')
const opened = (world: TestApp, ver?: string) => renderScreen(pageAddress('platform', { ver }), { who: admin, world })
const rowWith = (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = within(screen.getByRole('main'))
      .getAllByRole('row')
      .find(({ textContent }) => textContent?.includes(text))
    if (!found) throw new Error(`no row with ${text}`)
    return found
  })

/** A world in which a letter of the lab's to the reader bounced. */
async function withBounced(): Promise<TestApp> {
  const world = await demoWorld()
  const body = { option: '1', template: 'NotificationSent', subject: 'Taller', body: 'El martes a las 10.', institutionIds: ['norte'] }
  expect((await world.call('POST', 'notifications', { token: await world.token('lab-admin'), body })).status).toBe(200)
  expect(await carryAway(world, [reader.email])).not.toContain(reader.email)
  return world
}

test('[HP10] a letter that bounced is told first with the way there, without what it says; it is sent again and goes once, and the audit has it', async () => {
  const world = await withBounced()
  const { user, load } = await opened(world)
  await user.click(await screen.findByRole('link', { name: 'Ver: Una carta no se pudo entregar' }))
  const row = await rowWith(reader.email)
  expect(row).toHaveTextContent('Notificación del laboratorio')
  expect(row).toHaveTextContent('El servidor de correo respondió 550')
  expect(screen.getByRole('main')).not.toHaveTextContent('El martes a las 10')
  await user.click(screen.getByRole('button', { name: /^Enviar de nuevo: Notificación del laboratorio/ }))
  expect(await screen.findByText(/^1 carta saldrá en segundos/)).toBeVisible()
  expect(await screen.findByText(/^No hay cartas sin entregar/)).toBeVisible()
  expect(await carryAway(world)).toEqual([reader.email])
  expect(await carryAway(world)).toEqual([])
  await load(pageAddress('audit', { group: 'notifications' }))
  expect(await screen.findByText(/^Reenvía cartas que no se pudieron entregar/)).toBeVisible()
})

test('[HP11] whose work waits on a device is named, with how much, and leads to the person', async () => {
  const world = await demoWorld()
  const seen = wire(1, 'visit.record', {}, { s: 'user:norte-profesional' })
  await world.push(await world.token('norte-profesional'), 'a-desk', [seen], { pending: 3 })
  const { user } = await opened(world, 'equipos')
  const row = await rowWith(professional.email)
  expect(within(row).getByRole('cell', { name: '3' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent('Desde aquí no se puede forzar ni leer')
  await user.click(within(row).getByRole('link', { name: professional.fullName }))
  await arrivedAt(new RegExp(`^${pageAddress('externalUsers')}`))
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(professional.email))
})

test('without a network the state of the platform is what this device read last, and says when', async () => {
  const { user, network } = await opened(await demoWorld())
  await screen.findByRole('heading', { name: 'Procesos del servidor' })
  expect(screen.queryByText(/leyó el/)).not.toBeInTheDocument()
  network.set('offline')
  await user.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText(/se muestra lo que este equipo leyó el/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Almacenamiento' }))
  expect(await screen.findByText(/este equipo aún no ha leído esta parte/)).toBeVisible()
  network.set('online')
  expect(await screen.findByRole('table')).toBeVisible()
})
