import { startRelay } from '#server/testing/relay.ts'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server.ts'

/** What stands before the servers. */
export interface Front {
  readonly kind: 'nginx' | 'relay'
  readonly url: string
  /** The same servers behind a proxy that nobody set up: it holds streams back. Undefined where there is none. */
  readonly bareUrl: string | undefined
  /** Other servers stand behind it now. */
  aim(urls: readonly string[]): Promise<void>
  close(): Promise<void>
}

const deployed = join(import.meta.dirname, '../../.github/deploy/nginx.conf')
/** Longest that a server may take for a reply in the drill, in place of what the file says: nobody waits so long here. */
const readTimeout = '4s'

const hasNginx = (): boolean => spawnSync('nginx', ['-v']).error === undefined

export async function openFront(
  dir: string,
  urls: readonly string[],
  kind: Front['kind'] = hasNginx() ? 'nginx' : 'relay',
): Promise<Front> {
  return kind === 'nginx' ? nginxFront(dir, urls) : relayFront(urls)
}

async function relayFront(urls: readonly string[]): Promise<Front> {
  const [first = '', ...others] = urls
  const relay = await startRelay(first, others)
  return {
    kind: 'relay',
    url: relay.url.replace(/\/$/, ''),
    bareUrl: undefined,
    aim: async (next) => relay.aim(next),
    close: () => relay.close(),
  }
}

async function nginxFront(dir: string, urls: readonly string[]): Promise<Front> {
  const [port, barePort] = [await freePort(), await freePort()]
  const home = join(dir, 'nginx')
  mkdirSync(home)
  // Its workers run as a user of their own where it is started by root.
  chmodSync(home, 0o777)
  const path = join(home, 'nginx.conf')
  writeFileSync(path, configOf(home, port, barePort, urls))
  const child = spawn('nginx', ['-p', home, '-c', path, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(`${url}/healthz`).catch(() => undefined)); tries += 1) {
    if (child.exitCode !== null || tries === 100) throw new Error(`nginx does not start: ${said}`)
    await wait(50)
  }
  return {
    kind: 'nginx',
    url,
    bareUrl: `http://127.0.0.1:${barePort}`,
    aim: async (next) => {
      writeFileSync(path, configOf(home, port, barePort, next))
      child.kill('SIGHUP')
      // Old workers go on with what they have; the next connection meets a new one.
      await wait(300)
    },
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The file that operators are given, with the addresses of the drill and without TLS; and a proxy as it is without any setting. */
function configOf(home: string, port: number, barePort: number, urls: readonly string[]): string {
  const replaced = (text: string, what: RegExp, by: string): string => {
    if (!what.test(text)) throw new Error(`${deployed} has nothing that is ${what}`)
    return text.replace(what, by)
  }
  let site = readFileSync(deployed, 'utf8')
  const [line = ''] = /^ *server 127\.0\.0\.1:8080[^\n]*\n/m.exec(site) ?? []
  const lines = urls.map((url) => line.replace('127.0.0.1:8080', new URL(url).host.replace('localhost', '127.0.0.1')))
  site = replaced(site, /^ *server 127\.0\.0\.1:8080[^\n]*\n/m, lines.join(''))
  site = replaced(site, /listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
  site = replaced(site, /^ *ssl_[^\n]*\n/gm, '')
  site = replaced(site, /proxy_read_timeout 75s;/, `proxy_read_timeout ${readTimeout};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${home}/${name};`)
  return [
    `pid ${home}/nginx.pid;`,
    'error_log /dev/null;',
    'worker_processes 1;',
    'events { worker_connections 512; }',
    'http {',
    '  access_log off;',
    ...temporary,
    site,
    `server { listen 127.0.0.1:${barePort}; location / { proxy_pass http://iip; } }`,
    '}',
    '',
  ].join('\n')
}
