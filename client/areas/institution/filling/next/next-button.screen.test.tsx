import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { inDialog, syncState } from '#client/testing/find.ts'
import { fillingOf, norte } from '#client/testing/norte.ts'
import { cardOf, focusedTask, ledOnFrom } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { completeButFor } from '#server/testing/story.ts'

const { secondProfessional } = peopleOf('norte')
const professions = '¿Cuántas profesiones distintas hay en la dotación?'
const talent = fillingOf('talento-humano')
const next = () => screen.getByRole('button', { name: /^Siguiente pendiente/ })
const waiting = () => Number(/\d+/.exec(next().textContent ?? '')?.[0])

test('[FL3] one button, and P where nobody writes, lead without a network to everything that waits for a person, once each and round again', async () => {
  const { user, network } = await renderScreen(talent, { who: secondProfessional })
  await cardOf(professions)
  await syncState('Al día')
  network.set('offline')
  const n = waiting()
  expect(n).toBeGreaterThan(3)
  const seen: string[] = []
  for (let step = 0; step < n; step += 1) {
    const { unit } = focusedTask()
    await user.click(next())
    seen.push(await ledOnFrom(unit))
    expect(['answer', 'comment', 'file', 'appeal']).toContain(focusedTask().task)
  }
  expect(new Set(seen).size).toBe(n)
  await user.click(next())
  expect(await ledOnFrom(seen.at(-1) ?? '')).toBe(seen[0])
  expect(waiting()).toBe(n)

  for (let step = 1; step < n; step += 1) {
    const writes = document.activeElement?.matches('input[type=text], textarea, [contenteditable=true]')
    await user.keyboard(writes ? '{Control>}{Enter}{/Control}' : 'p')
    expect(await ledOnFrom(seen[step - 1] ?? '')).toBe(seen[step])
  }
})

test('[FL3] [FL4] with the last answer the section is said to be done, and the button sends: it keeps the focus, also after its window', async () => {
  const world = await demoWorld()
  await completeButFor(world.app.server, norte, 'norte-profesional2', 'talento-humano')
  const { user } = await renderScreen(talent, { who: secondProfessional, world })
  const field = (await cardOf(professions)).getByRole('textbox')
  expect(waiting()).toBe(1)
  await user.click(next())
  await waitFor(() => expect(field).toHaveFocus())
  await user.keyboard('14{Control>}{Enter}{/Control}')
  const send = await screen.findByRole('button', { name: 'Revisar y enviar' })
  await waitFor(() => expect(send).toHaveFocus())
  expect(await screen.findAllByText('Talento Humano: no queda nada pendiente de su parte.')).toHaveLength(1)
  await user.keyboard('{Enter}')
  const dialog = await inDialog()
  expect(await dialog.findByText('Todo está listo para enviar')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(send).toHaveFocus())
})
