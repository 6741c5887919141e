import { expect, goOffline, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, talent } from '#server/testing/questions.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { upToDate } from '../screens/sync-panel.ts'

test('[PS6] two people see each other on the question that they have open, and who loses the network vanishes within a minute', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const { leader, professional } = peopleOf('norte')
  const [one, other] = [await newDevice(ownServer.url), await newDevice(ownServer.url)]
  const [leading, answering] = [new Questionnaire(await one.open()), new Questionnaire(await other.open())]
  await signIn(leading.page, leader)
  await leading.open(talent)
  await upToDate(leading.page)
  await signIn(answering.page, professional)
  await answering.open(talent)
  await upToDate(answering.page)

  const shared = leading.question(coordination).root
  const before = await shared.boundingBox()
  await answering.question(coordination).field.focus()
  const words = `${professional.fullName} tiene abierta esta pregunta`
  await expect(shared.getByText(words)).toBeAttached()
  await expect(leading.page.getByTitle(words)).toBeVisible()
  expect(await shared.boundingBox()).toEqual(before)
  // Whoever has it open is not shown themselves, and the other is not where they are not.
  await expect(answering.page.getByTitle(/tiene abierta/)).toHaveCount(0)
  await leading.question(coordination).field.focus()
  await expect(answering.page.getByTitle(`${leader.fullName} tiene abierta esta pregunta`)).toBeVisible()

  await goOffline(other.context)
  await expect(answering.page.getByTitle(/tiene abierta/)).toHaveCount(0)
  await expect(leading.page.getByTitle(words)).toHaveCount(0, { timeout: 90_000 })
})
