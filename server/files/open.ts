import type { Database } from '../db/open.ts'
import { openDatabaseStore } from './database.ts'
import { openDiskStore } from './disk.ts'
import type { FileDisk } from './file-disk.ts'
import { openS3Store, type S3Config, type S3Patience } from './s3.ts'
import { filesOf, type Files, type StoreKind } from './store.ts'

/** Where files are kept (FS1). */
export interface FilesConfig {
  readonly kind: StoreKind
  /** The bucket, where one is named; needed only of the kind `s3`. */
  readonly s3: S3Config | undefined
}

interface OpenDeps {
  readonly dataDir: string
  readonly db: Database
  /** What this machine's disk is, unless it is as it is. */
  readonly disk?: FileDisk | undefined
  readonly s3Patience?: S3Patience | undefined
}

/** Files as they are kept by these settings. Nothing is asked of a store elsewhere: a server starts without it. */
export async function openFiles({ kind, s3 }: FilesConfig, { dataDir, db, disk, s3Patience }: OpenDeps): Promise<Files> {
  switch (kind) {
    case 'disk':
      return filesOf(await openDiskStore(dataDir, disk))
    case 'database':
      return filesOf(openDatabaseStore(db))
    case 's3':
      if (!s3) throw new Error('no bucket is named')
      return filesOf(openS3Store(s3, s3Patience))
  }
}
