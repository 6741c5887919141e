import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { must } from '#shared/kernel/assert.ts'
import { overview, resultViewSchema } from '#shared/results/routes.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { maturityWord, pointsText } from '#shared/results/words.ts'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin, peopleOf, secondEvaluator } from '#server/testing/personas.ts'
import { nextStage, RestCaller } from '../rest.ts'
import type { ServerProcess } from '../server.ts'
import { upToDate } from '../screens/sync-panel.ts'

const form = 'ensayo-replica'
const place = `form/${form}/institution/centro/results/final`
const page = '/dashboard/resultados-institucion'
const overviewSchema = must(overview.reply, 'the list of results has no shape')

/** What was appealed is sent and decided, and the form comes to its last stage. */
async function closeTheReplica(server: ServerProcess): Promise<void> {
  const { leader, professional, subdimensionLeader, dimensionLeader } = peopleOf('centro')
  for (const persona of [professional, subdimensionLeader, dimensionLeader, leader])
    await (await RestCaller.signIn(server, persona)).post(`form/send/${form}`, {})
  await nextStage(server, form)
  const evaluator = await RestCaller.signIn(server, secondEvaluator)
  await evaluator.post(`evaluator/evaluate/form/${form}/institution/centro/all`, {})
  await evaluator.post(`evaluator/send/form/${form}/institution/centro`, {})
  await nextStage(server, form)
}

async function publishFinal(server: ServerProcess): Promise<ResultView> {
  const lab = await RestCaller.signIn(server, admin)
  await lab.post(`form/${form}/results/final/calculate`, { institutionIds: ['centro'] })
  const { institutions } = v.parse(overviewSchema, await lab.get(`form/${form}/results/final`))
  const snapshots = Object.fromEntries(
    institutions.flatMap(({ institutionId, snapshotId }) => (snapshotId ? [[institutionId, snapshotId]] : [])),
  )
  await lab.post(`form/${form}/results/final/publish`, { snapshots })
  return v.parse(resultViewSchema, await lab.get(place))
}

