import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { colleagues, fillingOf, worldOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { initiatives, profiles } from '#server/testing/questions.ts'

const { leader, professional, subdimensionLeader } = peopleOf('norte')
const practices = fillingOf('actividades-practicas')
const named = 'ap-iniciativas-nombre@huella'
const removed = /^Comentarios: Fila «Huella Hídrica», [\d.]+ /
const question = 'Falta decir en qué año empezó'

/** The professional's block had a row with a name, on which the leader may have commented; the row was removed. */
async function withoutItsRow({ commented }: { commented: boolean }): Promise<TestApp> {
  const world = await demoWorld()
  const ask = colleagues(world)
  await ask('norte-profesional', 'answer.set', { unit: 'ap-iniciativas', value: { rows: ['huella', 'mesa'] } })
  await ask('norte-profesional', 'answer.set', { unit: named, value: 'Huella Hídrica' })
  if (commented) await ask('norte-lider', 'comment.add', { id: 'comment-1', unit: named, threadId: 'thread-1', body: question })
  await ask('norte-profesional', 'answer.set', { unit: 'ap-iniciativas', value: { rows: ['mesa'] } })
  return world
}

test('[CM13] a comment on a removed row waits at its block, by the name of the row, where it is replied to and resolved', async () => {
  const world = await withoutItsRow({ commented: true })
  const first = await renderScreen(practices, { who: professional, world })
  const block = await cardOf(initiatives)
  const waiting = within(await block.findByRole('region', { name: removed }))
  expect(waiting.getByText(question)).toBeVisible()
  expect(waiting.getByText('Espera su respuesta')).toBeVisible()
  await first.user.type(waiting.getByRole('textbox', { name: 'Su respuesta al comentario' }), 'Empezó en 2023.')
  await first.user.click(waiting.getByRole('button', { name: 'Responder' }))
  await gone(() => block.queryByRole('textbox', { name: 'Su respuesta al comentario' }))
  const stateThere = async () => (await worldOf(world)).get('thread', named)?.state
  await waitFor(async () => expect(await stateThere()).toBe('replied'))

  const second = await renderScreen(practices, { who: leader, world })
  const seen = within(await (await cardOf(initiatives)).findByRole('region', { name: removed }))
  expect(seen.getByText('Empezó en 2023.')).toBeVisible()
  await second.user.click(seen.getByRole('button', { name: 'Resolver' }))
  await gone(() => screen.queryByRole('region', { name: removed }))
  await waitFor(async () => expect(await stateThere()).toBe('resolved'))
})

test('[CM13] the check before a send names what a comment on a removed row is about', async () => {
  const send = pageAddress('send')
  await renderScreen(send, { who: leader, world: await withoutItsRow({ commented: true }) })
  await screen.findAllByText(/Comentario sin resolver sobre lo que ya no se pregunta: Fila «Huella Hídrica», /)
})

test('[CM12] a card about a removed row says where its words go before they are sent as a comment, and there they are', async () => {
  const world = await withoutItsRow({ commented: false })
  const late = colleagues(world)('norte-lider', 'answer.set', { unit: named, value: 'Huella de Agua' })
  await expect(late).rejects.toThrow('row_missing')
  const { user } = await renderScreen(practices, { who: leader, world })
  await user.click(await syncState('Requiere atención'))
  const panel = await inDialog()
  expect(
    await panel.findByText(/^Esta pregunta ya no está abierta\. Si lo envía como comentario, quedará en «[\d.]+ ¿Cuántas iniciativas/),
  ).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Enviar como comentario' }))
  await gone(() => panel.queryByRole('button', { name: 'Enviar como comentario' }))
  await user.click(panel.getByRole('button', { name: 'Cerrar' }))
  await gone(() => screen.queryByRole('dialog'))
  await syncState('Al día')
  const block = await cardOf(initiatives)
  await user.click(await block.findByRole('button', { name: '1 comentario' }))
  const thread = within(await block.findByRole('region', { name: 'Comentarios' }))
  expect(await thread.findByText(/^Fila «Huella Hídrica», [\d.]+ .+ — Huella de Agua$/)).toBeVisible()
  await waitFor(async () =>
    expect((await ledgerOf(world, 'norte-lider')).map(({ name, d }) => `${name} ${d}`)).toContain('comment.add applied'),
  )
})

test('[CM14] a comment written offline about an answer that changed meanwhile is said to be about an earlier version, which opens', async () => {
  const world = await demoWorld()
  const unit = 'th-perfiles'
  const choices = (...values: readonly string[]) => ({ choices: values.map((value) => ({ value })) })
  const { user, network } = await renderScreen(fillingOf('talento-humano'), { who: subdimensionLeader, world })
  const card = await cardOf(profiles)
  await syncState('Al día')
  network.set('offline')
  await user.click(card.getByRole('button', { name: 'Comentar' }))
  await user.type(await card.findByRole('textbox', { name: 'Nuevo comentario' }), '¿Y quién investiga?')
  await user.click(card.getAllByRole('button', { name: 'Comentar' }).at(-1) ?? document.body)
  await syncState('Sin conexión (1 cambio)')
  await colleagues(world)('norte-profesional', 'answer.set', { unit, value: choices('Diseño de servicios') })
  network.set('online')
  const arrived = async () => [...(await worldOf(world)).list('comment')].find((each) => each.unit === unit)
  await waitFor(async () => expect(await arrived()).toMatchObject({ body: '¿Y quién investiga?', answerRev: 1 }))
  expect((await worldOf(world)).answer(unit)?.rev).toBe(2)

  const theirs = await renderScreen(fillingOf('talento-humano'), { who: professional, world })
  const thread = within(await (await cardOf(profiles)).findByRole('region', { name: 'Comentarios' }))
  expect(await thread.findByText('Sobre una versión anterior')).toBeVisible()
  await theirs.user.click(thread.getByRole('button', { name: 'Ver qué decía la respuesta' }))
  const history = await inDialog()
  expect(await history.findByText(/Gestión de productos digitales/)).toBeVisible()
})
