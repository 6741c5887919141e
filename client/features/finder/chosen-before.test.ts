import { expect, test } from 'vitest'
import { chosenBefore, noteChosen } from './chosen-before.ts'

function aShelf() {
  const kept = new Map<string, unknown>()
  return {
    kept,
    shelf: {
      read: async (name: string) => kept.get(name),
      write: async (name: string, value: unknown) => void kept.set(name, value),
      remove: async (name: string) => void kept.delete(name),
    },
  }
}

test('[GO6] what was chosen last is offered first, once, six at most, and what stands there otherwise counts as nothing', async () => {
  const device = aShelf()
  expect(await chosenBefore(device)).toEqual([])
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) await noteChosen(device, id)
  expect(await chosenBefore(device)).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
  for (const wrong of ['text', [1], [['a']], Array.from({ length: 99 }, String), { 0: 'a' }]) {
    device.kept.set('finder', wrong)
    expect(await chosenBefore(device)).toEqual([])
  }
})
