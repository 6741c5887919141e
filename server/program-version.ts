import { readFileSync } from 'node:fs'

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** Version of this program, `year.month.number`. */
export const programVersion = version
