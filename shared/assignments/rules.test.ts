import { expect, test } from 'vitest'
import { aWorld } from '../forms/fixtures.ts'
import type { AssignmentLevel } from './model.ts'
import { rolesOf } from './rules.ts'

const somebody = 'u-somebody'
const other = 'u-other'
const row = (element: string, level: AssignmentLevel, userId: string | null) => ({ element, level, userId, rev: 1 })

test('roles follow every element as it is given, changes hands, is taken back and leaves the device', () => {
  const world = aWorld()
  world.set('assignment', 'x-d', row('x-d', 'Dimension', somebody))
  world.set('assignment', 'x-s', row('x-s', 'Subdimension', somebody))
  world.set('assignment', 'x-q', row('x-q', 'Question', somebody))
  world.set('assignment', 'x-r', row('x-r', 'Question', somebody))
  expect(rolesOf(world, somebody)).toEqual(['DimensionLeader', 'SubdimensionLeader', 'Professional'])

  world.set('assignment', 'x-d', row('x-d', 'Dimension', other))
  expect(rolesOf(world, somebody)).toEqual(['SubdimensionLeader', 'Professional'])
  expect(rolesOf(world, other)).toEqual(['DimensionLeader'])

  world.set('assignment', 'x-s', row('x-s', 'Subdimension', null))
  world.set('assignment', 'x-q', null)
  expect(rolesOf(world, somebody)).toEqual(['Professional'])
  const copy = world.clone()
  world.set('assignment', 'x-r', null)
  expect(rolesOf(world, somebody)).toEqual([])
  expect(rolesOf(copy, somebody)).toEqual(['Professional'])
})
