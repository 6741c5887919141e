import { afterAll, beforeAll, describe } from 'vitest'
import type { FilesConfig } from '../files/open.ts'
import { starter, type Start } from './databases.ts'
import { impatient, startS3, type S3Peer } from './s3.ts'

const storeKinds = ['disk', 'database of SQLite', 'database of PostgreSQL', 's3'] as const
export type StoreUnderTest = (typeof storeKinds)[number]

/** Runs a suite once for each place where files may be kept, each with a real one behind it. */
export function onEachStore(suite: (start: Start, kind: StoreUnderTest) => void): void {
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
    suite((options) => start({ files: places[kind](), s3Patience: impatient, ...options }), kind)
  })
}
