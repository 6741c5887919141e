// Runs on whatever Node invoked npm (20 or newer), so it is plain JavaScript without dependencies. It makes sure that
// node_modules is what package-lock.json says, and hands over to the Node 24 that is pinned there.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binariesOf, compiledIn } from './binaries.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const { bin, node, vite } = binariesOf(root, process.platform)
const builtStamp = join(root, 'node_modules/.cache/iip-client-built')

const parent = process.ppid
/** True once this process has been told to end. */
let told = false

const modes = {
  start,
  dev,
  test: script('e2e/test-run.ts'),
  quick: script('e2e/quick/run.ts'),
  nightly: script('e2e/gate/nightly.ts'),
  seconds: script('e2e/quick/seconds.ts'),
  bench: script('e2e/bench/run.ts'),
  load: script('e2e/load/run.ts'),
  sim: script('e2e/convergence/run.ts'),
  'small-world': script('e2e/exhaustion/run.ts'),
  mutants: script('e2e/mutants/run.ts'),
  container: script('e2e/container/run.ts'),
  fleet: script('e2e/fleet/run.ts'),
  backup: command('backup'),
  restore: command('restore'),
  drill: command('drill'),
  move: command('move'),
  doctor: command('doctor'),
  archive: command('archive'),
  'open-base': command('open-base'),
}

const [name = '', ...args] = process.argv.slice(2)
const mode = Object.hasOwn(modes, name) ? modes[name] : undefined
if (mode) process.exitCode = await mode(args)
else {
  console.error(`usage: node server/cli/bootstrap.mjs ${Object.keys(modes).join('|')}`)
  process.exitCode = 2
}

/** Installs when needed, builds the client when its sources are newer than its build, and serves both. */
async function start(rest) {
  return inOrder(
    () => install({ forBuild: !existsSync(join(root, 'client/dist/index.html')) }),
    () => (clientIsStale() ? build() : 0),
    () => run(node, [...settings(), 'server/main.ts', ...rest]),
  )
}

/** Vite with hot reload at PORT (8080), and the server behind it at the next port, restarted when its files change. */
async function dev(rest) {
  const installed = await install({ forBuild: true })
  if (installed !== 0) return installed
  const port = Number(process.env['PORT'] ?? 8080)
  const serverPort = String(port + 1)
  const origin = `http://localhost:${port}`
  // Whichever ends first ends the other.
  const both = new AbortController()
  const server = run(node, ['--watch', '--watch-preserve-output', ...settings(), 'server/main.ts', ...rest], {
    env: { PORT: serverPort, PUBLIC_URL: origin, IIP_DEV_VIEWS: 'yes' },
    signal: both.signal,
  })
  const client = run(node, [vite, '--port', String(port), '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'], {
    env: { IIP_DEV_API: `http://127.0.0.1:${serverPort}` },
    signal: both.signal,
  })
  console.log(`Development: ${origin}`)
  const code = await Promise.race([server, client])
  if (!told) both.abort()
  await Promise.all([server, client])
  return code
}

/** Reads `.env` when there is one. */
function settings() {
  return existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
}

function script(path) {
  return (rest) =>
    inOrder(
      () => install({ forBuild: true }),
      () => run(node, [path, ...rest]),
    )
}

/** A command of an operator, on what is installed: nothing is installed beside a running server. */
function command(which) {
  return (rest) => run(node, [...settings(), 'server/cli/commands.ts', which, ...rest])
}

/** Runs the steps until one returns another exit code than 0. */
async function inOrder(...steps) {
  for (const step of steps) {
    const code = await step()
    if (code !== 0) return code
  }
  return 0
}

/** `npm ci` when node_modules is not what package-lock.json says; npm speaks for itself when it fails. */
async function install({ forBuild }) {
  if (installedAsLocked({ forBuild })) return 0
  console.log('Installing what package-lock.json names (a minute or two, only when it changes)…')
  const npm = process.env['npm_execpath']
  const wanted = ['ci', '--include=dev', '--no-audit', '--no-fund']
  if (npm?.endsWith('.js')) return run(process.execPath, [npm, ...wanted])
  // On Windows npm is a script of its shell, which Node starts through that shell only.
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', wanted, { shell: process.platform === 'win32' })
}

/** npm leaves a record of what it installed: compared by version with the lock file, so any way of installing counts. */
function installedAsLocked({ forBuild }) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record) || !existsSync(node)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    if (found) return found.version === entry.version
    return entry.optional === true || entry.devOptional === true || (entry.dev === true && !forBuild)
  })
}

async function build() {
  console.log('Building the client…')
  const code = await run(node, [vite, 'build', '--logLevel', 'warn'])
  if (code !== 0) return code
  mkdirSync(dirname(builtStamp), { recursive: true })
  writeFileSync(builtStamp, '')
  return 0
}

/** True when a source is newer than the last build. A build that came with the installation (no vite) counts as fresh. */
function clientIsStale() {
  if (!['client/dist/index.html', 'client/dist-server/render.mjs'].every((file) => existsSync(join(root, file)))) return true
  if (!existsSync(vite)) return false
  if (!existsSync(builtStamp)) return true
  const builtMs = statSync(builtStamp).mtimeMs
  return ['client', 'shared', 'sync', 'vite.config.ts', 'package-lock.json'].some((path) => newestMs(join(root, path)) > builtMs)
}

/** Newest change below a path, in epoch milliseconds; a folder's own time tells of removed files. */
function newestMs(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  const below = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.name !== 'dist' && entry.name !== 'dist-server')
  return Math.max(found.mtimeMs, ...below.map((entry) => newestMs(join(path, entry.name))))
}

/** Exit code of a command that shares this terminal and is told of every signal that this process is told of. */
function run(command, commandArgs, { env = {}, signal: stop, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArgs, {
      cwd: root,
      stdio: 'inherit',
      signal: stop,
      shell,
      env: { ...compiledIn(root), ...process.env, PATH: [dirname(node), bin, process.env['PATH'] ?? ''].join(delimiter), ...env },
    })
    const forward = (signal) => {
      told = true
      // A terminal has already sent Ctrl+C to the whole group: once is enough.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const watch = setInterval(() => {
      if (orphaned()) forward('SIGTERM')
    }, 500)
    const end = (code) => {
      for (const signal of signals) process.off(signal, forward)
      clearInterval(watch)
      resolve(code)
    }
    child.on('error', (error) => {
      // Stopped on purpose: 'exit' follows.
      if (error.name === 'AbortError') return
      console.error(`${command} could not be started: ${error.message}`)
      end(1)
    })
    child.on('exit', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** npm runs a script through a shell that dies of a signal without passing it on: then the parent is another. */
function orphaned() {
  return !told && process.env['npm_lifecycle_event'] !== undefined && process.ppid !== parent
}
