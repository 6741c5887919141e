import { expect, test } from 'vitest'
import { confirmFactor, makeRecoveryCodes } from '../features/accounts/second-factor.ts'
import { stepAt, totpCode } from '../features/accounts/totp.ts'
import { createTestApp } from '../testing/app.ts'
import { command } from '../testing/command.ts'
import { epochMs } from '#shared/kernel/instant.ts'

test('[SF11] whoever keeps the server takes the last administrator’s away at the console, on record and told by letter', async () => {
  const { app, db, clock, dataDir, close } = await createTestApp()
  const { factorKeys: keys } = app.server
  const reset = (email: string) => command({ DATA_DIR: dataDir }, 'reset-factor', email)
  const secret = Buffer.alloc(20, 7)
  const now = clock.now()
  await db.write(async (tx) => {
    const sealed = keys.seal('root', secret)
    const code = totpCode(secret, stepAt(epochMs(now)))
    expect(await confirmFactor(tx, { keys, userId: 'root', sealed, code, now })).toBe(true)
    await makeRecoveryCodes(tx, 'root')
  })
  expect(await reset('nadie@laboratorio.example')).toMatchObject({ code: 1 })
  expect(await reset('root@laboratorio.example')).toMatchObject({ code: 0 })
  expect(await reset('root@laboratorio.example')).toMatchObject({ code: 1 })
  expect(await db.q.selectFrom('second_factor').selectAll().execute()).toEqual([])
  expect(await db.q.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  expect(await db.q.selectFrom('letter').select(['template', 'to_user']).execute()).toEqual([{ template: 'factorReset', to_user: 'root' }])
  const acts = await db.q.selectFrom('audit').select(['kind', 'subject_id']).execute()
  expect(acts).toEqual([{ kind: 'account.factorReset', subject_id: 'root' }])
  await close()
})
