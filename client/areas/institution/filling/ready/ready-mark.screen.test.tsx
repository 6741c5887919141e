import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { colleagues, fillingOf } from '#client/testing/norte.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { peopleOf } from '#server/testing/personas.ts'

const { secondProfessional, subdimensionLeader } = peopleOf('norte')
const professions = '¿Cuántas profesiones distintas hay en la dotación?'
const talent = fillingOf('talento-humano')
const markButton = () => screen.queryByRole('button', { name: 'Marcar sección lista' })

/** The professional has answered the one question that waited for them in the section, and said that it is ready. */
async function markedWorld(): Promise<TestApp> {
  const world = await demoWorld()
  const ask = colleagues(world)
  await ask('norte-profesional2', 'answer.set', { unit: 'th-profesiones', value: 14 })
  await ask('norte-profesional2', 'section.ready', { subDimensionId: 'talento-humano', ready: true })
  return world
}

test('[FL5] a section is said to be ready without a network once nothing of the person’s waits in it, and whom it will reach, and has reached, is told', async () => {
  const { user, network, world } = await renderScreen(talent, { who: secondProfessional })
  const field = (await cardOf(professions)).getByRole('textbox')
  await syncState('Al día')
  network.set('offline')
  expect(markButton()).not.toBeInTheDocument()
  await write(user, field, '14')
  await waitFor(() => expect(markButton()).toBeVisible())
  await user.click(screen.getByRole('button', { name: 'Marcar sección lista' }))
  expect(await screen.findByText(new RegExp(`${subdimensionLeader.fullName} recibirá el aviso cuando haya conexión\\.`))).toBeVisible()
  network.set('online')
  expect(await screen.findByText(`Marcó su parte como lista y se avisó a ${subdimensionLeader.fullName}.`)).toBeVisible()
  expect((await ledgerOf(world, 'norte-profesional2')).map(({ name, d }) => `${name} ${d}`)).toEqual([
    'answer.set applied',
    'section.ready applied',
  ])
})

test('[FL5] who leads the area is told once behind the bell, and led to the section, which says by whom it is ready', async () => {
  const { user } = await renderScreen(pageAddress('home'), { who: subdimensionLeader, world: await markedWorld() })
  await user.click(await screen.findByRole('button', { name: /^Notificaciones/ }))
  const drawer = await inDialog('Notificaciones')
  await drawer.findByText(new RegExp(`${secondProfessional.fullName} marcó como lista la sección «Talento Humano»`))
  await user.click(drawer.getByRole('link', { name: 'Abrir: Sección lista: Talento Humano' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Talento Humano' })).toBeVisible()
  expect((await screen.findAllByText(`Lista según ${secondProfessional.fullName}`))[0]).toBeVisible()
})

test('[FL6] a comment asks for something again: the mark falls without anybody taking it away, and is set anew once that is answered', async () => {
  const world = await markedWorld()
  const { user } = await renderScreen(talent, { who: secondProfessional, world })
  await screen.findByText(/^Marcó su parte como lista y se avisó a/)
  const comment = { id: 'comment-1', unit: 'th-profesiones', threadId: 'thread-1', body: '¿Están contadas las de honorarios?' }
  await colleagues(world)('norte-subdimension', 'comment.add', comment)
  expect(await screen.findByText(/La marca de sección lista se quitó sola/)).toBeVisible()
  expect(markButton()).not.toBeInTheDocument()

  const card = await cardOf(professions)
  await user.click(card.getByRole('button', { name: '1 comentario' }))
  const thread = within(await card.findByRole('region', { name: 'Comentarios' }))
  await user.type(thread.getByRole('textbox', { name: 'Su respuesta al comentario' }), 'Sí, con honorarios.')
  await user.click(thread.getByRole('button', { name: 'Responder' }))
  await user.click(await screen.findByRole('button', { name: 'Marcar sección lista' }))
  await screen.findByText(/^Marcó su parte como lista y se avisó a/)
  expect((await ledgerOf(world, 'norte-profesional2')).map(({ name, d }) => `${name} ${d}`)).toEqual([
    'comment.reply applied',
    'section.ready applied',
  ])
})

test('[FL6] to who leads the area the words of a mark go when they ask for something in the section', async () => {
  const { user } = await renderScreen(talent, { who: subdimensionLeader, world: await markedWorld() })
  await screen.findAllByText(`Lista según ${secondProfessional.fullName}`)
  const card = await cardOf(professions)
  await user.click(card.getByRole('button', { name: /^(\d+ comentarios?|Comentar)$/ }))
  const thread = within(await card.findByRole('region', { name: 'Comentarios' }))
  await user.type(thread.getByRole('textbox', { name: 'Nuevo comentario' }), '¿Están contadas las de honorarios?')
  await user.click(thread.getByRole('button', { name: 'Comentar' }))
  await waitFor(() => expect(screen.queryAllByText(/^Lista según/)).toEqual([]))
})
