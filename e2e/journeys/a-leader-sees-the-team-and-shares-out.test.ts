import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { assignmentsOf, ledgerOf } from '../ledger.ts'
import { peopleOf } from '../personas.ts'

test('a leader sees without a network who is behind, writes to one of them, gives a whole dimension to somebody and takes it back', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const { leader, delegate, professional } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, leader)
  await page.getByRole('link', { name: /^Ver el equipo · \d+ personas con atraso$/ }).click()
  await expect(page.getByRole('heading', { name: 'Equipo', level: 1 })).toBeVisible()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: professional.fullName }) })
  await expect(row.getByText('Con atraso')).toBeVisible()
  await goOffline(device.context)

  // What waits for one person, and the way to it.
  await row.getByRole('button', { name: `Ver pendientes de ${professional.fullName}` }).click()
  await expect(row.getByRole('button', { name: /^Comentar la pregunta/ }).first()).toBeVisible()

  await row.getByRole('button', { name: `Escribir a ${professional.fullName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Escribir un mensaje' })
  await dialog.getByRole('textbox', { name: 'Mensaje' }).fill('Faltan las preguntas de dotación: ¿las vemos hoy?')
  await dialog.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByText(/^Usted le escribió/)).toBeVisible()

  // All of a dimension to one person, taken back, and given again.
  await page.getByRole('link', { name: 'Repartir' }).click()
  const share = async (): Promise<void> => {
    await page.getByRole('checkbox', { name: 'D4 Resultados' }).check()
    await page.getByRole('button', { name: 'Asignar a…' }).click()
    const who = page.getByRole('dialog', { name: 'Asignar responsable' })
    await expect(who.getByText('1 dimensión, 2 subdimensiones y', { exact: false })).toBeVisible()
    await who.getByRole('combobox', { name: 'Persona' }).fill(professional.fullName)
    await page.getByRole('option', { name: professional.fullName }).click()
    await who.getByRole('button', { name: 'Asignar', exact: true }).click()
  }
  await share()
  const done = page.getByRole('dialog', { name: `Asignada a ${professional.fullName}` })
  await done.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('Asignación deshecha').first()).toBeVisible()
  const section = page.getByRole('region', { name: /D4 Resultados/ })
  await expect(section.getByText(professional.fullName)).toHaveCount(0)
  await share()
  await done.getByRole('button', { name: 'Entendido' }).click()
  await expect(section.getByText(professional.fullName)).toHaveCount(3)

  await goOnline(device.context)
  await expect.poll(() => assignmentsOf(ownServer, 'norte-profesional').map(({ element }) => element)).toContain('resultados')
  const written = ledgerOf(ownServer, 'norte-lider').filter(({ name }) => name === 'team.write')
  expect(written.map(({ disposition, code }) => [disposition, code])).toEqual([['applied', 'ok']])

  // The other one who leads sees that it was written, and by whom.
  const other = await newDevice(ownServer.url)
  const second = await other.open()
  await signIn(second, delegate)
  await second.goto('/dashboard/equipo')
  const same = second.getByRole('listitem').filter({ has: second.getByRole('heading', { name: professional.fullName }) })
  await expect(same.getByText(`${leader.fullName} le escribió`, { exact: false })).toBeVisible()
  await expect(same.getByRole('button', { name: /^Escribir a/ })).toHaveCount(0)

  // And whom it was written to reads it.
  const third = await newDevice(ownServer.url)
  const theirs = await third.open()
  await signIn(theirs, professional)
  await theirs.getByRole('button', { name: /^Notificaciones/ }).click()
  const drawer = theirs.getByRole('dialog', { name: 'Notificaciones' })
  await expect(drawer.getByText('¿las vemos hoy?', { exact: false })).toBeVisible()
  await expect(drawer.getByText(`${leader.fullName} le escribe`, { exact: false })).toBeVisible()
})
