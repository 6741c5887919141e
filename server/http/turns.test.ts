import { expect, test } from 'vitest'
import { Turns, TurnsByPerson } from './turns.ts'

test('a few run at once, a few more wait their turn, and the next is told to come again', async () => {
  const turns = new Turns({ running: 2, waiting: 3 })
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const work = async (): Promise<string> => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
    return 'done'
  }
  const all = Array.from({ length: 6 }, () => turns.run(work))
  expect(await all[5]).toEqual({ ok: false, failure: { code: 'unavailable', params: { seconds: 2 } } })
  for (let left = 5; left > 0; left -= 1) {
    ends.shift()?.()
    await Promise.race(all.slice(5 - left, 5))
    await Promise.resolve()
  }
  expect(await Promise.all(all.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => ({ ok: true, value: 'done' })))
  expect(most).toBe(2)
  expect(running).toBe(0)
})

test('work that breaks gives its turn back', async () => {
  const turns = new Turns({ running: 1, waiting: 0 })
  await expect(turns.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.run(async () => 1)).toEqual({ ok: true, value: 1 })
})

test('[PD5] who asks for many at once waits behind themselves, and nobody else does', async () => {
  const turns = new TurnsByPerson({ waiting: 2 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (userId: string) =>
    turns.run(userId, async () => {
      begun.push(userId)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [ask('ana'), ask('ana'), ask('ana'), ask('ana'), ask('berta')]
  expect(begun).toEqual(['ana', 'berta'])
  expect(await all[3]).toEqual({ ok: false, failure: { code: 'unavailable', params: { seconds: 2 } } })
  for (const at of [0, 4, 1, 2]) {
    ends.shift()?.()
    await all[at]
    await Promise.resolve()
  }
  expect(begun).toEqual(['ana', 'berta', 'ana', 'ana'])
  expect(await turns.run('ana', async () => 1)).toEqual({ ok: true, value: 1 })
})
