import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { coordination, talent } from '../questions.ts'
import { RestCaller } from '../rest.ts'
import { hear } from '../screens/announcements.ts'
import { literally, Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, SyncPanel } from '../screens/sync-panel.ts'

test('what was answered offline while the question changed hands is a suggestion that the new responsible adopts with one click', async ({
  newDevice,
  ownServer,
}) => {
  const { professional, secondProfessional, subdimensionLeader } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const former = new Questionnaire(await device.open())
  await signIn(former.page, professional)
  await former.open(talent)
  await goOffline(device.context)
  const heard = await hear(former.page)
  await former.question(coordination).write('Jefatura de desarrollo de personas')
  await keptOffline(former.page, 1)
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^Respuesta 1\.1\.\d+ guardada en este equipo$/))

  const assigning = await RestCaller.signIn(ownServer, subdimensionLeader)
  await assigning.post('form/indice-2025/responsable/assign', {
    user: { _id: 'norte-profesional2' },
    elements: [{ element: 'th-coordinacion', level: 'Question' }],
  })
  const other = await newDevice(ownServer.url)
  const latter = new Questionnaire(await other.open())
  await signIn(latter.page, secondProfessional)
  await latter.open(talent)
  await expect(latter.question(coordination).field).toHaveValue('')

  await goOnline(device.context)
  const why = former
    .question(coordination)
    .root.getByRole('article')
    .filter({ hasText: `${secondProfessional.fullName} es responsable de esta pregunta` })
  await expect(why).toContainText('Jefatura de desarrollo de personas')
  const told = expect.stringMatching(
    `^Aviso nuevo: ${secondProfessional.fullName} es responsable de esta pregunta.*${literally(coordination)}`,
  )
  await expect.poll(heard).toContainEqual(told)

  const panel = new SyncPanel(latter.page)
  await panel.open()
  const suggestion = panel.card(`${professional.fullName} propone otra respuesta`)
  await expect(suggestion).toContainText('Jefatura de desarrollo de personas')
  await suggestion.getByRole('button', { name: 'Usar la sugerencia' }).click()
  await expect(suggestion).toBeHidden()
  await panel.close()
  await expect(latter.question(coordination).field).toHaveValue('Jefatura de desarrollo de personas')

  await expect(former.question(coordination).root.getByRole('group', { name: coordination })).toHaveText(
    'Jefatura de desarrollo de personas',
  )
  await expect(former.question(coordination).root.getByText(`Solo lectura: responde ${secondProfessional.fullName}.`)).toBeVisible()
})
