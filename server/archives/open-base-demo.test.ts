import { contentOf } from '#shared/dashboards/rules.ts'
import type { PublicInstitution } from '#shared/dashboards/view.ts'
import { must } from '#shared/kernel/assert.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { strFromU8, unzipSync } from 'fflate'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atTheConsole } from '../cli/console.ts'
import type { Database } from '../db/open.ts'
import { demoDatabase } from '../testing/demo-database.ts'
import { openFormsIn, resultsViewIn } from '../features/dashboards/view.ts'
import { noFigures } from '../features/reports/whole.ts'
import { zipOf } from '../http/zip.ts'
import { WorldStore } from '../world/store.ts'
import { openBaseEntries } from './open-base.ts'
import { openBaseTables } from './open-base-tables.ts'

const formId = 'indice-2024'
const k = 3
let demo: Awaited<ReturnType<typeof demoDatabase>>
let db: Database
beforeAll(async () => {
  demo = await demoDatabase()
  ;({ db } = demo)
}, 120_000)
afterAll(() => demo.remove())

const depsOf = () => ({
  db,
  worlds: new WorldStore(),
  now: () => instantOf(Date.now()),
  shown: 'any' as const,
  stands: async () => true,
  broke: (why: string) => expect(why).toBe(''),
})

/** Cells of the base by the names of their columns, as whoever downloads it reads them. */
function rowsIn(text: string): Readonly<Record<string, string>>[] {
  const names = openBaseTables.base.fields.map(({ name }) => name)
  const lines = text.replace('\ufeff', '').trim().split('\r\n').slice(1)
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

test('[KV10] of the demonstration no institution with a code is found again by what visitors read of it by name', async () => {
  const deps = depsOf()
  const figures = noFigures()
  const zip = await buffer(Readable.from(zipOf(openBaseEntries(deps, atTheConsole, { formId, k }, figures)), { objectMode: false }))
  const rows = rowsIn(strFromU8(must(unzipSync(new Uint8Array(zip))['base.csv'], 'base.csv')))
  const codes = Map.groupBy(rows, (row) => row['institucion'] ?? '')
  expect(codes.size).toBe(figures.coded)
  expect(figures.coded).toBeGreaterThan(10)

  // What visitors read of everybody, category by category.
  const { people, columns, workers } = await db.read(async (tx) => {
    const forms = await openFormsIn(tx, deps.now())
    const form = must(
      forms.find(({ id }) => id === formId),
      'the former cycle is public',
    )
    const found: { category: string; person: PublicInstitution }[] = []
    for (const { id, name } of form.names) {
      const institutions = [...form.institutions].filter(([, category]) => category === id).map(([institution]) => institution)
      for (const institution of institutions) {
        const view = await resultsViewIn(deps, tx, forms, { form: formId, category: id, institutions: [institution] }, 'es')
        found.push(...view.chosen.map((person) => ({ category: name, person })))
      }
    }
    const general = contentOf(form.of.dashboards.get('general'), 'general')
    const dimension = contentOf(form.of.dashboards.get('dimension'), 'dimension')
    const own = (tab: string, list: typeof general.questionreports) => list.map((each) => ({ ...each, _id: `${tab}-${each._id}` }))
    return {
      people: found,
      columns: [...own('g', general.questionreports), ...own('d', dimension.questionreports)],
      workers: general.overallResultId,
    }
  })
  expect(people.length).toBeGreaterThan(10)
  const told = columns
    .filter(({ calcType }) => calcType === 'value' || calcType === 'sum')
    .map(({ _id, questionId }) => [_id, questionId] as const)
  const joins = [...codes].map(([, own]) => {
    const of = (question: string) => own.find((row) => row['pregunta_id'] === question && row['fila'] === '0')
    const fits = (question: string, value: number | null | undefined): boolean => {
      const row = of(question)
      if (row === undefined || value === null || value === undefined) return true
      const exact = row['numero_respondido'] ?? ''
      if (exact !== '') return Number(value.toPrecision(2)) === Number(exact)
      return (row['numero_desde'] ?? '') === '' || (value >= Number(row['numero_desde']) && value <= Number(row['numero_hasta']))
    }
    const candidates = people.filter(
      ({ category, person }) =>
        [category, ''].includes(own[0]?.['categoria'] ?? '') &&
        fits(workers, person.workers) &&
        told.every(([id, question]) => fits(question, person.figures[id])),
    )
    return candidates.length
  })
  expect(Math.min(...joins)).toBeGreaterThanOrEqual(k)
  // And something of what is told by name is told here, as a band.
  expect(rows.some((row) => row['numero_desde'] !== '')).toBe(true)
}, 120_000)
