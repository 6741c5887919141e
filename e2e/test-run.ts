import { join } from 'node:path'
import { runStages } from './gate/run.ts'
import { stages } from './gate/steps.ts'
import { inScratch } from './scratch.ts'

const root = join(import.meta.dirname, '..')

process.exitCode = await inScratch(() =>
  runStages(stages, {
    root,
    reports: join(root, 'node_modules/.cache/tests'),
    say: (line) => console.log(line),
    output: 'inherit',
    minutes: { meant: 12, hang: 60 },
  }),
)
