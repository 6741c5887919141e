import { playDay, isSound } from './day.ts'
import { isWhole } from '../simulators/promises.ts'
import { listened } from './listening.ts'
import { optionsOf, usage, type Options, type Variant } from './options.ts'
import { reportOfDay, reportOfListening, reportOfSaturation } from './report.ts'
import { saturate } from './saturate.ts'

interface Done {
  readonly report: string
  readonly sound: boolean
}

async function done(variant: Variant, options: Options): Promise<Done> {
  switch (options.mode) {
    case 'day': {
      const played = await playDay(variant, options)
      return { report: reportOfDay(played, options), sound: isSound(played) }
    }
    case 'saturate': {
      const saturated = await saturate(variant, options)
      return { report: reportOfSaturation(saturated), sound: isWhole(saturated.verdict) && saturated.failures.length === 0 }
    }
    case 'listeners': {
      const found = await listened(variant, options)
      return { report: reportOfListening(found), sound: isWhole(found.verdict) }
    }
  }
}

function asked(): Options | undefined {
  try {
    return optionsOf(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return undefined
  }
}

const options = asked()
process.exitCode = options ? 0 : 2
for (const variant of options?.only ?? []) {
  if (!options) break
  const startedAt = performance.now()
  const { report, sound } = await done(variant, options)
  console.log(
    `${report}\n\n${((performance.now() - startedAt) / 1000).toFixed(0)} s in all; ${sound ? 'nothing lost, nothing doubled' : 'NOT SOUND'}\n`,
  )
  if (!sound) process.exitCode = 1
}
