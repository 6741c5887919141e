import { createHash } from 'node:crypto'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { keptFile, ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import {
  coordination,
  difficulty,
  difficultyText,
  incentives,
  initiatives,
  plan,
  profiles,
  staff,
  talent,
  trained,
  training,
} from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

const report = {
  name: 'Programa_capacitacion_2025.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * 1024 * 1024, 'innovar en lo público ')]),
}

/** What the professional leaves on the device, each counted once by the queue and by the ledger. */
const changes = [
  'answer.set th-dotacion',
  'answer.set th-perfiles',
  'answer.set th-capacitacion',
  'attachment.add th-capacitacion',
  'answer.set th-capacitacion-personas',
  'answer.set th-incentivos',
  'comment.reply th-incentivos',
  'answer.set th-coordinacion',
  'answer.set th-plan',
  'answer.set th-desafio',
  'answer.set ap-iniciativas',
  'answer.set ap-iniciativas-nombre',
  'answer.set ap-iniciativas-implementada',
  'answer.set ap-iniciativas-implementada-fecha',
]
/** The file itself waits beside its entry. */
const waiting = changes.length + 1

test('a professional answers every kind offline, restarts the browser without a network, and everything arrives once', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const { professional, leader } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const first = await atWork(device, professional, talent)
  await goOffline(device.context)

  await test.step('answers one question of every kind, attaches a file and replies to a comment', async () => {
    await first.question(staff).write('812')
    await first.question(profiles).mark('Desarrollo de software').check()
    await first.question(training).choose('Sí')
    await first.question(training).attach(report)
    await first.question(trained).write('64')
    await first.question(incentives).choose('Sí, formalizados para algunas áreas')
    await first.question(incentives).reply('Se corrigió: hoy rige solo en dos áreas.')
    await first.question(coordination).write('Jefatura de desarrollo de personas')
    await first.question(plan).pickDay('2025-03-14')
    await first.question(difficulty).write(difficultyText)
    await first.goTo('Actividades y Prácticas')
    const block = first.question(initiatives)
    await block.rowCount.selectOption('2')
    await block.inRow(1, 'Nombre de la iniciativa').write('Ventanilla móvil')
    await block.inRow(1, '¿Se implementó?').choose('Sí')
    await block.inRow(1, '¿En qué fecha se puso en marcha?').pickDay('2025-01-20')
    await keptOffline(first.page, waiting)
  })

  await ownServer.kill()
  const again = new Questionnaire(await device.restart())
  await goOffline(device.context)

  await test.step('finds all of it on a deep link, with the server gone', async () => {
    await again.open({ ...talent, question: 'th-desafio' })
    await expect(again.question(staff).field).toHaveValue('812')
    await expect(again.question(profiles).mark('Desarrollo de software')).toBeChecked()
    await expect(again.question(training).option('Sí')).toBeChecked()
    await expect(again.question(training).root.getByText(report.name)).toBeVisible()
    await expect(again.question(trained).field).toHaveValue('64')
    await expect(again.question(incentives).option('Sí, formalizados para algunas áreas')).toBeChecked()
    await expect((await again.question(incentives).openComments()).getByText('Se corrigió: hoy rige solo en dos áreas.')).toBeVisible()
    await expect(again.question(coordination).field).toHaveValue('Jefatura de desarrollo de personas')
    await again.question(plan).expectDay('2025-03-14')
    await expect(again.question(difficulty).field).toHaveText(difficultyText)
    await again.goTo('Actividades y Prácticas')
    const block = again.question(initiatives)
    await expect(block.rowCount).toHaveValue('2')
    await expect(block.inRow(1, 'Nombre de la iniciativa').field).toHaveValue('Ventanilla móvil')
    await expect(block.inRow(1, '¿Se implementó?').option('Sí')).toBeChecked()
    await block.inRow(1, '¿En qué fecha se puso en marcha?').expectDay('2025-01-20')
    await keptOffline(again.page, waiting)
  })

  await ownServer.start()
  const other = await newDevice(ownServer.url)
  const leaders = new Questionnaire(await other.open())
  await test.step('the leader, who has it open, sees it come without reloading, and comments meanwhile', async () => {
    await signIn(leaders.page, leader)
    await leaders.open(talent)
    await expect(leaders.question(staff).field).toHaveValue('757')
    const thread = await leaders.question(difficulty).openComments()
    await thread.getByRole('textbox', { name: 'Nuevo comentario' }).fill('¿Puede contarlo con un ejemplo?')
    await thread.getByRole('button', { name: 'Comentar' }).click()
    await expect(thread.getByText('¿Puede contarlo con un ejemplo?')).toBeVisible()
    await upToDate(leaders.page)

    await goOnline(device.context)
    await expect(leaders.question(staff).field).toHaveValue('812')
    await expect(leaders.question(coordination).field).toHaveValue('Jefatura de desarrollo de personas')
  })

  await upToDate(again.page)
  await again.open(talent)
  await expect((await again.question(difficulty).openComments()).getByText('¿Puede contarlo con un ejemplo?')).toBeVisible()
  await expect(again.question(training).root.getByText('Recibido', { exact: false }).first()).toBeVisible()
  await expect.poll(() => keptFile(ownServer, report.name)).toBe(createHash('sha256').update(report.buffer).digest('hex'))
  const entries = ledgerOf(ownServer, 'norte-profesional')
  expect(entries.map(({ name, args }) => `${name} ${questionIn(args)}`).toSorted()).toEqual(changes.toSorted())
  expect(entries.filter((entry) => entry.disposition !== 'applied')).toEqual([])
})

/** Question that a mutation is about, without the row. */
function questionIn(args: string): string {
  const { unit }: { unit?: unknown } = JSON.parse(args)
  return typeof unit === 'string' ? unit.replace(/@.*$/, '') : ''
}
