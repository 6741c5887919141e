import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { confirmFactor, makeRecoveryCodes } from '../features/accounts/second-factor.ts'
import { stepAt, totpCode } from '../features/accounts/totp.ts'
import { createTestApp } from '../testing/app.ts'
import { epochMs } from '#shared/kernel/instant.ts'

const commands = fileURLToPath(new URL('commands.ts', import.meta.url))

const run = (dataDir: string, ...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [commands, 'reset-factor', ...args],
      { env: { ...process.env, DATA_DIR: dataDir } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr })
      },
    )
  })

test('[SF11] whoever keeps the server takes the last administrator’s away at the console, on record and told by letter', async () => {
  const { app, db, clock, dataDir, close } = await createTestApp()
  const { factorKeys: keys } = app.server
  const secret = Buffer.alloc(20, 7)
  const now = clock.now()
  await db.write(async (tx) => {
    const sealed = keys.seal('root', secret)
    const code = totpCode(secret, stepAt(epochMs(now)))
    expect(await confirmFactor(tx, { keys, userId: 'root', sealed, code, now })).toBe(true)
    await makeRecoveryCodes(tx, 'root')
  })
  expect(await run(dataDir, 'nadie@laboratorio.example')).toMatchObject({ code: 1 })
  expect(await run(dataDir, 'root@laboratorio.example')).toMatchObject({ code: 0 })
  expect(await run(dataDir, 'root@laboratorio.example')).toMatchObject({ code: 1 })
  expect(await db.q.selectFrom('second_factor').selectAll().execute()).toEqual([])
  expect(await db.q.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  expect(await db.q.selectFrom('letter').select(['template', 'to_user']).execute()).toEqual([{ template: 'factorReset', to_user: 'root' }])
  const acts = await db.q.selectFrom('audit').select(['kind', 'subject_id']).execute()
  expect(acts).toEqual([{ kind: 'account.factorReset', subject_id: 'root' }])
  await close()
})
