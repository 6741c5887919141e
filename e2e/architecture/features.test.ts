import { expect, test } from 'vitest'
import { exists, features, foldersIn, sourceFiles } from './house.ts'
import { privileges } from '#shared/privileges/model.ts'

const drawers = ['utils', 'util', 'helpers', 'common', 'types', 'lib', 'misc']

test('every feature of shared has a model', () => {
  expect(features.filter((feature) => !exists(`shared/${feature}/model.ts`))).toEqual([])
})

test('the server has no feature that shared lacks', () => {
  const known = new Set(features)
  expect(foldersIn('server/features').filter((name) => !known.has(name))).toEqual([])
})

test('no drawer: a file says what it is about', () => {
  const inDrawer = sourceFiles.filter((file) => file.path.split(/[/.]/).some((part) => drawers.includes(part)))
  expect(inDrawer.map((file) => file.path)).toEqual([])
})

test('every privilege of the matrix is asked for by a rule of shared, so that no row of it is dead', () => {
  const rules = sourceFiles.filter(
    ({ path, isTest }) => path.startsWith('shared/') && !isTest && path !== 'shared/privileges/model.ts' && !path.endsWith('/fixtures.ts'),
  )
  expect(privileges.filter((privilege) => !rules.some(({ text }) => text.includes(`'${privilege}'`)))).toEqual([])
})
