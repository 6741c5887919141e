import { statSync } from 'node:fs'
import { DatabaseLost } from './lost.ts'

/**
 * The files that an open SQLite database is in. SQLite goes on writing into a file that has been removed or replaced,
 * where nobody will find it: each commit asks whether they are still the ones at their path.
 */
export class FileGround {
  readonly #path: string
  readonly #file: string | undefined
  /** Made by the first write. */
  #log: string | undefined

  constructor(path: string) {
    this.#path = path
    this.#file = identityOf(path)
  }

  /** Throws DatabaseLost when the database or its log is not where it was. */
  check(): void {
    const log = identityOf(`${this.#path}-wal`)
    if (identityOf(this.#path) !== this.#file || (this.#log !== undefined && log !== this.#log)) throw new DatabaseLost('file')
    this.#log = log
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
