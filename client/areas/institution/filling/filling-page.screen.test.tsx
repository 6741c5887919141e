import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { colleagues, completeAndSendUpward, fillingOf, norte, sentWorld, worldOf } from '#client/testing/norte.ts'
import { cardOf, write, writeInto, writeLong } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { wire, type TestApp } from '#server/testing/app.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, difficulty, difficultyText, staff, training } from '#server/testing/questions.ts'
import { asking } from '#server/testing/story.ts'
import { instScope, questionnaireScope } from '#shared/protocol/scope.ts'

const { leader, professional, secondProfessional } = peopleOf('norte')
const talent = fillingOf('talento-humano')
const title = () => screen.getByRole('heading', { level: 1 })

/** A device of somebody sends what it had kept for a day. */
async function arrivesLate(
  world: TestApp,
  userId: string,
  answers: readonly { readonly unit: string; readonly value: unknown }[],
): Promise<void> {
  const rest = { s: instScope(norte.institutionId, norte.formId), t: new Date(Date.now() - 3_600_000).toISOString(), b: null }
  const mutations = answers.map((answer, at) => wire(at + 1, 'answer.set', answer, rest))
  const pushed = await world.push(await world.token(userId), `device-of-${userId}`, mutations)
  expect(pushed.status).toBe(200)
}

/** Who leads the sub-dimension gives a question of one professional to the other. */
async function givesCoordinationAway(world: TestApp): Promise<void> {
  const body = { user: { _id: 'norte-profesional2' }, elements: [{ element: 'th-coordinacion', level: 'Question' }] }
  const token = await world.token('norte-subdimension')
  expect((await world.call('POST', 'form/indice-2025/responsable/assign', { token, body })).status).toBe(200)
}

test('[AN17] a leader goes on with what is theirs or nobody’s, and is told whose another question is before the first key', async () => {
  const { user, load } = await renderScreen(pageAddress('home'), { who: leader })
  await user.click(await screen.findByRole('link', { name: 'Continuar' }))
  const own = await waitFor(() => must(document.activeElement?.closest('article'), 'the focus is in no question'))
  expect(within(own).queryByText(/ya no podrá cambiarla/)).not.toBeInTheDocument()

  await load(talent)
  const theirs = await cardOf(training)
  expect(theirs.getByText(/la respuesta pasa a usted y .* ya no podrá cambiarla/)).toBeInTheDocument()
  await user.click(theirs.getByRole('radio', { name: 'Sí' }))
  expect(await theirs.findByText(/pero ya no puede cambiarla/)).toBeInTheDocument()
})

test('what was answered is read over part by part, to the sending', async () => {
  const { user } = await renderScreen(talent, { who: leader })
  await user.click(await screen.findByRole('link', { name: 'Revisar respuestas' }))
  await waitFor(() => expect(title()).toHaveTextContent('Revise sus respuestas: Talento Humano'))
  const onward = () => screen.findByRole('link', { name: /^(Revisar la siguiente|Ir a enviar)/ })
  const parts = new Set([title().textContent])
  for (let link = await onward(); link.textContent !== 'Ir a enviar'; link = await onward()) {
    const before = title().textContent
    await user.click(link)
    await waitFor(() => expect(title().textContent).not.toBe(before))
    expect(parts).not.toContain(title().textContent)
    parts.add(title().textContent)
  }
  expect(parts.size).toBeGreaterThan(5)
  await user.click(await onward())
  await waitFor(() => expect(location.pathname).toBe(pageAddress('send')))
})

test('an address that leads nowhere says so to who is on line, without asking for a network', async () => {
  const { load } = await renderScreen(pageAddress('home'), { who: leader })
  await syncState('Al día')
  for (const [form, institution] of [
    ['nadie', 'norte'],
    ['indice-2025', 'sur'],
  ] as const) {
    await load(pageAddress('filling', { form, institution }))
    expect(await screen.findByText('No hay nada para usted en esta dirección')).toBeVisible()
    expect(screen.queryByText(/Conéctese a internet/)).not.toBeInTheDocument()
  }
})

test('what was answered without a network while the question changed hands is with its author, and says whose it is now; who sees no screen hears it', async () => {
  const { user, network, world } = await renderScreen(talent, { who: professional })
  const card = await cardOf(coordination)
  await syncState('Al día')
  network.set('offline')
  await write(user, card.getByRole('textbox'), 'Jefatura de desarrollo de personas')
  expect(await screen.findByText(/^Respuesta 1\.1\.\d+ guardada en este equipo$/)).toBeInTheDocument()
  await syncState('Sin conexión (1 cambio)')
  await givesCoordinationAway(world)
  network.set('online')
  const why = new RegExp(`${secondProfessional.fullName} era responsable de esta pregunta`)
  const told = within(await card.findByRole('article'))
  expect(await told.findByText(why)).toBeVisible()
  expect(told.getByText('Jefatura de desarrollo de personas')).toBeVisible()
  expect((await screen.findAllByText(new RegExp(`^Aviso nuevo: .*${why.source}`)))[0]).toBeInTheDocument()
  expect(await card.findByText(`Solo lectura: responde ${secondProfessional.fullName}.`)).toBeVisible()
})

