import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const commands = fileURLToPath(new URL('../cli/commands.ts', import.meta.url))

/** Runs a command of an operator with settings: its exit code and what it said. */
export function command(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [commands, ...args], { env: { ...process.env, ...settings } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr })
    })
  })
}
