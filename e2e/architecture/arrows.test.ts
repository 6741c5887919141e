import { expect, test } from 'vitest'
import { circlesIn, features, importsOf, productFiles, roomArrows, sourceFiles, type Side, type SourceFile } from './house.ts'

const maySee: Readonly<Record<Side, readonly Side[]>> = {
  shared: ['shared'],
  sync: ['shared', 'sync'],
  server: ['shared', 'server'],
  client: ['shared', 'sync', 'client'],
  e2e: ['shared', 'sync', 'server', 'client', 'e2e'],
}

/** Packages that product code of these two sides may import; the others' are listed in package.json only. */
const packagesOf: Partial<Readonly<Record<Side, readonly string[]>>> = { shared: ['valibot'], sync: ['valibot', 'dexie'] }

/**
 * Left never imports the rules of what stands right of it; equals stand together. Mutations and routes stand
 * above all rules; that they import each other in no circle is lint's.
 */
const featureOrder: readonly (readonly string[])[] = [
  ['accounts'],
  ['notices'],
  ['help'],
  ['institutions'],
  ['forms'],
  ['conflicts'],
  ['presence'],
  ['stages'],
  ['assignments'],
  ['privileges'],
  ['questionnaires'],
  ['rehearsals'],
  ['answers'],
  ['replica'],
  ['attachments', 'comments', 'evaluations'],
  ['sends'],
  ['results'],
  ['notifications'],
  ['team'],
  ['reminders'],
  ['visits'],
  ['unsent'],
  ['impersonation'],
  ['audit'],
  ['reports'],
  ['platform'],
  ['open-data'],
  ['dashboards'],
  ['site'],
]

const sideOf = (path: string): string => path.split('/')[0] ?? ''
const folderOf = (path: string): string => path.split('/')[1] ?? ''
/** What a model is made of may stand beside it, for whoever names it and parses nothing. */
const isModel = (path: string): boolean => path.endsWith('/model.ts') || path === 'shared/results/maturities.ts'
/** Mutations and routes stand above the rules of every feature. */
const isOnTop = (path: string): boolean => /[/-](mutations|routes)\.ts$/.test(path)
const isConfig = (path: string): boolean => path === 'package.json'

/** `file → target` for every import of the chosen files that breaks a rule. */
function breaking(files: readonly SourceFile[], breaks: (file: SourceFile, target: string) => boolean): readonly string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((found) => ('file' in found && breaks(file, found.file) ? [`${file.path} → ${found.file}`] : [])),
  )
}

/** Screens are tested before the real server (client/testing/README.md), and what draws the site is built for it. */
const meetsServer = (path: string): boolean => /^client\/(?:testing|build)\//.test(path) || path.endsWith('.screen.test.tsx')

test('each side imports only the sides that it may see', () => {
  const seen = breaking(sourceFiles, (file, target) => {
    if (isConfig(target) || (sideOf(target) === 'server' && meetsServer(file.path))) return false
    return !maySee[file.side].some((side) => side === sideOf(target))
  })
  expect(seen).toEqual([])
})

test('shared and sync import no package but their own', () => {
  const seen = sourceFiles
    .filter((file) => !file.isTest)
    .flatMap((file) => {
      const allowed = packagesOf[file.side]
      if (!allowed) return []
      return importsOf(file).flatMap((found) =>
        'package' in found && !allowed.includes(found.package) ? [`${file.path} → ${found.package}`] : [],
      )
    })
  expect(seen).toEqual([])
})

test('only sync/storage imports Dexie', () => {
  const seen = sourceFiles.filter(
    (file) =>
      !file.isTest &&
      !file.path.startsWith('sync/storage/') &&
      importsOf(file).some((found) => 'package' in found && found.package.startsWith('dexie')),
  )
  expect(seen.map((file) => file.path)).toEqual([])
})

test('folders of sync form no circle, by value or by type', () => {
  // Files beside the folders tie them together.
  const folderIn = (path: string): string => (path.startsWith('sync/') && path.split('/').length > 2 ? folderOf(path) : '')
  const arrows = roomArrows(productFiles, folderIn)
  expect(arrows.size).toBeGreaterThan(4)
  expect(circlesIn(arrows)).toEqual([])
})

test('the kernel imports only itself', () => {
  const kernel = sourceFiles.filter((file) => file.path.startsWith('shared/kernel/') && !file.isTest)
  expect(breaking(kernel, (_, target) => !target.startsWith('shared/kernel/'))).toEqual([])
})

test('a feature of shared imports any model, rules only of the features left of it, and mutations only from above', () => {
  const rules = sourceFiles.filter((file) => isOfFeature(file) && !isOnTop(file.path))
  const seen = breaking(rules, (file, target) => !isModel(target) && (isOnTop(target) || isNotLeftOf(file, target)))
  expect(seen).toEqual([])
})

