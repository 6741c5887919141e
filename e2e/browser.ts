import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium that the tests drive, and what its process needs beyond this one's environment. */
export interface Browser {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

const unpacked = join(import.meta.dirname, '../node_modules/.cache/chromium')

/** In no other than this does Chromium give a download a name with accents. */
const speech = { LC_ALL: 'C.UTF-8' }

/**
 * The one that comes inside an npm package, unpacked once, so that every machine tests with the same browser; or the one that
 * PLAYWRIGHT_CHROMIUM names by its path.
 */
export const findBrowser = (): Promise<Browser> => (found ??= find())

let found: Promise<Browser> | undefined

async function find(): Promise<Browser> {
  const named = process.env['PLAYWRIGHT_CHROMIUM']
  if (!named) return unpackPackaged()
  if (!starts(named, {})) throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, which does not start`)
  return { executablePath: named, env: speech }
}

async function unpackPackaged(): Promise<Browser> {
  mkdirSync(unpacked, { recursive: true })
  return withTmpdir(unpacked, async () => {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    const executablePath = await chromium.executablePath()
    if (starts(executablePath, {})) return { executablePath, env: speech }
    // A system without NSS: the package brings those libraries too.
    const libraries = await inflate(join(import.meta.dirname, '../node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
    const path = [join(libraries, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter)
    return { executablePath, env: { ...speech, LD_LIBRARY_PATH: path, FONTCONFIG_PATH: join(unpacked, 'fonts') } }
  })
}

/** The package unpacks into the temporary folder; ours is one that outlives a restart and goes with node_modules. */
async function withTmpdir<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

function starts(executablePath: string, env: Readonly<Record<string, string>>): boolean {
  try {
    execFileSync(executablePath, ['--version'], { stdio: 'ignore', env: { ...process.env, ...env } })
    return true
  } catch {
    return false
  }
}

/** Flags of a quiet browser: nothing is asked of the network but what the page asks. */
export const browserArgs: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--font-render-hinting=none',
  // Why: a root user, as in containers, cannot have Chromium's own sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
