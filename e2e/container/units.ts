import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from './report.ts'
import { isThere, must, run } from './tool.ts'

const ready = ['iip.service', 'iip-backup.service', 'iip-backup.timer']

/** What systemd, Prometheus and nginx say of the files that are made for them. */
export async function unitChecks(report: Report, root: string): Promise<void> {
  const deploy = join(root, '.github/deploy')
  const dir = await mkdtemp(join(tmpdir(), 'iip-units-'))
  try {
    if (isThere('systemd-analyze')) {
      await report.check('systemd takes the units', async () => {
        // Where they name the program, this checkout stands.
        for (const name of ready) {
          const text = await readFile(join(deploy, name), 'utf8')
          await writeFile(join(dir, name), text.replaceAll('/srv/iip', root))
        }
        const { code, out, err } = await run(['systemd-analyze', 'verify', ...ready.map((name) => join(dir, name))])
        const said = `${out}${err}`.split('\n').filter((line) => line.includes('iip'))
        if (code !== 0 || said.length > 0) throw new Error(said.join('\n') || `${out}${err}`)
      })
    } else report.notRun('the units', 'systemd-analyze is not on this machine (apt-get install systemd)')
    if (isThere('promtool')) {
      await report.check('Prometheus takes the alerts', () => must(['promtool', 'check', 'rules', join(deploy, 'alerts.yml')]))
    } else report.notRun('the alerts', 'promtool is not on this machine (apt-get install prometheus)')
    if (isThere('nginx') && isThere('openssl')) await report.check('nginx takes the proxy’s configuration', () => nginxTakes(dir, deploy))
    else report.notRun('the proxy’s configuration', 'nginx and openssl are not on this machine (apt-get install nginx openssl)')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The file as it stands, and as the compose file changes it for its servers. */
async function nginxTakes(dir: string, deploy: string): Promise<void> {
  await selfSigned(dir)
  const file = join(deploy, 'nginx.conf')
  const [, script = ''] = /sed -e '([^']+)'/.exec(await readFile(join(deploy, 'compose.yaml'), 'utf8')) ?? []
  const ofCompose = await must(['sed', '-e', script, file])
  const servers = ofCompose.match(/server iip-\d:8080/g) ?? []
  if (servers.length !== 3) throw new Error(`the compose file's proxy has ${servers.length} servers`)
  for (const text of [await readFile(file, 'utf8'), ofCompose]) {
    // Certificates are elsewhere here, and names of the compose file's network are known in it alone.
    const here = text.replace(/\S+\.pem/, join(dir, 'tls.pem')).replace(/\S+\.key/, join(dir, 'tls.key'))
    await writeFile(join(dir, 'iip.conf'), here.replace(/server iip-(\d):8080/g, 'server 127.0.0.1:808$1'))
    await writeFile(
      join(dir, 'main.conf'),
      `pid ${dir}/pid; error_log stderr; events {} http { access_log off; include ${dir}/iip.conf; }\n`,
    )
    await must(['nginx', '-t', '-p', dir, '-c', join(dir, 'main.conf')])
  }
}

/** A certificate for a trial, as the proxy's configuration calls it. */
export async function selfSigned(dir: string): Promise<void> {
  const out = ['-keyout', join(dir, 'tls.key'), '-out', join(dir, 'tls.pem')]
  await must(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=indice.example', ...out])
}
