import { readFileSync } from 'node:fs'

/** Version of this program, `year.month.number`. */
export function programVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return version
}
