import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { addDays } from '#shared/kernel/instant.ts'
import { must } from '#shared/kernel/assert.ts'
import { daysApart } from '#shared/stages/plan.ts'
import { paddedSpan } from './plan-span.ts'
import { dayInWords } from '#client/features/stages/day-in-words.ts'
import { inDialog } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/personas.ts'

interface Planned {
  readonly name: string
  readonly start: string
  readonly end: string
}

const address = pageAddress('formStages', { form: 'indice-2025' })
const slider = (name: string) => screen.findByRole('slider', { name })
const endOf = ({ name }: Planned) => slider(`Término de ${name}`)
const startOf = ({ name }: Planned) => slider(`Inicio de ${name}`)
const isAt = (find: () => Promise<HTMLElement>, day: string): Promise<void> =>
  waitFor(async () => expect(await find()).toHaveAttribute('aria-valuetext', dayInWords(day, 'es')))

async function planOf(world: TestApp): Promise<readonly Planned[]> {
  const { data } = await world.call('GET', 'form/indice-2025/stage', { token: await world.token('lab-admin') })
  return data as readonly Planned[]
}

async function opened() {
  const page = await renderScreen(address, { who: admin })
  const plan = await planOf(page.world)
  const [first, second] = plan
  return { ...page, plan, first: must(first, 'no stage'), second: must(second, 'one stage') }
}

test('by keys the running stage alone gets as many days as its neighbour leaves it, and what it was once more', async () => {
  const { user, first, second } = await opened()
  await isAt(() => endOf(first), first.end)
  expect(screen.queryByRole('slider', { name: `Inicio de ${first.name}` })).not.toBeInTheDocument()
  ;(await endOf(first)).focus()
  await user.keyboard('{ArrowLeft}')
  await isAt(() => endOf(first), addDays(first.end, -1))
  await user.keyboard('{PageUp}')
  await isAt(() => endOf(first), addDays(second.start, -1))
  await user.keyboard('{ArrowLeft}')
  await user.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
  await user.click((await inDialog(undefined, 'alertdialog')).getByRole('button', { name: 'Descartar cambios' }))
  await isAt(() => endOf(first), first.end)
})

test('with those that follow, they make room; half of it outlives leaving, and all of it is saved: every later stage is as long as it was', async () => {
  const { user, world, load, plan, first, second } = await opened()
  await user.click(await screen.findByRole('checkbox', { name: /^Correr también las siguientes/ }))
  ;(await endOf(first)).focus()
  await user.keyboard('{PageUp}')
  await isAt(() => endOf(first), addDays(first.end, 7))
  await isAt(() => startOf(second), addDays(second.start, 7))
  await user.keyboard('{ArrowLeft}')
  await isAt(() => endOf(second), addDays(second.end, 6))

  await user.click(screen.getByRole('link', { name: 'Volver a formularios' }))
  await screen.findByRole('heading', { level: 1, name: 'Formularios' })
  await load(address)
  expect(await screen.findByText(/^Tiene cambios sin guardar/)).toBeVisible()
  await isAt(() => endOf(first), addDays(first.end, 6))
  await user.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  expect(await screen.findByText('Se han actualizado las etapas correctamente')).toBeVisible()
  await waitFor(async () => expect((await planOf(world))[0]?.end).toBe(addDays(first.end, 6)))
  const after = await planOf(world)
  expect(
    after.map(({ start, end }, at) => [daysApart(must(plan[at], 'new').start, start), daysApart(must(plan[at], 'new').end, end)]),
  ).toEqual(plan.map((_, at) => (at === 0 ? [0, 6] : [6, 6])))
})

test('an end is dragged by as many days as the pointer went', async () => {
  const { user, plan, first } = await opened()
  const end = await endOf(first)
  const track = must(end.closest('[data-track]'), 'an end is on no track')
  const drawn = must(paddedSpan(plan), 'no days')
  // Here nothing has a width: ten pixels to the day.
  const dayPx = 10
  vi.spyOn(track, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, (daysApart(drawn.from, drawn.to) + 1) * dayPx, 30))
  const at = (days: number) => ({ target: end, coords: { clientX: 500 + days * dayPx, clientY: 10 } })
  await user.pointer([{ keys: '[MouseLeft>]', ...at(0) }, at(-1), at(-3), { keys: '[/MouseLeft]', ...at(-3) }, at(-9)])
  await isAt(() => endOf(first), addDays(first.end, -3))
})
