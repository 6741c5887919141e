import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { productFiles, read, root } from './house.ts'

const engines = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout } = spawnSync(process.execPath, ['e2e/engines/run.ts', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}

test('an engine that was asked for and is not there ends the command with 1, and one sentence says how to get it', () => {
  const { status, lines } = engines(['firefox'], { FIREFOX: '/nowhere/firefox' })
  expect(status).toBe(1)
  expect(lines[0]).toMatch(/^firefox: not run\. Firefox is not on this machine: install it with `apt-get install firefox-esr`/)
  expect(lines.at(-1)).toBe('engines: 0 passed, 3 failed')
})

test('what is neither an engine nor a journey is no success', () => {
  const { status, lines } = engines(['netscape'])
  expect(status).toBe(1)
  expect(lines).toEqual(['neither an engine nor a journey: netscape; there are firefox, webkit, a, h, k'])
})

test('what is laid out only when it comes near is so only where the engine holds the page still over it', () => {
  const told = /content-?visibility/gi
  const guarded = /@supports \(overflow-anchor: auto\) \{\s*content-visibility: auto;/g
  const styles = read('client/styles/tailwind.css')
  expect(styles.match(guarded)).toHaveLength(1)
  expect(styles.match(told)).toHaveLength(1)
  expect(productFiles.filter(({ side, text }) => side === 'client' && told.test(text)).map(({ path }) => path)).toEqual([])
})