test('[RV1] [RV3] after its replica an institution reads its final result down to the evidence, and without a network it reads on, report and all; others are told nothing of it', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const { leader, professional } = peopleOf('centro')
  const device = await newDevice(ownServer.url)
  const reading = await device.open()
  await signIn(reading, leader)
  await shellKept(reading)

  await test.step('before it is published the final result is at no address, and the preliminary one says what a replica would add', async () => {
    await reading.goto(`${page}/${form}/final`)
    await expect(reading.getByText('No hay un resultado en esta dirección')).toBeVisible()
    await reading.getByRole('link', { name: 'Ver el más reciente' }).click()
    await expect(reading.getByText('Resultado preliminar', { exact: true })).toBeVisible()
    await reading.getByRole('button', { name: 'Calcular', exact: true }).click()
    await expect(
      reading.getByRole('group', { name: 'Subdimensiones con respuestas rechazadas' }).getByRole('checkbox').first(),
    ).toBeVisible()
  })

  await closeTheReplica(ownServer)
  const result = await publishFinal(ownServer)
  const points = pointsText(result.points, 'es')

  await test.step('the first page shows points and maturity, and leads to the result', async () => {
    await reading.goto('/dashboard/Home')
    const card = reading.getByRole('region', { name: 'Resultados de su institución' })
    await expect(card).toContainText(points)
    await expect(card).toContainText(maturityWord(result.maturity, 'es'))
    await card.getByRole('link', { name: 'Ver resultados' }).click()
    await expect(reading).toHaveURL(new RegExp(`${page}/${form}/final$`))
    await expect(reading.getByText(points, { exact: true }).first()).toBeVisible()
  })

  const question = must(
    result.questions.find(({ units }) => units.some(({ decision, evidence }) => decision && evidence)),
    'nothing in the result has evidence',
  )
  const explained = must(
    question.units.find(({ decision, evidence }) => decision && evidence),
    'nothing in the question has evidence',
  )
  const sub = must(
    result.dimensions.find(({ id }) => id === question.dimensionId),
    'the question stands nowhere',
  )
  const top = must(
    result.dimensions.find(({ id }) => id === sub.parentId),
    'the sub-dimension stands nowhere',
  )
  const opened = reading.locator(`[id="u-${explained.unit}"]`)

  await test.step('each figure opens to what adds up to it, down to decision and evidence, and has an address', async () => {
    for (const name of [top.name, sub.name, question.number])
      await reading
        .getByRole('button', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}`), expanded: false })
        .first()
        .press('Enter')
    await expect(opened).toContainText('Laboratorio de Gobierno')
    await expect(opened.getByRole('button', { name: new RegExp(`^Ver ${must(explained.evidence, '').name.slice(0, 12)}`) })).toBeVisible()
    // A person of the lab is named to nobody outside it.
    await expect(reading.getByText(secondEvaluator.fullName)).toHaveCount(0)
    await expect(reading).toHaveURL(new RegExp(`#q-${question.id}$`))
  })

  await test.step('the report comes down and is kept', async () => {
    const downloading = reading.waitForEvent('download')
    await reading.getByRole('button', { name: 'Descargar informe final (PDF)' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe(`informe_final_${result.institution.code}.pdf`)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await expect(reading.getByRole('region', { name: 'Guardados en este equipo' }).getByRole('listitem')).toContainText('Versión 1')
  })

  await test.step('without a network the result opens where it was read, with its date, and the report is the same', async () => {
    await upToDate(reading)
    await goOffline(device.context)
    await reading.reload()
    await expect(reading.getByText(/^Copia del \d{2}\/\d{2}\/\d{4}/)).toBeVisible()
    await expect(opened).toContainText('Laboratorio de Gobierno')
    const kept = reading.getByRole('region', { name: 'Guardados en este equipo' })
    await kept.getByRole('button', { name: /^Abrir/ }).click()
    const downloading = reading.waitForEvent('download')
    await reading.getByRole('dialog').getByRole('button', { name: 'Guardar copia' }).click()
    expect(
      readFileSync(await (await downloading).path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await reading.keyboard.press('Escape')
    await goOnline(device.context)
  })

  await test.step('a professional is told that there is a result, and no figure of it', async () => {
    const other = await (await newDevice(ownServer.url)).open()
    await signIn(other, professional)
    await expect(other.getByRole('link', { name: 'Resultados', exact: true })).toHaveCount(0)
    await other.goto(page)
    await expect(other.getByText('Su institución tiene resultados')).toBeVisible()
    await expect(other.getByText(points)).toHaveCount(0)
    expect(await (await RestCaller.signIn(ownServer, professional)).knock('GET', place)).toMatchObject({ status: 403 })
  })

  await test.step('another institution finds nothing at any door', async () => {
    const stranger = peopleOf('norte').leader
    const elsewhere = await (await newDevice(ownServer.url)).open()
    await signIn(elsewhere, stranger)
    await elsewhere.goto(`${page}/${form}/final`)
    await expect(elsewhere.getByText('No hay un resultado en esta dirección')).toBeVisible()
    await expect(elsewhere.getByText(points)).toHaveCount(0)
    const caller = await RestCaller.signIn(ownServer, stranger)
    const asked = { formId: form, institutionId: 'centro' }
    const doors = await Promise.all([
      caller.knock('GET', place),
      caller.knock('GET', 'institution/centro/results'),
      caller.knock('GET', `form/${form}/results/final`),
      caller.knock('POST', `${place}/whatif`, {}),
      caller.knock('POST', 'result', asked),
      caller.knock('POST', 'result/answers', asked),
      caller.knock('GET', `form/${form}/institution/centro/inform/final`),
      caller.knock('GET', `form/${form}/institution/centro/report/final`),
      caller.knock('POST', `form/${form}/institution/centro/inform/final/preview`, { texts: {} }),
      caller.knock('GET', `reports/${form}/institution/centro/results/final/export`),
      caller.knock('GET', `reports/${form}/institution/centro/final/export`),
    ])
    expect(doors.map(({ status }) => status)).toEqual(doors.map(() => 404))
    for (const { text } of doors) {
      expect(text).not.toContain(String(result.points))
      expect(text).not.toContain(result.maturity)
      expect(text).not.toContain(result.institution.name)
    }
  })
})
