import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { evaluator, peopleOf } from '#server/testing/personas.ts'
import { staff } from '#server/testing/questions.ts'
import { nextStage } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

const place = { formId: 'ensayo-evaluacion', institutionId: 'este', subDimensionId: 'en-talento-humano' }
const observation = 'La cifra no coincide con la dotación publicada. Corrija o indique la fuente.'

test('an evaluation made and sent without a network reaches the institution, which sees the observation and corrects its answer', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const desk = await newDevice(ownServer.url)
  const evaluation = new Evaluation(await desk.open())
  await signIn(evaluation.page, evaluator)
  await evaluation.open(place)
  await shellKept(evaluation.page)

  await test.step('the evaluator observes one answer, accepts the remaining ones, takes that back, accepts again and sends, all offline', async () => {
    await goOffline(desk.context)
    const card = await evaluation.turnTo(staff)
    await card.getByRole('button', { name: /^Observar/ }).click()
    await evaluation.page.getByRole('textbox', { name: 'Observación' }).fill(observation)
    await evaluation.page.keyboard.press('Control+Enter')
    await evaluation.page.getByRole('button', { name: 'Aceptar las restantes' }).click()
    await evaluation.page.getByRole('button', { name: /^Aceptar \d+ respuestas$/ }).click()
    await keptOffline(evaluation.page, 2)
    await evaluation.page.getByRole('button', { name: /^Reabrir esas \d+$/ }).click()
    await keptOffline(evaluation.page, 3)
    await evaluation.page.getByRole('button', { name: 'Aceptar las restantes' }).click()
    await expect(evaluation.page.getByRole('alertdialog')).toContainText('Ejemplo del Este')
    await evaluation.page.getByRole('button', { name: /^Aceptar \d+ respuestas$/ }).click()
    await keptOffline(evaluation.page, 4)
    await evaluation.page.getByRole('button', { name: 'Enviar a administración' }).first().click()
    const dialog = evaluation.page.getByRole('dialog')
    await expect(dialog).toContainText('institución')
    await dialog.getByRole('button', { name: /^Enviar/ }).click()
    await keptOffline(evaluation.page, 5)
    await goOnline(desk.context)
    await upToDate(evaluation.page)
    expect(ledgerOf(ownServer, 'lab-evaluadora').map(({ name, disposition }) => [name, disposition])).toEqual([
      ['answers.open', 'applied'],
      ['evaluation.decide', 'applied'],
      ['evaluation.acceptRemaining', 'applied'],
      ['evaluation.reopenAccepted', 'applied'],
      ['evaluation.acceptRemaining', 'applied'],
      ['evaluation.send', 'applied'],
    ])
  })

  await nextStage(ownServer, place.formId)

  const laptop = await newDevice(ownServer.url)
  const answering = new Questionnaire(await laptop.open())
  await test.step('the professional finds the observation from the first page and answers it offline', async () => {
    await signIn(answering.page, peopleOf('este').professional)
    await answering.page
      .getByRole('link', { name: new RegExp(staff.slice(0, 40).replace('?', String.raw`\?`)) })
      .first()
      .click()
    const card = answering.question(staff)
    await expect(card.root).toContainText(observation)
    await shellKept(answering.page)
    await goOffline(laptop.context)
    await card.write('1298')
    await keptOffline(answering.page, 1)
    await goOnline(laptop.context)
    await upToDate(answering.page)
  })

  await test.step('the history tells the whole story, in order', async () => {
    const history = await answering.question(staff).openHistory()
    await expect(history.getByRole('row').filter({ hasText: 'Observa' })).toContainText(evaluator.fullName)
    await expect(history.getByRole('row').filter({ hasText: 'Modifica' }).first()).toContainText('1.298')
  })
})
