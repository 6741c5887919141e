import { join } from 'node:path'
import { runSteps } from './gate/run.ts'
import { steps } from './gate/steps.ts'
import { inScratch } from './scratch.ts'

const root = join(import.meta.dirname, '..')

process.exitCode = await inScratch(() =>
  runSteps(steps, {
    root,
    reports: join(root, 'node_modules/.cache/tests'),
    say: (line) => console.log(line),
    output: 'inherit',
    minutes: { meant: 30, hang: 80 },
  }),
)
