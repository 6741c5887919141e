import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { syncState } from '#client/testing/find.ts'
import { cardOf } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { staff } from '#server/testing/questions.ts'
import { silentMs } from '#sync/storage/keeper.ts'

test('a database that never answers is told with a way on, instead of a page that loads for ever', async () => {
  const { user, load } = await renderScreen(pageAddress('home'), { who: peopleOf('norte').professional })
  await syncState('Al día')
  // That it does not answer is logged, too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const silent = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  // As long as it waits, nobody here has to.
  const { setTimeout: later } = globalThis
  const waits = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, ms?: number) => later(run, ms === silentMs ? 0 : ms))
  await load()
  expect(await screen.findByText('El almacenamiento de este navegador no responde')).toBeVisible()
  waits.mockRestore()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Solo leer, con conexión' }))
  await syncState('No se está guardando')
  await user.click(await screen.findByRole('link', { name: 'Continuar' }))
  await cardOf(staff)
  silent.mockRestore()
  await load()
  await syncState('Al día')
})
