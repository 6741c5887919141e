import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'iip-boot-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr })
    })
  })
const binariesOn = async (platform: string): Promise<Record<string, string>> => {
  const script = `import { binariesOf } from ${JSON.stringify(new URL('binaries.mjs', import.meta.url).href)}
    process.stdout.write(JSON.stringify(binariesOf(${JSON.stringify(root)}, '${platform}')))`
  return JSON.parse((await run(['--input-type=module', '-e', script])).said)
}

test('what is started are programs and sources, never the scripts that npm puts beside them for a shell', async () => {
  const here = await binariesOn(process.platform)
  expect(existsSync(here['node'] ?? '')).toBe(true)
  expect(existsSync(here['vite'] ?? '')).toBe(true)
  const windows = await binariesOn('win32')
  expect(windows['node']?.endsWith(['node', 'bin', 'node.exe'].join(sep))).toBe(true)
  for (const found of [here, windows]) for (const name of ['node', 'vite']) expect(found[name]).not.toContain(`${sep}.bin${sep}`)
})

test('the project may lie in a folder whose name has spaces', async () => {
  const spaced = join(dir, 'a folder', 'with ñ & spaces')
  mkdirSync(join(spaced, 'server'), { recursive: true })
  cpSync(join(root, 'server', 'cli'), join(spaced, 'server', 'cli'), { recursive: true })
  for (const name of ['node_modules', 'package.json', 'shared']) symlinkSync(join(root, name), join(spaced, name))
  for (const name of readdirSync(join(root, 'server')).filter((each) => each !== 'cli')) {
    symlinkSync(join(root, 'server', name), join(spaced, 'server', name))
  }
  const told = await run([join(spaced, 'server', 'cli', 'bootstrap.mjs'), 'doctor'], { DATA_DIR: join(dir, 'no data here') })
  expect(told).toMatchObject({ code: 1 })
  expect(told.said).toContain('directory does not exist')
})
