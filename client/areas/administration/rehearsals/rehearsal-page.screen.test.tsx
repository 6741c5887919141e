import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { gone } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

/** A rehearsal of the running form, on the day before its first stage. */
async function rehearsing() {
  const page = await renderScreen(pageAddress('forms'), { who: admin })
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'Acciones de Índice 2025' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ensayar' }))
  await user.click(await screen.findByRole('button', { name: 'Ensayar' }))
  expect(await screen.findByText('Ensayo creado')).toBeVisible()
  expect(await screen.findByText('En el ensayo hoy es')).toBeVisible()
  const step = () => screen.getAllByRole('listitem').find((each) => each.getAttribute('aria-current') === 'step')
  const next = () => screen.getByRole('button', { name: 'Siguiente etapa' })
  const goOn = async (): Promise<void> => {
    const before = step()?.textContent
    await user.click(next())
    await waitFor(() => expect(step()?.textContent).not.toBe(before))
  }
  return { ...page, step, next, goOn }
}

test('a rehearsal is made of a form, walks to the last stage and never back, and is deleted', async () => {
  const { user, step, next, goOn } = await rehearsing()
  expect(screen.getByText('Fuera de etapa')).toBeVisible()
  await goOn()
  expect(step()).toHaveTextContent('Ingreso datos')
  for (let at = 0; at < 7; at += 1) await goOn()
  expect(step()).toHaveTextContent('Entrega final de resultados')
  expect(next()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Eliminar ensayo' }))
  await screen.findByRole('heading', { level: 1, name: 'Formularios' })
  await gone(() => screen.queryByRole('rowheader', { name: 'Ensayo de Índice 2025' }))
  expect(screen.getByRole('rowheader', { name: 'Índice 2025' })).toBeVisible()
})

test('its leader finds a questionnaire on the first day, and its evaluator what was not sent in time, under a banner', async () => {
  const { load, goOn } = await rehearsing()
  const rehearsal = location.pathname
  const enterAs = async (name: string): Promise<void> => {
    const link = must(screen.getAllByRole<HTMLAnchorElement>('link', { name: `Entrar como ${name}` })[0], 'nobody to enter as')
    expect(link.target).toBe('_blank')
    await load(new URL(link.href).pathname)
    expect(await screen.findByText(/^Ensayo: hoy hace de/)).toBeVisible()
  }
  await goOn()
  await enterAs('Líder institucional')
  await waitFor(() => expect(screen.getByRole('main', { hidden: true })).toHaveTextContent('Institución de ensayo A'))
  // A tab of one's own ends with it.
  sessionStorage.clear()
  await load(rehearsal)
  await screen.findByText('En el ensayo hoy es')
  await goOn()
  await enterAs('Evaluación')
  expect((await within(screen.getByRole('main')).findAllByRole('link', { name: /Institución de ensayo A/ }))[0]).toBeVisible()
})
