import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const manifest = v.object({ version: v.string() })

/** Version of this program, `year.month.number`. */
export const programVersion: string = v.parse(
  manifest,
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
).version

/** Version of the client that was built beside this program; undefined where none was, or by a program that did not say it yet. */
export function clientVersion(): string | undefined {
  try {
    const text = readFileSync(new URL('../client/dist-server/version.json', import.meta.url), 'utf8')
    return v.parse(manifest, JSON.parse(text)).version
  } catch {
    // Nothing was built, or nothing that says its version: the same to whoever asks.
    return undefined
  }
}
