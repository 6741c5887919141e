import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { arrivedAt, gone, syncState } from '#client/testing/find.ts'
import { colleagues } from '#client/testing/norte.ts'
import { renderScreen, type TestScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { peopleOf, secondEvaluator } from '#server/testing/personas.ts'

const { leader, professional, subdimensionLeader } = peopleOf('norte')
const home = pageAddress('home')
const line = () => screen.queryByRole('region', { name: /^Desde su última visita/ })
const shownLine = async () => within(await screen.findByRole('region', { name: /^Desde su última visita/ }))
const answered = { unit: 'th-coordinacion', value: 'Jefatura de personas' }
const answer = (world: TestApp): Promise<void> => colleagues(world)('norte-profesional', 'answer.set', answered)

/** The device was put away so many hours ago: what it keeps of the last visit is of then. */
async function comeBack({ load }: TestScreen, hours: number, address = home): Promise<void> {
  await waitFor(() => expect(localStorage.getItem('visit')).not.toBeNull())
  const before = (more: number): string => new Date(Date.now() - (hours + more) * 3_600_000).toISOString()
  const kept = JSON.parse(localStorage.getItem('visit') ?? '{}') as object
  const visit = { at: before(1), since: null, seenAt: before(0), dismissed: false }
  localStorage.setItem('visit', JSON.stringify({ ...kept, visit }))
  await load(address)
}

test('[VS3] on the first visit nothing is told; who comes back reads who answered and where, which leads there, also without a network', async () => {
  const page = await renderScreen(home, { who: leader })
  const { user, world, network, load } = page
  await syncState('Al día')
  expect(line()).not.toBeInTheDocument()
  await answer(world)
  await comeBack(page, 20)
  const told = new RegExp(`${professional.fullName}.* 1 respuesta en Talento Humano`)
  await (await shownLine()).findByRole('link', { name: told })
  await syncState('Al día')
  network.set('offline')
  await load(home)
  await user.click(await (await shownLine()).findByRole('link', { name: told }))
  await arrivedAt(/talento-humano\?question=th-coordinacion/)
})

test('[VS3] put away by a key on one device it is gone there for good, and is not on the other', async () => {
  const page = await renderScreen(home, { who: leader })
  const { user, world, load } = page
  await syncState('Al día')
  await answer(world)
  await comeBack(page, 20)
  const dismiss = await (await shownLine()).findByRole('button', { name: 'Ocultar lo que cambió' })
  await syncState('Al día')
  dismiss.focus()
  await user.keyboard('{Enter}')
  await gone(line)
  await load()
  await screen.findByRole('heading', { level: 1, name: 'Índice 2025' })
  await syncState('Al día')
  expect(line()).not.toBeInTheDocument()

  const phone = await renderScreen(home, { who: leader, world, width: 390 })
  await syncState('Al día')
  await comeBack(phone, 20)
  await syncState('Al día')
  const kept = (): { visit?: { dismissed?: boolean } } => JSON.parse(localStorage.getItem('visit') ?? '{}') as object
  await waitFor(() => expect(kept().visit?.dismissed).toBe(true))
  await gone(line)
})

test('[VS3] the line of somebody else is of what is theirs', async () => {
  const page = await renderScreen(home, { who: subdimensionLeader })
  await syncState('Al día')
  await answer(page.world)
  await comeBack(page, 20)
  expect(await (await shownLine()).findByRole('link', { name: /Talento Humano/ })).toBeVisible()
})

test('[VS4] an evaluator reads it on their list', async () => {
  const page = await renderScreen(home, { who: secondEvaluator })
  await syncState('Al día')
  await comeBack(page, 24 * 60, pageAddress('evaluations'))
  expect(await (await shownLine()).findByRole('link', { name: 'Comenzó la etapa «Réplica»' })).toBeVisible()
})
