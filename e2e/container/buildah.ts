import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Container, Engine, Image, ImageConfig } from './engine.ts'
import { isThere, must, run } from './tool.ts'

const tag = 'localhost/iip:trial'
const ownBase = 'localhost/iip-base:24'
/** The bundle of certificates of this machine: a house may have an authority of its own between it and the registry. */
const certificates = '/etc/ssl/certs/ca-certificates.crt'
const pullSeconds = 20

const inspected = v.object({
  Docker: v.object({
    config: v.object({
      User: v.optional(v.string(), ''),
      Env: v.optional(v.array(v.string()), []),
      Entrypoint: v.optional(v.nullable(v.array(v.string())), []),
      Cmd: v.optional(v.nullable(v.array(v.string())), []),
      WorkingDir: v.optional(v.string(), '/'),
      Healthcheck: v.optional(v.object({ Test: v.optional(v.array(v.string()), []) }), {}),
    }),
  }),
})
const sizes = v.tuple([v.object({ size: v.string() })])

/**
 * buildah, which needs no service: it builds by changing its root alone, and crun runs what came out with the image's own settings. Where
 * the base cannot be fetched, one is made of Debian's packages, the Node of this checkout and the npm that runs it.
 */
export function buildahEngine(root: string, base: string | undefined): Engine {
  let folder: string | undefined
  const store = async (): Promise<string> => (folder ??= await mkdtemp(join(tmpdir(), 'iip-container-')))
  const buildah = async (...args: string[]): Promise<string[]> => {
    const dir = await store()
    return ['buildah', '--root', join(dir, 'root'), '--runroot', join(dir, 'runroot'), '--storage-driver', 'vfs', ...args]
  }
  const built = ['build', '--isolation', 'chroot', '--format', 'docker', '--pull=never']

  /** The base that was asked for, that of the Containerfile where it can be fetched, or one of our own. */
  const baseImage = async (): Promise<string> => {
    const wanted = base ?? 'docker.io/library/node:24-bookworm-slim'
    const pulled = await run(['timeout', String(pullSeconds), ...(await buildah('pull', wanted))])
    if (pulled.code === 0) return wanted
    if (base !== undefined) throw new Error(`${base} cannot be fetched\n${pulled.err}`)
    if (!isThere('mmdebstrap')) throw new Error('The base cannot be fetched, and mmdebstrap, which would make one, is not on this machine.')
    console.log('the base cannot be fetched: one is made of Debian packages')
    const dir = join(await store(), 'base')
    await mkdir(dir)
    await must(['mmdebstrap', '--variant=essential', '--include=libstdc++6,ca-certificates', 'bookworm', join(dir, 'rootfs.tar')])
    await cp(process.execPath, join(dir, 'node'))
    await cp(dirname(dirname(npmOf(process.env))), join(dir, 'npm'), { recursive: true })
    await cp(certificates, join(dir, 'certificates.crt'))
    const lines = [
      'FROM scratch',
      'ADD rootfs.tar /',
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      `COPY certificates.crt ${certificates}`,
      'RUN chmod 755 /usr/local/bin/node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
      `ENV NODE_EXTRA_CA_CERTS=${certificates} PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    ]
    await writeFile(join(dir, 'Containerfile'), `${lines.join('\n')}\n`)
    await must(await buildah(...built, '-t', ownBase, '-f', join(dir, 'Containerfile'), dir))
    await rm(dir, { recursive: true })
    return ownBase
  }

  return {
    name: 'buildah',
    missing: async () => {
      const lacking = ['buildah', 'crun', 'unshare'].filter((program) => !isThere(program))
      if (lacking.length > 0) return `${lacking.join(' and ')} not on this machine (apt-get install buildah crun mmdebstrap)`
      return process.getuid?.() === 0 ? undefined : 'buildah is used without a service by root alone'
    },
    build: async () => {
      const from = await baseImage()
      const containerfile = ['-f', '.github/deploy/Containerfile', '.']
      await must(await buildah(...built, '--build-arg', `BASE=${from}`, '-t', tag, ...containerfile), { cwd: root })
      const { config } = v.parse(inspected, JSON.parse(await must(await buildah('inspect', '--type', 'image', tag)))).Docker
      const [{ size }] = v.parse(sizes, JSON.parse(await must(await buildah('images', '--json', tag))))
      const working = await must(await buildah('from', '--pull=never', tag))
      const rootfs = await must(await buildah('mount', working))
      const own: ImageConfig = {
        user: config.User,
        env: config.Env,
        command: [...(config.Entrypoint ?? []), ...(config.Cmd ?? [])],
        workDir: config.WorkingDir,
        healthcheck: (config.Healthcheck.Test ?? []).slice(1),
      }
      const image: Image = {
        megabytes: Math.round(Number.parseFloat(size) * (size.includes('GB') ? 1_000 : 1)),
        config: own,
        start: async (env) => start(join(await store(), 'bundle'), { rootfs, config: own, env }),
      }
      return image
    },
    tidy: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The npm that runs this command, as a file of its package. */
function npmOf(env: NodeJS.ProcessEnv): string {
  const path = env['npm_execpath']
  if (path === undefined) throw new Error('Run this by npm: npm run container.')
  return path
}

/** Runs a root file system by crun, which hears nothing of this machine's groups of processes: those of some are of two kinds, which it refuses. */
const crun = (...args: string[]): string[] => [
  'unshare',
  '--mount',
  '--propagation',
  'private',
  'sh',
  '-c',
  'mount -t tmpfs none /sys/fs/cgroup 2>/dev/null; exec crun --cgroup-manager=disabled "$@"',
  'crun',
  ...args,
]

async function start(
  bundle: string,
  { rootfs, config, env }: { rootfs: string; config: ImageConfig; env: Readonly<Record<string, string>> },
): Promise<Container> {
  const [uid = 0, gid = 0] = config.user.split(':').map(Number)
  const data = join(bundle, 'data')
  await mkdir(data, { recursive: true })
  await chown(data, uid, gid)
  const all = new Map(config.env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const))
  for (const [name, value] of Object.entries(env)) all.set(name, value)
  const capabilities = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] }
  const spec = {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid, gid },
      args: config.command,
      env: [...all].map(([name, value]) => `${name}=${value}`),
      cwd: config.workDir,
      noNewPrivileges: true,
      capabilities,
    },
    root: { path: rootfs, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755', 'size=65536k'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
      { destination: all.get('DATA_DIR') ?? '/var/lib/iip', type: 'bind', source: data, options: ['bind', 'rw', 'nosuid', 'nodev'] },
      // Names are looked up as this machine does: it shares its network.
      { destination: '/etc/resolv.conf', type: 'bind', source: '/etc/resolv.conf', options: ['bind', 'ro'] },
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  }
  await writeFile(join(bundle, 'config.json'), JSON.stringify(spec))
  const name = `iip-trial-${process.pid}`
  const [program = '', ...args] = crun('run', '--bundle', bundle, name)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => void (said += text.toString()))
  const ended = once(child, 'exit')
  return {
    exec: async (command) => {
      const { code, out, err } = await run(crun('exec', '--user', config.user, '--cwd', config.workDir, name, ...command))
      return { code, said: out + err }
    },
    stop: async () => {
      await run(crun('kill', name, 'TERM'))
      await ended
      await run(crun('delete', '-f', name))
      return child.exitCode ?? 1
    },
    said: async () => said,
  }
}
