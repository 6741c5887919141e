import { shellKept, signIn } from '../fixtures.ts'
import type { Device } from '../device.ts'
import type { Persona } from '#server/testing/personas.ts'
import type { FillingPlace } from './filling-path.ts'
import { Questionnaire } from './questionnaire.ts'
import { upToDate } from './sync-panel.ts'

/** Somebody at work on their own computer: signed in, the app kept there, a sub-dimension open and nothing waiting. */
export async function atWork(device: Device, who: Persona, place: FillingPlace): Promise<Questionnaire> {
  const questionnaire = new Questionnaire(await device.open())
  const { page } = questionnaire
  await signIn(page, who)
  await shellKept(page)
  await questionnaire.open(place)
  await upToDate(page)
  return questionnaire
}
