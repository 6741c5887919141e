import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of every property of this run: a fresh one, or PROPERTY_SEED of the environment. */
    propertySeed: number
    /** How many times its number of cases each property is tried with: PROPERTY_TIMES, or 1 where EVERYTHING is tried, or a tenth. */
    propertyTimes: number
  }
}

/** Where the seed is kept for the run's other projects. */
const variable = 'PROPERTY_SEED'

/** Says the run's seed once, so that whatever a run found can be found again. */
export function setup(project: TestProject): void {
  const given = process.env[variable]
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
  if (!Number.isInteger(seed)) throw new Error(`${variable} is a whole number, not ${given}`)
  process.env[variable] = String(seed)
  project.provide('propertySeed', seed)
  project.provide('propertyTimes', Number(process.env['PROPERTY_TIMES'] ?? (process.env['EVERYTHING'] === '1' ? 1 : 0.1)))
  if (given === undefined) process.stdout.write(`properties: seed ${seed}; ${variable}=${seed} tries the same cases again\n`)
}
