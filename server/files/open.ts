import type { Database } from '../db/open.ts'
import { openDatabaseStore } from './database.ts'
import { diskStore, openDiskStore } from './disk.ts'
import type { FileDisk } from './file-disk.ts'
import { openS3Store, type S3Config, type S3Patience } from './s3.ts'
import { filesOf, type Files, type Store, type StoreKind } from './store.ts'

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
  /** To look at only: no folder is made. */
  readonly toLook?: boolean | undefined
  readonly s3Patience?: S3Patience | undefined
}

/** Files as they are kept by these settings. Nothing is asked of a store elsewhere: a server starts without it. */
export const openFiles = async (config: FilesConfig, deps: OpenDeps): Promise<Files> => filesOf(await openStore(config, deps))

export async function openStore({ kind, s3 }: FilesConfig, { dataDir, db, disk, toLook = false, s3Patience }: OpenDeps): Promise<Store> {
  switch (kind) {
    case 'disk':
      return toLook ? diskStore(dataDir, disk) : openDiskStore(dataDir, disk)
    case 'database':
      return openDatabaseStore(db)
    case 's3':
      if (!s3) throw new Error('no bucket is named')
      return openS3Store(s3, s3Patience)
  }
}
