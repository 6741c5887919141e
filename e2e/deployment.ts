import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuilder } from 'vite'

const checkout = join(import.meta.dirname, '..')

/** A copy of the program in a folder of its own, whose client can be replaced while the server runs, as an operator does. */
export class Deployment {
  readonly root: string
  readonly #client: string

  private constructor(root: string) {
    this.root = root
    this.#client = join(root, 'client/dist')
  }

  static async at(root: string): Promise<Deployment> {
    await mkdir(join(root, 'client'), { recursive: true })
    for (const part of ['server', 'shared', 'sync', 'package.json', 'client/dist', 'client/dist-server']) {
      await cp(join(checkout, part), join(root, part), { recursive: true })
    }
    await symlink(join(checkout, 'node_modules'), join(root, 'node_modules'))
    return new Deployment(root)
  }

  /** Names of the client's files that carry a hash of their content. */
  async assets(): Promise<ReadonlySet<string>> {
    return new Set(await readdir(join(this.#client, 'assets')))
  }

  /** Builds the client as another version and puts it in the place of the running one; nothing of the old one stays. */
  async replaceClient(version: string): Promise<void> {
    const built = join(this.root, `client-${version}`)
    const builder = await createBuilder({
      configFile: join(checkout, 'vite.config.ts'),
      logLevel: 'error',
      define: { __APP_VERSION__: JSON.stringify(version) },
      build: { outDir: built },
      environments: { ssr: { build: { outDir: join(this.root, 'client/dist-server'), emptyOutDir: true } } },
    })
    await builder.buildApp()
    await rm(this.#client, { recursive: true })
    await cp(built, this.#client, { recursive: true })
  }
}
