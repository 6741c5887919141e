/**
 * `node server/cli/health.ts [ready]`: ends with 0 while the server of these settings answers, else with 1. For supervisors, who ask often:
 * nothing of the program is loaded. `ready`: whether it can take work, too; what is only not ready is not to be restarted.
 */
const waitMs = 4_000

const { HOST: host = '127.0.0.1', PORT: port = '8080' } = process.env
// Who listens on every address is asked on this machine's own.
const asked = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
const path = process.argv[2] === 'ready' ? 'readyz' : 'healthz'

process.exitCode = (await answers(`http://${asked}:${port}/${path}`)) ? 0 : 1

async function answers(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(waitMs), redirect: 'error' })
    const text = await reply.text()
    if (!reply.ok) process.stderr.write(`${reply.status} ${text}\n`)
    return reply.ok
  } catch (error) {
    process.stderr.write(`${url} does not answer: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}

// It imports nothing, and is a module all the same.
export {}