test('a model imports models only, so that models can be read by every feature', () => {
  const models = sourceFiles.filter((file) => file.side === 'shared' && isModel(file.path))
  const seen = breaking(models, (_, target) => !isModel(target) && !['kernel', 'access'].includes(folderOf(target)))
  expect(seen).toEqual([])
})

test('the world stands below the rules: it imports models and look-ups, and no rule or mutation', () => {
  const world = sourceFiles.filter((file) => file.path === 'shared/world.ts')
  expect(breaking(world, (_, target) => /\/(rules|mutations|routes)\.ts$/.test(target))).toEqual([])
})

test('what the server looks at stands below what changes it: server/world imports nothing of server/sync', () => {
  const world = sourceFiles.filter((file) => file.path.startsWith('server/world/') && !file.isTest)
  expect(world).not.toEqual([])
  expect(breaking(world, (_, target) => target.startsWith('server/sync/'))).toEqual([])
})

test('a report only reads: server/reports imports no feature, nothing that decides, writes or tells, and no mutation', () => {
  const reports = sourceFiles.filter((file) => file.path.startsWith('server/reports/') && !file.isTest)
  expect(reports).not.toEqual([])
  const writes = /^server\/(?:sync|features|jobs|email|seeds|cli)\/|^shared\/(?:.*\/)?mutations?\.ts$/
  expect(breaking(reports, (_, target) => writes.test(target))).toEqual([])
  const statements = reports.filter((file) => /\b(?:insertInto|updateTable|deleteFrom|db\.write|\.bulk)\b/.test(file.text))
  expect(statements.map((file) => file.path)).toEqual([])
})

test('a server feature never goes through a neighbour’s doors, which are for callers', () => {
  const inFeatures = sourceFiles.filter((file) => file.path.startsWith('server/features/') && !file.isTest)
  const seen = breaking(inFeatures, (file, target) => {
    if (!target.startsWith('server/features/') || target.split('/')[2] === file.path.split('/')[2]) return false
    return target.endsWith('/routes.ts')
  })
  expect(seen).toEqual([])
})

test('the parts of the screen know no domain: client/ui imports itself, the languages and the styles', () => {
  const parts = sourceFiles.filter((file) => file.path.startsWith('client/ui/') && !file.isTest)
  const seen = breaking(parts, (_, target) => !/^client\/(ui|i18n|styles)\//.test(target))
  expect(seen).toEqual([])
})

test('builders of fixtures serve tests and seeds only', () => {
  const product = sourceFiles.filter((file) => !file.isTest && !file.path.includes('/seeds/') && !file.path.endsWith('/fixtures.ts'))
  expect(breaking(product, (_, target) => target.endsWith('/fixtures.ts'))).toEqual([])
})

test('a questionnaire is stored by one door, which parses it', () => {
  const doors = sourceFiles.filter(
    (file) => /(?:insertInto|into)\W+form_version\b/.test(file.text) && !file.path.startsWith('e2e/architecture/'),
  )
  expect(doors.map((file) => file.path)).toEqual(['server/world/definitions.ts'])
})

test('a session is removed by one door, which ends what began in it; the sweep removes those that ended long ago', () => {
  const doors = productFiles.filter(({ path, text }) => path.startsWith('server/') && /deleteFrom\('session'\)/.test(text))
  expect(doors.map(({ path }) => path)).toEqual(['server/features/accounts/sessions.ts', 'server/jobs/sweep.ts'])
})

test('every feature of shared has its place in the order, and the order names no other', () => {
  expect(featureOrder.flat().toSorted()).toEqual(features.toSorted())
})

test('what crosses the wire, and who may do what, know models and the world, and no rule or mutation', () => {
  const below = sourceFiles.filter((file) => /^shared\/(access|contract|protocol)\//.test(file.path) && !file.isTest)
  const known = /^shared\/(kernel|access|contract|protocol)\/|^shared\/(errors|world|questionnaire|own|results|site)\.ts$|\/model\.ts$/
  expect(breaking(below, (_, target) => !known.test(target))).toEqual([])
  const access = below.filter((file) => file.path.startsWith('shared/access/') || file.path === 'shared/protocol/scope.ts')
  expect(breaking(access, (_, target) => !/^shared\/(kernel|access)\/|\/protocol\/scope\.ts$/.test(target))).toEqual([])
})

function rankOf(feature: string): number {
  return featureOrder.findIndex((equals) => equals.includes(feature))
}

function isOfFeature(file: SourceFile): boolean {
  return file.side === 'shared' && !file.isTest && rankOf(folderOf(file.path)) >= 0
}

/** Whether the target is of another feature that does not stand left of the file's. */
function isNotLeftOf(file: SourceFile, target: string): boolean {
  const own = folderOf(file.path)
  const other = folderOf(target)
  return sideOf(target) === 'shared' && other !== own && rankOf(other) >= rankOf(own)
}
