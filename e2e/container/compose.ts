import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server.ts'
import type { Report } from './report.ts'
import { isThere, must, run } from './tool.ts'
import { selfSigned } from './units.ts'

interface Given {
  readonly root: string
  /** What built the image; undefined where nothing can. */
  readonly engine: string | undefined
  readonly base: string | undefined
}

/** The compose file: read where a compose is, started where an engine is, too. */
export async function composeChecks(report: Report, { root, engine, base }: Given): Promise<void> {
  const compose = await composeOf()
  if (!compose) {
    report.notRun('the compose file', 'neither docker compose nor docker-compose is on this machine (apt-get install docker-compose)')
    return
  }
  const dir = await mkdtemp(join(tmpdir(), 'iip-compose-'))
  try {
    const port = await freePort()
    await prepare(dir, root, { port, base })
    const file = join(dir, 'compose.yaml')
    await report.check(`${compose.join(' ')} takes the compose file`, () => must([...compose, '-f', file, 'config', '--quiet']))
    if (engine !== 'docker' || compose[0] !== 'docker') {
      report.notRun('the compose file’s start', 'no engine of docker with its compose is here')
      return
    }
    await report.check('three servers, PostgreSQL and the proxy start, and the page comes through it', async () => {
      try {
        await must([...compose, '-p', 'iip-trial', '-f', file, 'up', '-d', '--build', '--wait', '--wait-timeout', '300'], { quiet: false })
        const status = await statusOf(port, '/login')
        if (status !== 200) throw new Error(`the page has status ${status}`)
        const figures = await statusOf(port, '/metrics')
        if (figures !== 404) throw new Error(`the figures are served to everybody, with status ${figures}`)
      } finally {
        await run([...compose, '-p', 'iip-trial', '-f', file, 'down', '-v', '--timeout', '20'])
      }
    })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function composeOf(): Promise<readonly string[] | undefined> {
  if (isThere('docker') && (await run(['docker', 'compose', 'version'])).code === 0) return ['docker', 'compose']
  return isThere('docker-compose') ? ['docker-compose'] : undefined
}

/** The files as somebody who starts has them: secrets made, a certificate, a port that is free. */
async function prepare(dir: string, root: string, { port, base }: { port: number; base: string | undefined }): Promise<void> {
  const deploy = join(root, '.github/deploy')
  await cp(join(deploy, 'nginx.conf'), join(dir, 'nginx.conf'))
  const text = await readFile(join(deploy, 'compose.yaml'), 'utf8')
  const args = base === undefined ? '' : `\n    args: { BASE: '${base}' }`
  await writeFile(join(dir, 'compose.yaml'), text.replace('context: ../..', `context: ${root}${args}`))
  await mkdir(join(dir, 'secrets'))
  await mkdir(join(dir, 'tls'))
  const password = 'a-password-of-the-trial'
  await writeFile(join(dir, 'secrets/postgres_owner_password'), 'another-password-of-the-trial')
  await writeFile(join(dir, 'secrets/postgres_password'), password)
  await writeFile(join(dir, 'secrets/database_url'), `postgres://iip:${password}@postgres:5432/iip`)
  await writeFile(join(dir, 'secrets/metrics_token'), 'a-token-of-the-trial')
  await writeFile(join(dir, '.env'), `PROXY_PORT=${port}\nPUBLIC_URL=https://localhost:${port}\nSTORE_SECRET=a-secret-of-the-trial\n`)
  await selfSigned(join(dir, 'tls'))
}

/** Through a proxy whose certificate nobody vouches for. */
function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, headers: { Host: 'indice.example' } }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode ?? 0))
    })
    asked.on('error', reject)
    asked.end()
  })
}
