import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Send } from '#shared/sends/model.ts'
import { isToEvaluation } from '#shared/sends/recall.ts'
import type { World } from '#shared/world.ts'
import type { TestApp } from '#server/testing/app.ts'
import { asking, completeButForTheLeadersSend, type Ask } from '#server/testing/story.ts'
import { demoWorld } from './render-screen.tsx'

/** The institution of the demonstration that most tests of screens are about, and its form that runs. */
export const norte = { institutionId: 'norte', formId: 'indice-2025' }

/** Where it answers a sub-dimension. */
export const fillingOf = (subDimension: string, question?: string): string =>
  pageAddress('filling', { form: norte.formId, institution: norte.institutionId, subDimension, question })

/** Its people, and the lab's, act there as from devices of their own. */
export const colleagues = ({ app }: TestApp): Ask => asking(app.server, instScope(norte.institutionId, norte.formId))

/** A server on which its leader has nothing left to do but send. */
export async function readyToSend(): Promise<TestApp> {
  const world = await demoWorld()
  await completeAndSendUpward(world)
  return world
}

/** Everybody answers what is open, and sends upward. */
export const completeAndSendUpward = ({ app }: TestApp): Promise<void> =>
  completeButForTheLeadersSend(app.server, norte, ['norte-profesional', 'norte-profesional2', 'norte-subdimension', 'norte-dimension'])

/** A server to which its leader has sent. */
export async function sentWorld(): Promise<TestApp> {
  const world = await readyToSend()
  await colleagues(world)('norte-lider', 'answers.send', { reviewed: null })
  return world
}

/** Its world as the server has it. */
export const worldOf = async ({ app, db }: TestApp): Promise<World> =>
  must(await db.read((tx) => app.server.worlds.read(tx, norte)), 'norte has no world')

/** Its receipt of the send to the evaluation. */
export const receiptOf = async (world: TestApp): Promise<Send> =>
  must([...(await worldOf(world)).list('send')].find(isToEvaluation), 'norte has sent nothing')
