import { aWorld, actors } from '#shared/forms/fixtures.ts'
import { expect, test } from 'vitest'
import { onceAVersion } from './once-a-version.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'

function anOpenWorld(): { readonly open: OpenWorld; move(): void } {
  const world = aWorld()
  let version = 0
  const open: OpenWorld = {
    actor: actors.leader,
    scope: world.scope,
    isHere: () => true,
    world: () => world,
    now: () => '2026-01-01T12:00:00.000Z',
    subscribe: () => () => undefined,
    version: () => version,
    dispatch: () => Promise.reject(new Error('nothing is changed here')),
    settled: () => Promise.resolve(),
  }
  return { open, move: () => void (version += 1) }
}

test('what the rows decide is worked out once until a row moves, for each name and each open institution', () => {
  const one = anOpenWorld()
  const other = anOpenWorld()
  let works = 0
  const ask = ({ open }: { readonly open: OpenWorld }, name: string): number => onceAVersion(open, name, () => (works += 1))

  expect([ask(one, 'a'), ask(one, 'a'), ask(one, 'b'), ask(one, 'a')]).toEqual([1, 1, 2, 1])
  expect(ask(other, 'a')).toBe(3)
  one.move()
  expect([ask(one, 'a'), ask(other, 'a')]).toEqual([4, 3])
})
