#!/usr/bin/env node
// `npx iip <command>`, in a checkout and in the image: the commands of operators with the settings of `.env`, where there is one. It runs
// on whatever Node called it, so it is plain JavaScript without dependencies, and hands over to the pinned one where that is installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binariesOf, compiledIn } from './binaries.mjs'

/** The oldest Node that runs the sources as they are. */
const oldest = 24

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const { node: pinned } = binariesOf(root, process.platform)
const node = existsSync(pinned) ? pinned : process.execPath

if (node === process.execPath && Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`Node ${oldest} runs this program, and this is ${process.versions.node}: install what package-lock.json names (npm ci).`)
  process.exitCode = 1
} else {
  const env = existsSync(join(root, '.env')) ? [`--env-file=${join(root, '.env')}`] : []
  const child = spawn(node, [...env, join(root, 'server/cli/commands.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...compiledIn(root), ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
  })
}
