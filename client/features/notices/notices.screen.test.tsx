import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { arrivedAt, gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { colleagues } from '#client/testing/norte.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { peopleOf } from '#server/testing/personas.ts'

const { secondProfessional, subdimensionLeader } = peopleOf('norte')
const home = pageAddress('home')
const fresh = { name: 'Marcar como leído: Tiene preguntas a su cargo: Índice 2025' }
const panel = async () => within(await screen.findByRole('region', { name: 'Notificaciones' }))
const bell = () => screen.findByRole('button', { name: /^Notificaciones/ })
const said = (count: number) => `Le asignaron responsabilidades en «Índice 2025»: ${count} en total.`

async function give(world: TestApp, element: string, to: string): Promise<void> {
  const token = await world.token('norte-subdimension')
  const body = { user: { _id: to }, elements: [{ element, level: 'Question' }] }
  expect((await world.call('POST', 'form/indice-2025/responsable/assign', { token, body })).status).toBe(200)
}

test('[NO7] what somebody is given is in the panel as one notice; read behind the bell without a network, it is read on their other device', async () => {
  const world = await demoWorld()
  const { user, network, load } = await renderScreen(home, { who: secondProfessional, world })
  const told = await (await panel()).findByText(/en total\.$/)
  const before = Number(/(\d+) en total/.exec(told.textContent ?? '')?.[1])
  for (const element of ['th-plan', 'th-coordinacion', 'th-desafio']) await give(world, element, 'norte-profesional2')
  await give(world, 'th-desafio', 'norte-profesional')
  expect(await (await panel()).findByText(said(before + 3))).toBeVisible()
  expect((await panel()).getAllByRole('button', fresh)).toHaveLength(1)

  await syncState('Al día')
  network.set('offline')
  await load()
  await (await panel()).findByRole('button', fresh)
  ;(await bell()).focus()
  await user.keyboard('{Enter}')
  const drawer = await inDialog('Notificaciones')
  await user.click(await drawer.findByRole('button', fresh))
  await gone(() => drawer.queryByRole('button', fresh))
  await user.keyboard('{Escape}')
  network.set('online')
  await waitFor(async () =>
    expect((await ledgerOf(world, 'norte-profesional2')).map(({ name, d }) => `${name} ${d}`)).toEqual(['notice.read applied']),
  )

  const phone = await renderScreen(home, { who: secondProfessional, world, width: 390 })
  await phone.user.click(await bell())
  const there = await inDialog('Notificaciones')
  expect(await there.findByText(said(before + 3))).toBeVisible()
  expect(there.queryByRole('button', fresh)).not.toBeInTheDocument()
})

test('[NO7] who asked is told of the reply behind the bell, which leads to the question', async () => {
  const world = await demoWorld()
  const ask = colleagues(world)
  await give(world, 'th-plan', 'norte-profesional2')
  const thread = { unit: 'th-plan', threadId: 'thread-1' }
  await ask('norte-subdimension', 'comment.add', { ...thread, id: 'comment-1', body: '¿Cuál es el acto que lo aprueba?' })
  await ask('norte-profesional2', 'comment.reply', { ...thread, id: 'comment-2', body: 'La resolución 12', updateAnswer: false })
  const { user } = await renderScreen(home, { who: subdimensionLeader, world })
  await user.click(await bell())
  const drawer = await inDialog('Notificaciones')
  await user.click(await drawer.findByRole('link', { name: new RegExp(`^Abrir: ${secondProfessional.fullName} respondió su comentario`) }))
  await arrivedAt(/question=th-plan/)
})
