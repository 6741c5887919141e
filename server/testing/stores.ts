import { afterAll, beforeAll, describe } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { openStore, type FilesConfig } from '../files/open.ts'
import type { Store } from '../files/store.ts'
import type { TestApp } from './app.ts'
import { starter, type Start } from './databases.ts'
import { patient, startS3, type S3Peer } from './s3.ts'

const storeKinds = ['disk', 'database of SQLite', 'database of PostgreSQL', 's3'] as const
export type StoreUnderTest = (typeof storeKinds)[number]

/**
 * Runs a suite once for each place where files may be kept, each with a real one behind it. `storeOf` gives what a server keeps, past what
 * checks it; `configOf`, where that is.
 */
export function onEachStore(
  suite: (
    start: Start,
    kind: StoreUnderTest,
    storeOf: (server: TestApp) => Promise<Store>,
    configOf: (server: TestApp) => FilesConfig,
  ) => void,
): void {
  describe.each(storeKinds)('files in %s', (kind) => {
    let peer: S3Peer | undefined
    beforeAll(async () => {
      peer = kind === 's3' ? await startS3() : undefined
    })
    afterAll(async () => peer?.stop())
    const start = starter(kind === 'database of PostgreSQL' ? 'postgres' : 'sqlite')
    const places: Readonly<Record<StoreUnderTest, () => FilesConfig>> = {
      disk: () => ({ kind: 'disk', s3: undefined }),
      'database of SQLite': () => ({ kind: 'database', s3: undefined }),
      'database of PostgreSQL': () => ({ kind: 'database', s3: undefined }),
      s3: () => ({ kind: 's3', s3: peer?.place() }),
    }
    const taken = new WeakMap<TestApp, FilesConfig>()
    const started: Start = async (options = {}) => {
      const config = options.files ?? places[kind]()
      const server = await start({ s3Patience: patient, ...options, files: config })
      taken.set(server, config)
      return server
    }
    const configOf = (server: TestApp): FilesConfig => must(taken.get(server), 'not of this suite')
    suite(started, kind, (server) => openStore(configOf(server), server), configOf)
  })
}
