import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '../personas.ts'
import { talent } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { secondProfessional, subdimensionLeader } = peopleOf('norte')
const professions = '¿Cuántas profesiones distintas hay en la dotación?'
const subject = 'Sección lista: Talento Humano'

test('[FL5] [FL6] without a network a professional says that their section is ready; who leads the area is told once, and the mark falls when something is asked anew', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const device = await newDevice(ownServer.url)
  const own = await atWork(device, secondProfessional, talent)
  const leading = await atWork(await newDevice(ownServer.url), subdimensionLeader, talent)
  const mark = own.page.getByRole('button', { name: 'Marcar sección lista' })

  await test.step('it is offered once nothing of theirs waits, and set without a network', async () => {
    await goOffline(device.context)
    await expect(mark).toHaveCount(0)
    await own.question(professions).write('14')
    await mark.click()
    await expect(
      own.page.getByText(`${subdimensionLeader.fullName} recibirá el aviso cuando haya conexión.`, { exact: false }),
    ).toBeVisible()
    await expect(leading.page.getByText(/^Lista según/)).toHaveCount(0)
  })

  await test.step('who leads the area is told, and led to the section, which says by whom it is ready', async () => {
    await goOnline(device.context)
    await upToDate(own.page)
    await expect(own.page.getByText(`Marcó su parte como lista y se avisó a ${subdimensionLeader.fullName}.`)).toBeVisible()
    await leading.page.goto('/dashboard/home')
    await leading.page.getByRole('button', { name: /^Notificaciones/ }).click()
    const drawer = leading.page.getByRole('dialog', { name: 'Notificaciones' })
    await expect(
      drawer.getByText(`${secondProfessional.fullName} marcó como lista la sección «Talento Humano»`, { exact: false }),
    ).toHaveCount(1)
    await drawer.getByRole('link', { name: `Abrir: ${subject}` }).click()
    await expect(leading.page.getByRole('heading', { level: 1, name: 'Talento Humano' })).toBeVisible()
    await expect(leading.page.getByText(`Lista según ${secondProfessional.fullName}`).first()).toBeVisible()
  })

  await test.step('a comment asks for something again, and the mark is gone for both without anybody taking it away', async () => {
    const thread = await new Questionnaire(leading.page).question(professions).openComments()
    await thread.getByRole('textbox', { name: 'Nuevo comentario' }).fill('¿Están contadas las de honorarios?')
    await thread.getByRole('button', { name: 'Comentar', exact: true }).click()
    await expect(leading.page.getByText(/^Lista según/)).toHaveCount(0)
    await expect(own.page.getByText('La marca de sección lista se quitó sola', { exact: false })).toBeVisible()
    await expect(mark).toHaveCount(0)
  })

  await test.step('who answers what was asked may say it again, and it is told again', async () => {
    await own.question(professions).reply('Sí, con honorarios.')
    await mark.click()
    await upToDate(own.page)
    await expect(leading.page.getByText(`Lista según ${secondProfessional.fullName}`).first()).toBeVisible()
    await leading.page.getByRole('button', { name: /^Notificaciones/ }).click()
    await expect(leading.page.getByRole('dialog', { name: 'Notificaciones' }).getByText(subject, { exact: false }).first()).toBeVisible()
    const marks = ledgerOf(ownServer, 'norte-profesional2').filter(({ name }) => name === 'section.ready')
    expect(marks.map(({ disposition }) => disposition)).toEqual(['applied', 'applied'])
  })
})
