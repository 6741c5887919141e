import * as v from 'valibot'
import type { Container, Engine, Image } from './engine.ts'
import { isThere, must, run } from './tool.ts'

const tag = 'localhost/iip:trial'

const inspected = v.tuple([
  v.object({
    Size: v.optional(v.number(), 0),
    Config: v.object({
      User: v.optional(v.string(), ''),
      Env: v.optional(v.array(v.string()), []),
      Entrypoint: v.optional(v.nullable(v.array(v.string())), []),
      Cmd: v.optional(v.nullable(v.array(v.string())), []),
      WorkingDir: v.optional(v.string(), '/'),
      Healthcheck: v.optional(v.object({ Test: v.optional(v.array(v.string()), []) }), {}),
    }),
  }),
])

/** docker or podman, which take the same words. */
export function daemonEngine(name: 'docker' | 'podman', root: string, base: string | undefined): Engine {
  return {
    name,
    missing: async () => {
      if (!isThere(name)) return `${name} is not on this machine`
      const told = await run([name, 'info'])
      return told.code === 0 ? undefined : `${name} is here and its engine does not answer`
    },
    build: async () => {
      const args = base === undefined ? [] : ['--build-arg', `BASE=${base}`]
      const format = name === 'podman' ? ['--format', 'docker'] : []
      await must([name, 'build', ...format, ...args, '-t', tag, '-f', '.github/deploy/Containerfile', '.'], { cwd: root, quiet: false })
      const [{ Size, Config }] = v.parse(inspected, JSON.parse(await must([name, 'image', 'inspect', tag])))
      const image: Image = {
        megabytes: Math.round(Size / 1e6),
        config: {
          user: Config.User,
          env: Config.Env,
          command: [...(Config.Entrypoint ?? []), ...(Config.Cmd ?? [])],
          workDir: Config.WorkingDir,
          healthcheck: (Config.Healthcheck.Test ?? []).slice(1),
        },
        start: (env, port) => start(name, env, port),
      }
      return image
    },
    tidy: async () => {
      await run([name, 'image', 'rm', '-f', tag])
    },
  }
}

async function start(name: string, env: Readonly<Record<string, string>>, port: number): Promise<Container> {
  const confined = ['--read-only', '--tmpfs', '/tmp:mode=1777', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const settings = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
  const published = ['-p', `127.0.0.1:${port}:${env['PORT'] ?? '8080'}`]
  const id = await must([name, 'run', '-d', ...confined, ...published, ...settings, tag])
  return {
    exec: async (command) => {
      const { code, out, err } = await run([name, 'exec', id, ...command])
      return { code, said: out + err }
    },
    stop: async () => {
      await must([name, 'stop', '-t', '20', id])
      const code = Number(await must([name, 'inspect', '-f', '{{.State.ExitCode}}', id]))
      await run([name, 'rm', '-f', '-v', id])
      return code
    },
    said: async () => {
      const { out, err } = await run([name, 'logs', id])
      return out + err
    },
  }
}
