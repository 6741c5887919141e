import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { argsOf, type Context, type Outcome } from '../contract/mutation.ts'
import { siteScope } from '../protocol/scope.ts'
import { Site } from '../site.ts'
import { addOpenReport, publishOpenReport, removeOpenReport, unpublishOpenReport } from './mutations.ts'

const root: Actor = { id: 'root', kind: 'Administrator', name: 'Raíz', institutionId: null }
const context = (actor: Actor = root): Context => ({
  actor,
  now: '2026-01-01T00:00:00.000Z',
  mid: 'm',
  base: null,
  occurredAt: '2026-01-01T00:00:00.000Z',
  lease: null,
})
const facts = (id: string) => ({
  id,
  title: 'Estadísticas',
  description: 'De tres años',
  fileName: 'libro.xlsx',
  sha256: id.padEnd(64, '0').replaceAll(/[^\da-f]/g, 'a'),
  bytes: 10,
  years: [2022, 2023],
  institutions: 4,
  initiatives: 9,
})
const aSite = (): Site => new Site(siteScope, { pages: [], files: new Map(), form: null })
const take = (site: Site, outcome: Outcome): Outcome => {
  for (const { table, id, row } of outcome.site ?? []) site.set(table, id, row)
  return outcome
}
const told = ({ disposition, code }: Outcome): string => `${disposition} ${code}`

test('[OD8] one report at most is public: another one has to be turned off first, and what is turned off or removed is in the list or gone', () => {
  const site = aSite()
  for (const id of ['one', 'two']) expect(told(take(site, addOpenReport.decide(site, facts(id), context())))).toBe('applied ok')
  const steps: readonly [string, Outcome][] = (
    [
      ['publish one', () => publishOpenReport.decide(site, { id: 'one' }, context())],
      ['again', () => publishOpenReport.decide(site, { id: 'one' }, context())],
      ['publish two', () => publishOpenReport.decide(site, { id: 'two' }, context())],
      ['turn one off', () => unpublishOpenReport.decide(site, { id: 'one' }, context())],
      ['again off', () => unpublishOpenReport.decide(site, { id: 'one' }, context())],
      ['publish two then', () => publishOpenReport.decide(site, { id: 'two' }, context())],
      ['remove two', () => removeOpenReport.decide(site, { id: 'two' }, context())],
      ['remove again', () => removeOpenReport.decide(site, { id: 'two' }, context())],
      ['publish what is gone', () => publishOpenReport.decide(site, { id: 'two' }, context())],
      ['publish one once more', () => publishOpenReport.decide(site, { id: 'one' }, context())],
      ['unknown', () => publishOpenReport.decide(site, { id: 'three' }, context())],
    ] as const
  ).map(([name, step]) => [name, take(site, step())])
  expect(steps.map(([name, outcome]) => `${name}: ${told(outcome)}`)).toEqual([
    'publish one: applied ok',
    'again: noop ok',
    'publish two: refused open_report_active',
    'turn one off: applied ok',
    'again off: noop ok',
    'publish two then: applied ok',
    'remove two: applied ok',
    'remove again: noop ok',
    'publish what is gone: refused not_found',
    'publish one once more: applied ok',
    'unknown: refused not_found',
  ])
  expect(site.list('openReport').map(({ id, public: isPublic, removed }) => [id, isPublic, removed])).toEqual([
    ['one', true, false],
    ['two', false, true],
  ])
})

test('[OD8] only administrators change public reports', () => {
  const site = aSite()
  const eva: Actor = { id: 'eva', kind: 'Evaluator', name: 'Eva', institutionId: null }
  const tried = [
    addOpenReport.decide(site, facts('one'), context(eva)),
    publishOpenReport.decide(site, { id: 'one' }, context(eva)),
    unpublishOpenReport.decide(site, { id: 'one' }, context(eva)),
    removeOpenReport.decide(site, { id: 'one' }, context(eva)),
  ]
  expect(new Set(tried.map(told))).toEqual(new Set(['refused administrators_only']))
})

test('[OD6] a title of 40 and a description of 500 characters at most are required, each with its own words', () => {
  const codeOf = (of: object): string => {
    const read = argsOf(addOpenReport, 1, { ...facts('one'), ...of })
    return read.ok ? 'ok' : read.failure.code
  }
  expect(
    [{ title: '  ' }, { title: 'x'.repeat(41) }, { title: 'x'.repeat(40) }, { description: '' }, { description: 'x'.repeat(501) }].map(
      codeOf,
    ),
  ).toEqual(['open_title_missing', 'open_title_long', 'ok', 'open_about_missing', 'open_about_long'])
})
