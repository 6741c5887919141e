import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { gone, inDialog } from '#client/testing/find.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { questionnaireIn } from '#server/world/questionnaires.ts'
import { wire, type TestApp } from '#server/testing/app.ts'
import { admin, secondEvaluator } from '#server/testing/personas.ts'

const form = 'indice-2026'
const colleague = secondEvaluator

/** A form that is being prepared, open on the administrator's device, and a colleague who works on it on another one. */
async function prepared() {
  const world = await demoWorld()
  const { id } = await world.db.q.selectFrom('user').select('id').where('email', '=', colleague.email).executeTakeFirstOrThrow()
  await world.db.q.updateTable('user').set({ kind: 'Administrator' }).where('id', '=', id).execute()
  const { index } = await world.db.read((tx) => questionnaireIn(tx, form))
  const sub = must(index.topDimensions[0]?.subDimensionIds[0], 'no sub-dimension')
  const question = must(index.question(must(index.dimension(sub)?.questionIds.at(-1), 'no question')), 'no question')
  const address = pageAddress('formEditor', { form, sub })
  const token = await world.token(id)
  let seq = 0
  const ask = async (n: string, args: object): Promise<void> => {
    seq += 1
    const { data } = await world.push(token, 'colleague', [wire(seq, n, args, { s: questionnaireScope(form) })])
    expect(data).toMatchObject({ lastSeq: seq, results: [] })
  }
  return { world, sub, question, address, ask, page: await renderScreen(address, { who: admin, world }) }
}

const removed = async () => {
  const title = await screen.findByText(/^Preguntas y dimensiones eliminadas \(1\)$/)
  return { title, list: within(must(title.closest('details'), 'no fold')) }
}
const standing = (world: TestApp, id: string) => world.db.read(async (tx) => (await questionnaireIn(tx, form)).question(id) !== undefined)

test('[QE24] what a colleague deleted is listed with who did it, also after the page begins anew, and is restored to its place', async () => {
  const { world, question, ask, address, page } = await prepared()
  await screen.findByRole('heading', { level: 1, name: 'Índice 2026' })
  expect(screen.queryByText(/^Preguntas y dimensiones eliminadas/)).not.toBeInTheDocument()
  await ask('question.remove', { id: question.id })
  await removed()
  await page.load(address)
  const { title, list } = await removed()
  await page.user.click(title)
  expect(list.getByRole('listitem')).toHaveTextContent(question.text)
  await waitFor(() => expect(list.getByRole('listitem')).toHaveTextContent(`Eliminada por ${colleague.fullName} el `))
  await page.user.click(list.getByRole('button', { name: `Restaurar ${question.text}` }))
  await gone(() => screen.queryByText(/^Preguntas y dimensiones eliminadas/))
  await waitFor(async () => expect(await standing(world, question.id)).toBe(true))
  const { index } = await world.db.read((tx) => questionnaireIn(tx, form))
  expect(index.numberOf(question.id)).toBe('1.1.9')
})

test('[QE23] what was deleted without a network stays where a colleague wrote in it, the card shows whose words they are, and it goes once that is wanted', async () => {
  const { world, question, ask, page } = await prepared()
  const chip = await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  const remove = await screen.findByRole('button', { name: 'Eliminar 1.1' })
  page.network.set('offline')
  await page.user.click(remove)
  await waitFor(() => expect(chip).toHaveAccessibleName(/: Sin conexión \(1 cambio\)/))
  await ask('question.edit', { id: question.id, from: { text: question.text }, to: { text: 'Lo que escribió mi colega' } })
  page.network.set('online')
  await waitFor(() => expect(chip).toHaveAccessibleName(/: Requiere atención/))
  expect(await standing(world, question.id)).toBe(true)
  await page.user.click(chip)
  const card = within((await inDialog('Sincronización')).getByRole('article'))
  expect(card.getByText(/^No se quitó nada: otra persona cambió algo/)).toBeVisible()
  const whose = `^${colleague.fullName} cambió esto después, el .*: 1\\.1\\.9 Lo que escribió mi colega$`
  expect(await card.findByText(new RegExp(whose))).toBeVisible()
  await page.user.click(card.getByRole('button', { name: 'Eliminar de todos modos' }))
  await waitFor(async () => expect(await standing(world, question.id)).toBe(false))
  await gone(() => screen.queryByRole('article'))
  await page.user.keyboard('{Escape}')
  await page.user.click((await removed()).title)
  expect((await removed()).list.getByRole('listitem')).toHaveTextContent('Eliminada por usted el ')
})
