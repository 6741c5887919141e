import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { publishPage } from '#shared/site/routes.ts'
import { fake, refuse } from '#client/testing/fake.ts'
import { arrivedAt, inDialog, pressable } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/personas.ts'

const saved = /paginas-admin\/[\w-]{8,}$/
const theirs = 'Lo de la otra persona'
const section = () => within(screen.getAllByRole('article')[0] ?? document.body)
const title = () => section().findByRole<HTMLInputElement>('textbox', { name: 'Título, en español' })
const toolbar = () => screen.getByRole('toolbar', { name: 'Acciones de la página' })

/** The editor of a new page, which has a name and one section. */
async function begun(name: string, type: string) {
  const page = await renderScreen(pageAddress('pageNew'), { who: admin })
  const { user } = page
  await user.type(await screen.findByRole('textbox', { name: 'Nombre de la página' }), name)
  await user.click(screen.getByRole('button', { name: 'Agregar seccion' }))
  const dialog = await inDialog('Elija el tipo de sección')
  const choice = dialog.getAllByRole('button').find((each) => within(each).queryByText(type))
  await user.click(must(choice, `no section ${type}`))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  const save = async (): Promise<void> => {
    await user.click(await pressable('Guardar borrador'))
    await waitFor(() => expect(toolbar()).toHaveTextContent('guardado por'))
    await arrivedAt(saved)
    // The page under its own address has versions.
    await pressable('Versiones')
  }
  const openSection = async (): Promise<void> => user.click(await section().findByRole('button', { name: /^Editar seccion sección 1/ }))
  return { ...page, save, openSection }
}

/** Another editor saves a newer draft of the open page, in which the first section has another title. */
async function saveElsewhere(world: TestApp): Promise<void> {
  const token = await world.token('lab-admin')
  const id = must(location.pathname.split('/').at(-1), 'no page')
  const { data } = await world.call('GET', `publicSite/Admin/${id}`, { token })
  const { name, sections, about, number } = data as { name: string; sections: { content: object }[]; about: object; number: number }
  const changed = sections.map((each, at) => (at === 0 ? { ...each, content: { ...each.content, title: theirs } } : each))
  const reply = await world.call('POST', 'publicSite/Admin/site', { token, body: { id, name, about, sections: changed, seen: number } })
  expect(reply.status).toBe(200)
}

test('[WE4] [WE6] what is written of a page outlives the page and the network, and of two editors’ drafts the person chooses', async () => {
  const { user, world, network, load, save, openSection } = await begun('novedades', 'Título y cuerpo')
  await user.type(await title(), 'Un título a medias')
  await waitFor(() => expect(toolbar()).toHaveTextContent('Los cambios están en este equipo'))
  await load()
  expect(await screen.findByText(/Sigue con lo que dejó escrito en este equipo/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Nombre de la página' })).toHaveValue('novedades')
  await save()

  await openSection()
  network.set('offline')
  await user.clear(await title())
  await user.type(await title(), 'Escrito sin conexión')
  await waitFor(() => expect(toolbar()).toHaveTextContent('Sin conexión: los cambios están en este equipo'))
  expect(screen.getByRole('button', { name: 'Guardar borrador' })).toBeDisabled()
  await saveElsewhere(world)
  network.set('online')

  await user.click(await pressable('Guardar borrador'))
  const clash = within(
    await screen.findByText(/guardó un borrador más nuevo/).then((said) => must(said.closest<HTMLElement>('[role=alert]'), 'no alert')),
  )
  expect(await title()).toHaveValue('Escrito sin conexión')
  expect(toolbar()).toHaveTextContent(/guardó otro borrador de esta página\. Nada se perdió: lo suyo está en este equipo/)
  expect(toolbar()).not.toHaveTextContent('Sin conexión')
  await user.click(clash.getByRole('button', { name: 'Comparar' }))
  const compared = await screen.findByRole('dialog', { name: /^Lo de .* y lo mío$/ })
  expect(compared).toHaveTextContent(theirs)
  expect(compared).toHaveTextContent('Escrito sin conexión')
  await user.keyboard('{Escape}')
  await user.click(await clash.findByRole('button', { name: /^Usar lo de/ }))
  await waitFor(async () => expect(await title()).toHaveValue(theirs))
  await user.click(must(screen.getAllByRole('button', { name: 'Deshacer' })[0], 'nothing to take back'))
  await waitFor(async () => expect(await title()).toHaveValue('Escrito sin conexión'))
  await save()
  await user.click(await pressable('Versiones'))
  expect(await screen.findByText(/^Versión 3/)).toBeVisible()
})

test('[WE6] [WE7] a new page that was saved and not published says so, and no page changes under an open window', async () => {
  const { user, world, network, openSection } = await begun('avisos', 'Lista')
  network.use(fake(publishPage, () => refuse('unavailable', { seconds: 2 })))
  await user.type(must(screen.getAllByRole('textbox', { name: 'Título, en español' })[0], 'no title'), 'Avisos')
  await user.type(await title(), 'Una lista')
  await user.click(section().getByRole('button', { name: 'Agregar elemento' }))
  const first = await inDialog('Título y contenido del elemento 1')
  await user.click(first.getByRole('button', { name: 'Listo' }))
  await user.click(await pressable('Publicar'))
  await user.click(await pressable('Publicar de todos modos'))
  expect((await screen.findAllByText('La página quedó guardada como borrador, pero no se publicó.'))[0]).toBeVisible()
  await arrivedAt(saved)
  await pressable('Versiones')

  await openSection()
  await user.click(section().getByRole('button', { name: 'Editar elemento 1' }))
  const item = await inDialog('Título y contenido del elemento 1')
  await saveElsewhere(world)
  const reads = () => network.requests.filter((each) => /^GET .*publicSite\/Admin\//.test(each)).length
  const before = reads()
  dispatchEvent(new Event('focus'))
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
  expect(item.queryByRole('button', { name: 'Cancelar los cambios' })).not.toBeInTheDocument()
  await user.click(item.getByRole('button', { name: 'Listo' }))
  await waitFor(async () => expect(await title()).toHaveValue(theirs))
  expect(screen.queryByText(/guardó un borrador más nuevo/)).not.toBeInTheDocument()
})
