import Database from 'better-sqlite3'
import { join } from 'node:path'
import type { ServerProcess } from './server.ts'

/** Ends every session of a person at the server, as time or an administrator would: their tokens are worth nothing from now on. */
export function endSessions(server: ServerProcess, userId: string): void {
  const db = new Database(join(server.dataDir, 'iip.sqlite'), { timeout: 5_000 })
  try {
    const { changes } = db.prepare('delete from session where user_id = ?').run(userId)
    if (changes === 0) throw new Error(`${userId} has no session to end`)
  } finally {
    db.close()
  }
}
