import { expect } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { TestApp } from '#server/testing/app.ts'
import { asking } from '#server/testing/story.ts'
import { demoWorld } from './render-screen.tsx'

const este = { institutionId: 'este', formId: 'ensayo-evaluacion' }

/** Where the institution adjusts what it answered of its people. */
export const observedTalent = pageAddress('filling', {
  form: este.formId,
  institution: este.institutionId,
  subDimension: 'en-talento-humano',
})

/** A server on which an answer was observed, and its institution adjusts what it answered. */
export async function observed(): Promise<TestApp> {
  const world = await demoWorld()
  const { server } = world.app
  const answers = async () => [...must(await world.db.read((tx) => server.worlds.read(tx, este)), 'este takes no part').list('answer')]
  const revs = (await answers()).map(({ unit, rev }) => [unit, rev] as const)
  const ask = asking(server, instScope(este.institutionId, este.formId))
  const answerRev = new Map(revs).get('en-th-coordinacion')
  await ask('lab-evaluadora', 'evaluation.decide', {
    unit: 'en-th-coordinacion',
    decision: 'Observed',
    comment: 'Falta el documento que lo establece',
    answerRev,
  })
  await ask('lab-evaluadora', 'evaluation.acceptRemaining', { units: revs })
  await ask('lab-evaluadora', 'evaluation.send', {})
  const moved = await world.call('POST', 'publicReports/state/simulator', {
    token: await world.token('lab-admin'),
    body: { formId: este.formId },
  })
  expect(moved.status).toBe(200)
  return world
}
