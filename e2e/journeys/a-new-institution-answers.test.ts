import { startSmtp } from '#server/testing/smtp.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '#server/testing/personas.ts'
import { staff } from '#server/testing/questions.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { upToDate } from '../screens/sync-panel.ts'
import { ServerProcess } from '../server.ts'

const leader = { email: 'julia@prueba.example', password: 'una frase de prueba' }
const name = 'Servicio Nacional de Prueba y Ensayo'

test('an institution comes from nothing to its leader’s first answer, by the letters that really arrive', async ({
  newDevice,
  ownServer,
}) => {
  const mail = await startSmtp()
  await ownServer.stop()
  const server = await ServerProcess.launch({ dataDir: ownServer.dataDir, env: { SMTP_URL: mail.url } })
  try {
    const lab = await (await newDevice(server.url)).open()
    await signIn(lab, admin)
    await upToDate(lab)

    await test.step('its code comes of its name and its domain of the leader’s address; the leader is invited', async () => {
      await lab.goto('/dashboard/instituciones')
      await lab.getByRole('button', { name: 'Crear institución' }).click()
      const dialog = lab.getByRole('dialog', { name: 'Crear institución' })
      await dialog.getByLabel('Nombre', { exact: true }).fill(name)
      await dialog.getByLabel('Sigla').fill('SENAPE')
      await expect(dialog.getByLabel('Código')).toHaveValue('SNPE')
      await dialog.getByLabel('Categoría').selectOption({ label: 'Nuevas' })
      await dialog.getByLabel('Orientación').selectOption('Institucional')
      await dialog.getByLabel('Nombre del líder').fill('Julia')
      await dialog.getByLabel('Apellido del líder').fill('Soto')
      await dialog.getByLabel('Correo del líder').fill(leader.email)
      await dialog.getByLabel('Correo del líder').blur()
      await expect(dialog.getByRole('button', { name: 'Quitar prueba.example' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
      await expect(lab.getByText('Institución creada con éxito.')).toBeVisible()
      await lab.getByRole('searchbox').fill(leader.email)
      await expect(lab.getByRole('row').filter({ hasText: name })).toContainText('Aún no ingresa')
    })

    await test.step('it is put into the form, and whoever leads it leads it there', async () => {
      await lab.goto('/dashboard/formularios/indice-2025/instituciones')
      const row = lab.getByRole('list', { name: 'Instituciones' }).getByRole('listitem').filter({ hasText: name })
      await row.getByRole('checkbox').check()
      await lab.getByRole('button', { name: 'Aceptar' }).click()
      await expect(lab.getByText('Instituciones agregadas con éxito')).toBeVisible()
    })

    await test.step('the letter lets the leader in, on a computer of their own', async () => {
      const own = () => mail.received.filter(({ to }) => to.includes(leader.email))
      await expect.poll(() => own().length, { timeout: 60_000 }).toBeGreaterThan(1)
      // Lines of a letter are folded where they are long.
      const text = (own().at(-1)?.text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
      const link = /http:\/\/localhost:\d+\/invite\?\S+/.exec(text)?.[0] ?? ''
      expect(link).toContain('token=')
      const page = await (await newDevice(server.url)).open()
      await page.goto(link)
      await page.getByLabel('Contraseña nueva').fill(leader.password)
      await page.getByLabel('Confirmar contraseña').fill(leader.password)
      await page.getByRole('button', { name: 'Crear contraseña' }).click()
      await expect(page).toHaveURL(/\/login/)
      await signIn(page, { fullName: 'Julia Soto', institution: name, ...leader })
      await page.getByRole('button', { name: 'Omitir introducción' }).click()
      const questionnaire = new Questionnaire(page)
      // The introduction is put away for as long as this page lives.
      await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Formulario' }).click()
      await questionnaire.goTo('Talento Humano')
      await questionnaire.question(staff).write('120')
      await upToDate(page)
    })

    await test.step('the lab sees that they have come', async () => {
      await lab.goto('/dashboard/instituciones')
      await lab.getByRole('searchbox').fill(leader.email)
      const row = lab.getByRole('row').filter({ hasText: name })
      await expect(row).toBeVisible()
      await expect(row).not.toContainText('Aún no ingresa')
    })
  } finally {
    await server.stop()
    await mail.stop()
  }
})