test('who answers now is offered what came late as a suggestion, and adopts it with one click', async () => {
  const world = await demoWorld()
  await givesCoordinationAway(world)
  await arrivesLate(world, 'norte-profesional', [{ unit: 'th-coordinacion', value: 'Jefatura de desarrollo de personas' }])
  const { user } = await renderScreen(talent, { who: secondProfessional, world })
  const field = (await cardOf(coordination)).getByRole('textbox')
  expect(field).toHaveValue('')
  await user.click(await screen.findByRole('button', { name: /^Estado de sincronización/ }))
  const panel = await inDialog('Sincronización')
  await panel.findByText(new RegExp(`${professional.fullName} propone otra respuesta`))
  expect(panel.getByText('Jefatura de desarrollo de personas')).toBeVisible()
  await user.click(await panel.findByRole('button', { name: 'Usar la sugerencia' }))
  await gone(() => panel.queryByRole('button', { name: 'Usar la sugerencia' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(field).toHaveValue('Jefatura de desarrollo de personas'))
})

test('edits that waited without a network when the leader sent are told as late and kept with their author', async () => {
  const { user, network, world } = await renderScreen(talent, { who: professional })
  const figure = await cardOf(staff)
  const essay = await cardOf(difficulty)
  await syncState('Al día')
  network.set('offline')
  await write(user, figure.getByRole('textbox'), '812')
  await writeLong(user, await essay.findByRole('textbox'), difficultyText)
  await syncState('Sin conexión (2 cambios)')
  await completeAndSendUpward(world)
  await colleagues(world)('norte-lider', 'answers.send', { reviewed: null })
  network.set('online')
  for (const [card, mine] of [
    [figure, '812'],
    [essay, difficultyText],
  ] as const) {
    const told = within(await card.findByRole('article'))
    expect(told.getByText(/Las respuestas ya fueron enviadas/)).toBeVisible()
    expect(told.getByText(mine)).toBeVisible()
  }
  await waitFor(() => expect(figure.getByRole('group', { name: staff })).toHaveTextContent('757'))
  const late = await ledgerOf(world, 'norte-profesional')
  expect(late.map(({ name, d }) => `${name} ${d}`)).toEqual(['answer.set lost', 'answer.set lost'])
  expect(late.map(({ args }) => args).join(' ')).toContain(difficultyText)
})

test('the leader who sent sees what came late, and whose it is', async () => {
  const world = await sentWorld()
  await arrivesLate(world, 'norte-profesional', [{ unit: 'th-dotacion', value: 812 }])
  const { user } = await renderScreen(talent, { who: leader, world })
  await user.click(await screen.findByRole('button', { name: /^Estado de sincronización/ }))
  const panel = await inDialog('Sincronización')
  expect(await panel.findByText(new RegExp(`${professional.fullName} intentó cambiar la respuesta`))).toBeVisible()
  expect(panel.getByText('Lo que llegó tarde').parentElement).toHaveTextContent('812')
})

test('the helps of a form are rewritten while somebody writes without a network: their words and the focus stay, and the new help is beside them', async () => {
  const { user, network, world } = await renderScreen(talent, { who: professional })
  const help = 'Cuente lo que más frena hoy al equipo, con un ejemplo de este año.'
  await write(user, (await cardOf(coordination)).getByRole('textbox'), 'Jefatura de Personas')
  const card = await cardOf(difficulty)
  const essay = await card.findByRole('textbox')
  await syncState('Al día')
  network.set('offline')
  await writeInto(user, essay, difficultyText)
  expect(await card.findByText(/Guardado en este equipo/)).toBeVisible()

  const { fillingHint } = must((await worldOf(world)).index.question('th-desafio'), 'the demonstration has another question')
  const edit = { id: 'th-desafio', from: { fillingHint }, to: { fillingHint: `<p>${help}</p>` } }
  await asking(world.app.server, questionnaireScope(norte.formId))('lab-admin', 'question.edit', edit)
  const token = await world.token('lab-admin')
  expect((await world.call('POST', 'form/indice-2025/publish', { token, body: {} })).status).toBe(200)
  expect(screen.queryByText(help)).not.toBeInTheDocument()
  network.set('online')
  const beside = within(must(screen.getAllByRole('complementary')[0], 'nothing stands beside the work'))
  expect(await beside.findByText(help)).toBeVisible()
  expect(essay).toHaveTextContent(difficultyText)
  expect(essay).toHaveFocus()
  essay.blur()
  await waitFor(async () =>
    expect((await ledgerOf(world, 'norte-profesional')).map(({ entity, d }) => `${entity} ${d}`)).toEqual([
      'th-coordinacion applied',
      'th-desafio applied',
    ]),
  )
})
