import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { syncState } from '#client/testing/find.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { staff } from '#server/testing/questions.ts'

const { subdimensionLeader } = peopleOf('norte')
const text = 'unas novecientas, falta confirmarlo'

/** Their leader gives everything that somebody is responsible for to somebody else. */
async function takeEverythingFrom(world: TestApp, userId: string): Promise<void> {
  const token = await world.token('norte-lider')
  const rows = await world.db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'assignment').execute()
  const own = rows.map(({ data }) => JSON.parse(String(data))).filter((row) => row.userId === userId)
  expect(own.length).toBeGreaterThan(0)
  for (const { element, level } of own) {
    const body = { user: { _id: 'norte-dimension' }, elements: [{ element, level }] }
    expect((await world.call('POST', 'form/indice-2025/responsable/assign', { token, body })).status).toBe(200)
  }
}

test('who lost every role meanwhile is told so, on line, and finds what they were writing', async () => {
  const { user, world, network, load } = await renderScreen(fillingOf('talento-humano'), { who: subdimensionLeader })
  await syncState('Al día')
  await write(user, (await cardOf(staff)).getByRole('textbox'), text)
  network.set('offline')
  await takeEverythingFrom(world, 'norte-subdimension')
  network.set('online')
  await syncState('A medio escribir')
  await load(pageAddress('questionnaire'))
  expect(await screen.findByText('No tiene preguntas a su cargo en este formulario')).toBeVisible()
  expect(screen.queryByText(/Conéctese a internet/)).not.toBeInTheDocument()
  const kept = within(must((await screen.findByText(text)).closest('li'), 'a text in no item'))
  expect(kept.getByText(new RegExp(`${staff.replace('?', String.raw`\?`)}$`))).toBeVisible()
  expect(kept.getByRole('button', { name: 'Copiar' })).toBeVisible()
})
