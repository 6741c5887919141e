import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { colleagues, fillingOf, norte, readyToSend, receiptOf, worldOf } from '#client/testing/norte.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { wire, type TestApp } from '#server/testing/app.ts'
import { evaluator, peopleOf } from '#server/testing/personas.ts'
import { profiles, staff } from '#server/testing/questions.ts'

const { professional } = peopleOf('norte')
const desk = pageAddress('evaluation', {
  form: norte.formId,
  institution: norte.institutionId,
  subDimension: 'talento-humano',
  filter: 'all',
})

/** The stage of answering ends, and the first evaluation begins. */
async function nextStage(world: TestApp): Promise<void> {
  // Whole seconds bound a stage: what was done before is before its end.
  world.clock.advance(2_000)
  const moved = await world.call('POST', 'publicReports/state/simulator', { body: { formId: norte.formId }, from: '127.0.0.1' })
  expect(moved.status).toBe(200)
}

async function accept(world: TestApp, unit: string): Promise<void> {
  const answerRev = (await worldOf(world)).answer(unit)?.rev
  await colleagues(world)('lab-evaluadora', 'evaluation.decide', { unit, decision: 'Accepted', comment: '', answerRev })
}

test('[RC3] what an evaluator opens without a network counts as opened once they are back', async () => {
  const world = await readyToSend()
  const { user, network, load } = await renderScreen(desk, { who: evaluator, world })
  await screen.findByText('Las respuestas aún son privadas')
  await load(pageAddress('evaluations', { form: norte.formId }))
  await screen.findByText('Servicio Nacional de Ejemplo Norte')
  await colleagues(world)('norte-lider', 'answers.send', { reviewed: null })
  const open = await screen.findByRole('link', { name: /^Ver: .*Norte$/ })
  await syncState('Al día')
  network.set('offline')
  await user.click(open)
  await screen.findByRole('list', { name: /^Preguntas de/ })
  expect((await receiptOf(world)).openedAt).toBeUndefined()
  network.set('online')
  await waitFor(async () => expect((await receiptOf(world)).openedBy).toBe('lab-evaluadora'))
})

test('an edit in its day’s grace stands where nothing was decided; where the answer was accepted first it is kept with its author', async () => {
  const { user, network, world } = await renderScreen(fillingOf('talento-humano'), { who: professional })
  const figure = await cardOf(staff)
  const choice = await cardOf(profiles)
  await syncState('Al día')
  network.set('offline')
  await write(user, figure.getByRole('textbox'), '812')
  await user.click(choice.getByRole('checkbox', { name: 'Desarrollo de software' }))
  // Both are changes before the stage ends, and no draft of one.
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Respuestas guardadas')).toBeVisible()
  await syncState('Sin conexión (2 cambios)')
  await nextStage(world)
  await accept(world, 'th-perfiles')
  network.set('online')
  await syncState('Requiere atención (1)')
  const kept = within(await choice.findByRole('article'))
  expect(kept.getByText(/La respuesta ya fue aceptada/)).toBeVisible()
  expect(kept.getByText(/Desarrollo de software/)).toBeVisible()
  expect(await figure.findByRole('group', { name: staff })).toHaveTextContent('812')
  const written = await ledgerOf(world, 'norte-profesional')
  expect(written.map(({ entity, d }) => `${entity} ${d}`).toSorted()).toEqual(['th-dotacion applied', 'th-perfiles lost'])
})

test('nobody accepts an answer unseen: a decision that was made blind is undone by the edit that came first, told, and made again', async () => {
  const world = await demoWorld()
  const token = await world.token('norte-profesional')
  await world.pull(token, 'device-of-professional', null, { pending: 0 })
  const written = new Date().toISOString()
  await nextStage(world)
  await accept(world, 'th-perfiles')
  const { user, network } = await renderScreen(desk, { who: evaluator, world })
  const queue = within(await screen.findByRole('list', { name: /^Preguntas de/ }))
  const turnTo = async (question: string) => {
    if (!queue.queryByRole('group', { name: question }))
      await user.click(queue.getByRole('button', { name: new RegExp(question.replaceAll('?', String.raw`\?`)) }))
    return within(await queue.findByRole('group', { name: question }))
  }
  await syncState('Al día')
  network.set('offline')
  await user.click((await turnTo(staff)).getByRole('button', { name: 'Aceptar' }))
  await syncState('Sin conexión (1 cambio)')
  // The desk goes on by itself.
  await gone(() => queue.queryByRole('group', { name: staff }))
  const rest = { s: instScope(norte.institutionId, norte.formId), t: written, b: (await worldOf(world)).answer('th-dotacion')?.mid ?? null }
  const late = [
    wire(1, 'answer.set', { unit: 'th-dotacion', value: 812 }, rest),
    wire(
      2,
      'answer.set',
      { unit: 'th-perfiles', value: { choices: [{ value: 'Desarrollo de software' }] } },
      { ...rest, b: (await worldOf(world)).answer('th-perfiles')?.mid ?? null },
    ),
  ]
  const pushed = await world.push(token, 'device-of-professional', late)
  // What was applied is not told apart.
  expect(pushed.data.results.map(({ seq, d }) => `${seq} ${d}`)).toEqual(['2 lost'])
  network.set('online')

  const changed = await turnTo(staff)
  expect(await changed.findByText('Su decisión no se aplicó')).toBeVisible()
  expect(changed.getByText('Sincronizado tarde')).toBeVisible()
  for (const figure of ['757', '812']) expect((await changed.findAllByText(new RegExp(figure)))[0]).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Estado de sincronización/ }))
  const panel = await inDialog('Sincronización')
  expect(await panel.findByText(new RegExp(`${professional.fullName} intentó cambiar la respuesta cuando ya no se podía`))).toBeVisible()
  expect(panel.getAllByText(/Desarrollo de software/)[0]).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click((await turnTo(staff)).getByRole('button', { name: 'Decidir de nuevo: Aceptada' }))
  await gone(() => screen.queryByText('Su decisión no se aplicó'))
})
