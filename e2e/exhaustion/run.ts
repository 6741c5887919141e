import { must } from '#shared/kernel/assert.ts'
import { inScratch } from '../scratch.ts'
import { faults } from '../simulators/faults.ts'
import { reportOn } from './report.ts'
import * as worlds from './scripts.ts'

/**
 * Goes through the small worlds from the command line, farther than the tests do:
 * `npm run small-world -- --troubles 2`, with `--walks N` and `--depth N`, `--world words` for one of them, and `--fault words` to put a
 * fault in, also one that chance has found.
 */
const given = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : must(process.argv[at + 1], `--${name} has no value`)
}
const depth = given('depth')
const wrong = given('fault')
const fault =
  wrong === undefined
    ? undefined
    : must(
        faults.find(({ name }) => name.includes(wrong)),
        `no fault is named ${wrong}`,
      )
const bounds = {
  troubles: Number(given('troubles') ?? 1),
  walks: Number(given('walks') ?? 0),
  depth: depth === undefined ? undefined : Number(depth),
}
await inScratch(async () => {
  for (const world of Object.values(worlds)) {
    if (!world.name.includes(given('world') ?? '')) continue
    const { violations } = await reportOn({ ...world, bounds, fault })
    for (const violation of violations) process.stdout.write(`  ${violation}\n`)
    if (violations.length > 0) process.exitCode = 1
  }
})
