import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { productFiles, testFiles, type SourceFile } from './house.ts'

/**
 * How a module asks a database for what may come out otherwise on another one. What Kysely builds of plain conditions is the same on both;
 * on PostgreSQL rows can be held against each other, and what is added up arrives as text.
 */
const ownSql: readonly (readonly [how: string, shows: RegExp])[] = [
  ['writes SQL itself', /import \{[^}]*\bsql\b[^}]*\} from 'kysely'/],
  ['asks by what writes SQL for each', /from '(?:[^']*\/db|\.)\/dialect\.ts'/],
  ['does otherwise on each', /\bkind [!=]== '(?:postgres|sqlite)'/],
  ['locks rows', /\.(?:forUpdate|forNoKeyUpdate|forShare|forKeyShare|skipLocked)\(/],
  ['adds up', /\bfn\.(?:countAll|count|sum|avg|min|max)\b/],
]

/** Whether a test asks a database at all. */
const asksDatabase = ({ text }: SourceFile): boolean =>
  /\bcreateTestApp\b|\bopenSqlite\b|\/testing\/(?:databases|stores|copied|own-postgres)\.ts'/.test(text)
/** Whether a test is run on both databases in every run; what only PostgreSQL can tell is told by it alone. */
const runsOnBoth = ({ path, text }: SourceFile): boolean =>
  path.endsWith('.pg.test.ts') || /\b(?:onEachDatabase|onEachStore|onPostgres)\(|describe\.each\(databaseKinds\)/.test(text)

const stemOf = (path: string): string => basename(path).replace(/(?:\.pg)?\.test\.ts$|\.ts$/, '')
const ofDatabase = testFiles.filter((file) => file.path.startsWith('server/') && asksDatabase(file))

/** Tests of a module: those of its name beside it, or else of the name of its folder, or else all in its folder. */
function testsOf({ path }: SourceFile): { readonly named: boolean; readonly tests: readonly SourceFile[] } {
  const beside = ofDatabase.filter((file) => dirname(file.path) === dirname(path))
  for (const name of [stemOf(path), basename(dirname(path))]) {
    const tests = beside.filter((file) => stemOf(file.path) === name)
    if (tests.length > 0) return { named: true, tests }
  }
  return { named: false, tests: beside }
}

/** Modules with SQL of their own. What a migration leaves is compared with what stands in `schema.*.txt`. */
const modules = productFiles
  .filter(({ path }) => path.startsWith('server/') && !/^server\/migrations\/\d/.test(path))
  .flatMap((file) => {
    const how = ownSql.filter(([, shows]) => shows.test(file.text)).map(([said]) => said)
    return how.length > 0 ? [{ file, how }] : []
  })

test('what may come out otherwise on another database is tested on both in every run: the tests of a module that has SQL of its own', () => {
  // A pattern that finds nothing any more would let everything pass.
  for (const [how] of ownSql) expect(modules.filter((each) => each.how.includes(how)).length, how).toBeGreaterThan(5)
  const wrong = modules.flatMap(({ file, how }) => {
    const { named, tests } = testsOf(file)
    const alone = tests.filter((each) => !runsOnBoth(each))
    // Of those that are not named for it one must be.
    if (named ? alone.length === 0 : alone.length < tests.length) return []
    const meant = alone.length > 0 ? alone.map(({ path }) => path).join(', ') : `a test in ${dirname(file.path)}`
    return [`${file.path} ${how.join(', ')}: ${meant} must run on both databases, by onEachDatabase of server/testing/databases.ts`]
  })
  expect(wrong).toEqual([])
})
