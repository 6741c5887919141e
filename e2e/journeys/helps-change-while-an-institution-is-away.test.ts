import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, peopleOf } from '../personas.ts'
import { coordination, difficulty, difficultyText, talent } from '../questions.ts'
import { RestCaller } from '../rest.ts'
import { atWork } from '../screens/at-work.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

const { professional } = peopleOf('norte')
const newHelp = 'Cuente lo que más frena hoy al equipo, con un ejemplo de este año.'
const halfWritten = difficultyText.slice(0, 12)

test('the form is copied for next year and its helps are rewritten while an institution answers without a network: its words stay, the new help shows, and the answer stands', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const answering = await atWork(device, professional, talent)
  const { page } = answering
  const open = answering.question(difficulty)

  await test.step('somebody answers one question without a network, and is in the middle of another', async () => {
    await goOffline(page.context())
    await answering.question(coordination).write('Jefatura de Personas')
    await open.field.fill('')
    await open.field.pressSequentially(halfWritten)
    await expect(open.root).toContainText('Guardado en este equipo')
    await keptOffline(page, 1)
  })

  const desk = await (await newDevice(ownServer.url)).open()
  const help = desk.getByRole('listitem').filter({ hasText: difficulty }).getByRole('region', { name: 'Ayuda para responder' })
  const openHelps = async (name: string): Promise<void> => {
    await desk.getByRole('button', { name: `Acciones de ${name}`, exact: true }).click()
    await desk.getByRole('menuitem', { name: 'Textos de ayuda' }).click()
    await desk.getByRole('button', { name: 'Talento humano' }).click()
    await expect(help).toBeVisible()
  }
  await test.step('meanwhile an administrator copies the form, and gives the one that runs another help', async () => {
    await signIn(desk, admin)
    await desk.getByRole('button', { name: 'Clonar Índice 2025' }).click()
    await expect(desk.getByText('Formulario clonado exitosamente.')).toBeVisible()
    await openHelps('Índice 2025')
    await help.getByRole('button', { name: /^Editar Ayuda para responder/ }).click()
    await help.getByRole('textbox', { name: 'Ayuda para responder' }).fill(newHelp)
    await help.getByRole('button', { name: 'Guardar' }).click()
    await expect(help).toContainText(newHelp)
    await expect(help.getByRole('textbox')).toHaveCount(0)
    await upToDate(desk)
    // What would otherwise rest a while, as long as somebody may go on writing.
    const caller = await RestCaller.signIn(ownServer, admin)
    await caller.post('form/indice-2025/publish', {})
  })

  await test.step('back in the network the half-written words and the focus are where they were, beside the new help', async () => {
    await expect(page.getByText(newHelp)).toHaveCount(0)
    await goOnline(page.context())
    await expect(page.getByRole('complementary').getByText(newHelp)).toBeVisible()
    await upToDate(page)
    await expect(open.field).toHaveText(halfWritten)
    await expect(open.field).toBeFocused()
    expect(ledgerOf(ownServer, 'norte-profesional').map(({ name, disposition }) => [name, disposition])).toEqual([
      ['answer.set', 'applied'],
    ])
  })

  await test.step('the answer is finished where it was left, and stands', async () => {
    await page.keyboard.type(difficultyText.slice(halfWritten.length))
    await open.field.blur()
    await upToDate(page)
    await page.reload()
    await expect(open.field).toHaveText(difficultyText)
    expect(ledgerOf(ownServer, 'norte-profesional').at(-1)).toMatchObject({ name: 'answer.set', disposition: 'applied' })
  })

  await test.step('the copy has kept the help that the form had when it was copied', async () => {
    await desk.getByRole('link', { name: 'Formularios' }).first().click()
    await openHelps('Copia de Índice 2025')
    await expect(help).not.toContainText(newHelp)
  })
})
