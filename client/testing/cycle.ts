import { must } from '#shared/kernel/assert.ts'
import { addDays, dayAt, dayMs, startOfDayMs } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { TestApp } from '#server/testing/app.ts'
import { cycleStages, withCycle } from '#server/testing/cycle.ts'
import type { Persona } from '#server/testing/personas.ts'
import { tinyWorld } from './render-screen.tsx'

/** The administrator of the tiny world. */
export const root: Persona = { email: 'root@laboratorio.example', password: '', fullName: 'root Prueba', institution: null }

/** A server on which the form of a whole cycle is in the stage in which its results are worked out, whatever day it is. */
export async function cycleAtResults(header: Partial<FormHeader> = {}): Promise<TestApp> {
  const world = await tinyWorld()
  const { start } = must(
    cycleStages.find(({ kind }) => kind === 'CalculateResults'),
    'the cycle calculates nothing',
  )
  const days = Math.round((startOfDayMs(dayAt(world.clock.now())) - startOfDayMs(start)) / dayMs) - 4
  const stages = cycleStages.map((stage) => ({ ...stage, start: addDays(stage.start, days), end: addDays(stage.end, days) }))
  await withCycle(world, { stages, ...header })
  return world
}
