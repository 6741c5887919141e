import { layCountry } from './e2e/bench/country-ground.ts'
import { startPostgres, createDatabase } from './server/testing/postgres.ts'
import { openSqlite } from './server/db/open.ts'
import { sql } from 'kysely'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
const dir = '/tmp/backup-bench'
if (process.argv[2] === 'lay') {
  rmSync(dir, { recursive: true, force: true }); mkdirSync(dir + '/data', { recursive: true })
  const t = Date.now()
  await layCountry(dir + '/data', { institutions: 1000, answers: 400, people: 6, evaluators: 20, stage: 'NormalInput' })
  const db = openSqlite(dir + '/data/iip.sqlite')
  await sql`delete from sync_row where tbl = 'attachment'`.execute(db.q)
  await db.close()
  console.log('laid in', (Date.now() - t) / 1000, 'bytes', statSync(dir + '/data/iip.sqlite').size)
} else {
  for (const n of ['c1', 'c2', 'back', 'back2']) rmSync(`${dir}/${n}`, { recursive: true, force: true })
  const pg = await startPostgres()
  const url = await createDatabase(pg.url, 'empty')
  const url2 = await createDatabase(pg.url, 'empty')
  const run = (env: object, ...args: string[]) => {
    const t = Date.now()
    try { const out = execFileSync(process.execPath, ['server/cli/commands.ts', ...args], { env: { ...process.env, ...env }, maxBuffer: 1e8 }).toString()
    console.log(args[0], ((Date.now() - t) / 1000).toFixed(1), 's', out.split('\n').filter(l => /^(Copied|Put back|Moved|Ledger|Sound)/.test(l)).join(' | ').slice(0, 300)) }
    catch (e: any) { console.log(args[0], ((Date.now() - t) / 1000).toFixed(1), 'FAILED', String(e.stdout).slice(0, 400), String(e.stderr).slice(0, 400)) }
  }
  run({ DATA_DIR: dir + '/data' }, 'backup', dir + '/c1')
  run({ DATA_DIR: dir + '/back' }, 'restore', dir + '/c1')
  run({ DATA_DIR: dir + '/back' }, 'move', url)
  run({ DATA_DIR: dir + '/back', DATABASE_URL: url }, 'backup', dir + '/c2')
  run({ DATA_DIR: dir + '/back2', DATABASE_URL: url2 }, 'restore', dir + '/c2')
  console.log(execFileSync('du', ['-sm', dir + '/c1', dir + '/c2']).toString())
  await pg.stop()
}
