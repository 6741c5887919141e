import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { inDialog, syncState } from '#client/testing/find.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { staff } from '#server/testing/questions.ts'

test('an area leader’s own questions come first, and their team’s stay folded', async () => {
  await renderScreen(pageAddress('home'), { who: peopleOf('norte').dimensionLeader })
  expect(await screen.findByRole('heading', { level: 2, name: 'Pendientes de su área' })).toBeVisible()
  const pending = (part: string) => screen.getByRole('button', { name: `Ver preguntas pendientes: ${part}` })
  expect(pending('Recursos Digitales')).toHaveAttribute('aria-expanded', 'true')
  expect(pending('Talento Humano')).toHaveAttribute('aria-expanded', 'false')
})

test('[TM23] the start page, and the notice there, say until when the stage lasts, in Chile and on a device elsewhere', async () => {
  const { world } = await renderScreen(pageAddress('home'), { who: peopleOf('norte').leader })
  expect(await screen.findByText(/^Hasta el \d+ \S+ \d{4}, 23:59, hora de Chile continental$/)).toBeVisible()
  const onEaster = { who: peopleOf('norte').leader, world, zone: 'Pacific/Easter' } as const
  await renderScreen(pageAddress('home'), onEaster)
  expect(await screen.findByText(/^Hasta el \d+ \S+ \d{4}, 23:59, hora de Chile continental \(21:59 en este equipo\)$/)).toBeVisible()
  expect(
    await screen.findByText(/^Termina el \d+ de \w+ de \d{4}, 23:59, hora de Chile continental \(21:59 en este equipo\)\./),
  ).toBeVisible()
  await renderScreen(pageAddress('home'), { ...onEaster, language: 'en' })
  expect(await screen.findByText(/^Until \d+ \S+ \d{4}, 23:59, continental Chile time \(21:59 on this device\)$/)).toBeVisible()
})

test('[ST18] what is half written is told with the way to its list, and nothing is told once it is given up', async () => {
  const { user, load } = await renderScreen(fillingOf('talento-humano'), { who: peopleOf('norte').professional })
  await user.type((await cardOf(staff)).getByRole('textbox'), 'abc')
  await syncState('A medio escribir (1)')
  await load(pageAddress('home'))
  await user.click(await screen.findByRole('link', { name: 'Ver 1 texto a medio escribir' }))
  await user.click(await screen.findByRole('button', { name: 'Descartar' }))
  await user.click((await inDialog(undefined, 'alertdialog')).getByRole('button', { name: 'Descartar' }))
  await syncState('Al día')
  await load(pageAddress('home'))
  await syncState('Al día')
  expect(screen.queryByRole('link', { name: /a medio escribir$/ })).not.toBeInTheDocument()
})
