import { expect, test } from 'vitest'
import { Told } from './told.ts'

test('all streams that hear of a version take it for the same call, and the next version for the next', () => {
  const told = new Told()
  told.listens('a')
  told.begins('a')
  told.hears('a', 5)
  told.hears('a', 5)
  expect(told.latencies).toHaveLength(2)
  told.begins('a')
  told.hears('a', 9)
  // Told late by one stream of what others have gone on from.
  told.hears('a', 5)
  expect(told.latencies).toHaveLength(3)
})

test('what nobody asked for, what was taken back and what nobody could hear is not timed', () => {
  const told = new Told()
  told.begins('a')
  told.listens('a')
  told.begins('a')()
  told.hears('a', 5)
  told.hears('a', undefined)
  told.hears('b', 6)
  expect(told.latencies).toEqual([])
})
