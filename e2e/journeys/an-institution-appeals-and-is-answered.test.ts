import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf, secondEvaluator } from '#server/testing/personas.ts'
import { anonymising, plan, staff } from '#server/testing/questions.ts'
import { nextStage, RestCaller } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

const formId = 'ensayo-replica'
const at = (subDimensionId: string) => ({ formId, institutionId: 'centro', subDimensionId })
const talent = at('re-talento-humano')
const frame = at('re-marco-institucional')
const planReason = 'El plan vigente se aprobó dentro del período: se corrige la fecha.'
const anonymisingReason = 'El procedimiento es la instrucción 14, que adoptamos de la unidad de datos.'
const refusal = 'La instrucción citada no trata de anonimización.'

test('an institution opens sub-dimensions, appeals and sends, and the evaluator decides each appeal, both without a network', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const { leader, professional, subdimensionLeader, dimensionLeader } = peopleOf('centro')
  const leaderDevice = await newDevice(ownServer.url)
  const leading = new Questionnaire(await leaderDevice.open())
  await signIn(leading.page, leader)
  await expect(leading.page.getByText('1 de 2 réplicas usadas').first()).toBeVisible()
  await shellKept(leading.page)

  await test.step('the leader opens a second sub-dimension offline, undoes it, opens it again and appeals an answer as it stands', async () => {
    await goOffline(leaderDevice.context)
    const row = leading.page.getByRole('listitem').filter({ hasText: 'Marco Institucional' })
    await row.getByRole('button', { name: 'Abrir para réplica: Marco Institucional' }).click()
    await expect(leading.page.getByText('2 de 2 réplicas usadas').first()).toBeVisible()
    // What has no room any more says why, and what is excluded that it is.
    await expect(leading.page.getByText('Ya usó todas las réplicas', { exact: false })).toBeVisible()
    await expect(leading.page.getByRole('listitem').filter({ hasText: 'Estrategia' })).toContainText('No admite réplica')
    await expect(leading.page.getByRole('button', { name: /^Abrir para réplica/ })).toHaveCount(0)
    await row.getByRole('button', { name: /^Deshacer/ }).click()
    await expect(leading.page.getByText('1 de 2 réplicas usadas').first()).toBeVisible()
    await row.getByRole('button', { name: /^Abrir/ }).click()
    await row.getByRole('link').click()
    await expect(leading.page.getByText('está abierta para réplica', { exact: false })).toBeVisible()
    const card = leading.question(anonymising)
    await expect(card.root).toContainText('Motivo del rechazo')
    await card.root.getByRole('textbox', { name: 'Justificación de la réplica' }).fill(anonymisingReason)
    await card.root.getByRole('button', { name: 'Apelar con esta justificación' }).click()
    await expect(card.root.getByRole('button', { name: 'Editar justificación' })).toBeVisible()
    await keptOffline(leading.page, 4)
  })

  const professionalDevice = await newDevice(ownServer.url)
  const answering = new Questionnaire(await professionalDevice.open())
  await test.step('the professional changes a rejected answer offline, is told what lacks, and half a justification outlives the browser', async () => {
    await signIn(answering.page, professional)
    await answering.open(talent)
    await shellKept(answering.page)
    await goOffline(professionalDevice.context)
    const card = answering.question(plan)
    await card.pickDay('2025-03-14')
    await expect(card.root).toContainText('La respuesta cambió: sin su justificación no se puede enviar.')
    await expect(card.root).toContainText('Respuesta que fue rechazada')
    const field = card.root.getByRole('textbox', { name: 'Justificación de la réplica' })
    await field.fill(planReason)
    await field.blur()
    await expect(card.root).toContainText('Borrador guardado en este equipo')
    await answering.page.reload()
    await expect(card.root.getByRole('textbox', { name: 'Justificación de la réplica' })).toHaveValue(planReason)
    await card.root.getByRole('button', { name: 'Apelar con esta justificación' }).click()
    await expect(card.root.getByRole('button', { name: 'Editar justificación' })).toBeVisible()
    await keptOffline(answering.page, 2)
  })

  await test.step('everything goes up, from the professional to the leader, who sends the replica', async () => {
    await goOnline(leaderDevice.context)
    await goOnline(professionalDevice.context)
    await upToDate(leading.page)
    await upToDate(answering.page)
    expect(
      ledgerOf(ownServer, 'centro-lider')
        .filter(({ name }) => name.startsWith('replica.'))
        .map(({ name, disposition }) => [name, disposition]),
    ).toEqual([
      ['replica.open', 'applied'],
      ['replica.open', 'applied'],
      ['replica.open', 'applied'],
      ['replica.justify', 'applied'],
    ])
    for (const persona of [professional, subdimensionLeader, dimensionLeader]) {
      const caller = await RestCaller.signIn(ownServer, persona)
      await caller.post(`form/send/${formId}`, {})
    }
    await leading.page.goto('/dashboard/send')
    await leading.page.getByRole('main').getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(leading.page.getByText(/IIP-\d{4}-EJ-CONCENTRO-[\dA-F]{5}-2/).first()).toBeVisible()
    await leading.page.goto('/dashboard/Home')
    await expect(leading.page.getByText('La réplica fue enviada', { exact: false })).toBeVisible()
  })

  await nextStage(ownServer, formId)

  const desk = await newDevice(ownServer.url)
  const evaluation = new Evaluation(await desk.open())
  await test.step('the evaluator finds only what was appealed, reads the reasons beside the decision, and decides offline', async () => {
    await signIn(evaluation.page, secondEvaluator)
    await evaluation.open(talent)
    await shellKept(evaluation.page)
    await goOffline(desk.context)
    await expect(evaluation.queue.getByRole('listitem')).toHaveCount(2)
    const dated = await evaluation.turnTo(plan)
    await expect(dated).toContainText(planReason)
    await expect(dated).toContainText('Respuesta que fue rechazada')
    await expect(dated).toContainText('La fecha es anterior al período que se mide.')
    await dated.getByRole('button', { name: /^Aceptar/ }).click()
    await keptOffline(evaluation.page, 1)
    await evaluation.open(frame)
    const anonymous = evaluation.card(anonymising)
    await expect(anonymous).toContainText(anonymisingReason)
    await anonymous.getByRole('button', { name: /^Rechazar/ }).click()
    await evaluation.page.getByRole('textbox', { name: 'Motivo del rechazo' }).fill(refusal)
    await evaluation.page.keyboard.press('Control+Enter')
    await keptOffline(evaluation.page, 2)
    await evaluation.page.getByRole('button', { name: 'Aceptar las restantes' }).click()
    await evaluation.page.getByRole('button', { name: /^Aceptar (esa|1) respuesta/ }).click()
    await keptOffline(evaluation.page, 3)
    await evaluation.page.getByRole('button', { name: 'Enviar a administración' }).first().click()
    await evaluation.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Enviar/ })
      .click()
    await keptOffline(evaluation.page, 4)
    await goOnline(desk.context)
    await upToDate(evaluation.page)
    expect(
      ledgerOf(ownServer, 'lab-evaluador2')
        .slice(-4)
        .map(({ name, disposition }) => [name, disposition]),
    ).toEqual([
      ['evaluation.decide', 'applied'],
      ['evaluation.decide', 'applied'],
      ['evaluation.acceptRemaining', 'applied'],
      ['evaluation.send', 'applied'],
    ])
  })

  await nextStage(ownServer, formId)

  await test.step('the institution reads what became of each appeal, and the history tells the whole story', async () => {
    await leading.open(talent)
    await expect(leading.question(plan).root.getByText('Aceptada', { exact: true })).toBeVisible()
    await expect(leading.question(staff).root.getByText('Aceptada', { exact: true })).toBeVisible()
    const history = await leading.question(plan).openHistory()
    const row = (action: string) => history.getByRole('row').filter({ has: leading.page.getByText(action, { exact: true }) })
    await expect(row('Réplica')).toContainText(professional.fullName)
    await expect(row('Réplica aceptada')).toContainText(secondEvaluator.fullName)
    await leading.page.keyboard.press('Escape')
    await leading.open(frame)
    await expect(leading.question(anonymising).root).toContainText(refusal)
    await expect(leading.question(anonymising).root.getByText('Rechazada', { exact: true })).toBeVisible()
  })
})
