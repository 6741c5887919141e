import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteAct } from '../audit/acts.ts'
import { createTestApp } from '../testing/app.ts'
import { command } from '../testing/command.ts'
import { tamper } from '../testing/tamper.ts'

test('[AU10] the command acknowledges a damaged act with a reason, and a further change of it ends the check with 1 again', async () => {
  const { db, dataDir, clock, close } = await createTestApp()
  for (let act = 0; act < 6; act += 1)
    await db.write((tx) => noteAct(tx, { kind: 'answer.set', actorId: 'eva', detail: { act }, at: clock.now() }))
  const audit = (...args: string[]) => command({ DATA_DIR: dataDir }, 'audit', ...args)
  const damage = (actor: string, act: number) =>
    tamper(db, ({ q }) => sql`update audit set actor_id = ${actor} where n = ${act}`.execute(q))
  expect(await audit('verify')).toMatchObject({ code: 0 })

  await damage('otro', 3)
  await damage('otro', 5)
  const red = await audit('verify')
  expect(red.code).toBe(1)
  expect(red.said).toMatch(/act 3 .*\n.*act 5 /s)

  expect(await audit('acknowledge', '3')).toMatchObject({ code: 1, said: expect.stringContaining('usage: audit') })
  expect(await audit('acknowledge', 'tres', 'Avería')).toMatchObject({ code: 1, said: expect.stringContaining('usage: audit') })
  expect(await audit('acknowledge', '4', 'Avería')).toMatchObject({ code: 1, said: expect.stringContaining('Nothing is wrong with act 4') })
  expect(await audit('acknowledge', '3', 'a'.repeat(201))).toMatchObject({
    code: 1,
    said: expect.stringContaining('at most 200 characters'),
  })

  expect(await audit('acknowledge', '3', 'Avería', 'del', '3', 'de', 'marzo')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Acknowledged by act 7.'),
  })
  expect(await audit('acknowledge', '3', 'Otra', 'vez')).toMatchObject({
    code: 1,
    said: expect.stringContaining('it was acknowledged before'),
  })
  const left = await audit('verify')
  expect(left.code).toBe(1)
  expect(left.said).toContain('Acknowledged by act 7')
  expect(left.said).toContain('Avería del 3 de marzo')
  expect(left.said).toContain('audit: act 5')
  expect(left.said).not.toContain('audit: act 3')

  expect(await audit('acknowledge', '5', 'La misma avería')).toMatchObject({ code: 0 })
  expect(await audit('verify')).toMatchObject({ code: 0, said: expect.stringContaining('but for the 2 acknowledged') })

  await damage('tercero', 3)
  const again = await audit('verify')
  expect(again.code).toBe(1)
  expect(again.said).toContain('audit: act 3')
  await close()
})
