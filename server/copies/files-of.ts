import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { diskStore } from '../files/disk.ts'
import { openFiles, type FilesConfig } from '../files/open.ts'
import { filesOf, type Files } from '../files/store.ts'

/** Files in folders, as a copy and a data directory of its own have them. */
export const inFolders: FilesConfig = { kind: 'disk', s3: undefined }

/** The files that settings name, to be read. */
export const filesToRead = ({ fileStore, dataDir }: Pick<Config, 'fileStore' | 'dataDir'>, db: Database): Promise<Files> =>
  openFiles(fileStore, { dataDir, db, toLook: true })

/** The files in a folder, to be read: of a copy, or of a data directory. */
export const filesInFolder = (dataDir: string): Files => filesOf(diskStore(dataDir))
