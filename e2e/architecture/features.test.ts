import { expect, test } from 'vitest'
import { exists, features, foldersIn, sourceFiles } from './house.ts'
import { privileges } from '#shared/privileges/model.ts'

/** Folders beside the features that are no feature: charts is how figures are drawn, finder is how anything is found by its name, sync is how the state of synchronising is shown, form-history what all of them did to a form, public-reports open data as administrators bring it, users the accounts as administrators see them, site-editor the pages of the site as they are written, site-files their pictures and documents. */
const clientOnly = [
  'charts',
  'downloads',
  'drafts',
  'faq',
  'filling',
  'finder',
  'form-history',
  'home',
  'public-reports',
  'site-editor',
  'site-files',
  'sync',
  'users',
]
const drawers = ['utils', 'util', 'helpers', 'common', 'types', 'lib', 'misc']

test('every feature of shared has a model', () => {
  expect(features.filter((feature) => !exists(`shared/${feature}/model.ts`))).toEqual([])
})

test('server and client have no feature that shared lacks', () => {
  const known = new Set(features)
  expect(foldersIn('server/features').filter((name) => !known.has(name))).toEqual([])
  expect(foldersIn('client/features').filter((name) => !known.has(name) && !clientOnly.includes(name))).toEqual([])
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
