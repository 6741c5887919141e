import { aDefinition, anAnswer, aQuestion } from '#shared/forms/fixtures.ts'
import { formIndexOf } from '#shared/forms/form-index.ts'
import { questionKinds, type FormDefinition } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { computeResult } from '#shared/results/engine.ts'
import { usualThresholds, type Computed } from '#shared/results/model.ts'
import { carriedForms } from '#shared/testing/random-definition.ts'
import { decisionOn, drawOf, filledOf, worldWith } from '#shared/testing/random-world.ts'
import fc from 'fast-check'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDatabase } from '../testing/demo-database.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'iip-recalculating-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Kept {
  readonly definitionId: string
  readonly result: Computed
}

/** What the script of an archive says of results, with the questionnaires that they were worked out with. */
function recomputed(name: string, definitions: readonly FormDefinition[], results: readonly object[], brought: readonly object[] = []) {
  const root = join(folder, name)
  for (const each of ['cuestionario/versiones', 'datos/jsonl']) mkdirSync(join(root, each), { recursive: true })
  definitions.forEach((each, at) => writeFileSync(join(root, `cuestionario/versiones/${at}.json`), JSON.stringify(each)))
  const lines = (of: readonly object[]): string => of.map((each) => `${JSON.stringify(each)}\n`).join('')
  writeFileSync(join(root, 'datos/jsonl/resultados.jsonl'), lines(results.map((datos) => ({ tipo: 'snapshot', datos }))))
  writeFileSync(join(root, 'datos/jsonl/filas.jsonl'), lines(brought))
  copyFileSync(fileURLToPath(new URL('recalcular.py', import.meta.url)), join(root, 'recalcular.py'))
  const { status, stdout, stderr } = spawnSync('python3', ['recalcular.py'], { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const kept = (definitionId: string, result: Computed, institutionId = 'north') => ({
  definitionId,
  institutionId,
  result,
  kind: 'final',
  version: 1,
  thresholds: usualThresholds,
  institution: { name: 'Norte' },
})

test('[KV12] of drawn forms with every kind of rule the script recomputes every figure that the engine works out', () => {
  const drawn = fc.sample(fc.tuple(carriedForms, fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 })), {
    numRuns: 300,
    seed: 20_261_201,
  })
  // More chosen than may be, from before the most was changed: what is above the question's most does not count.
  const chosen = { choices: ['a', 'b'].map((value) => ({ value })) }
  const capped = aQuestion('many', 'Multiple', {
    options: chosen.choices,
    max: 1,
    points: ['a', 'b'].map((key, at) => ({ key, value: at + 1 })),
  })
  const cappedForm = { ...aDefinition([capped]), versionId: 'capped' }
  const cappedWorld = worldWith(cappedForm, {
    answers: [anAnswer('many', chosen)],
    decided: [decisionOn('many', 'Accepted', 'SecondRevision')],
  })
  const cappedResult = computeResult(cappedWorld, { kind: 'preliminary', thresholds: usualThresholds })
  expect(cappedResult.questions[0]).toMatchObject({ points: 2, cut: 1 })
  const forms = drawn.map(([{ definition }, numbers], at) => ({ definition: { ...definition, versionId: `v${at}` }, numbers }))
  const results = forms.map(({ definition, numbers }): Kept => {
    const world = worldWith(definition, filledOf(definition, drawOf(numbers)))
    return kept(definition.versionId, computeResult(world, { kind: 'preliminary', thresholds: usualThresholds }))
  })
  // Each kind of question earns something somewhere, and so do a rate, a dependent and an inner question.
  const earning = forms.flatMap(({ definition }, at) => {
    const index = formIndexOf(definition)
    return must(results[at], 'a result').result.questions.flatMap(({ units }) =>
      units
        .filter(({ own }) => own > 0)
        .map(({ unit, divisor }) => ({ question: must(index.question(unit.split('@')[0] ?? ''), unit), divisor })),
    )
  })
  expect(new Set(earning.map(({ question }) => question.kind))).toEqual(new Set(questionKinds))
  expect(earning.some(({ divisor }) => divisor !== null)).toBe(true)
  expect(earning.some(({ question }) => question.parentId !== null)).toBe(true)
  expect(earning.some(({ question }) => question.blockId !== null)).toBe(true)
  const definitions = forms.map(({ definition }) => definition)
  expect(recomputed('drawn', [...definitions, cappedForm], [...results, kept('capped', cappedResult)])).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d{4,} cifras \/ figures, 0 distintas/),
    stderr: '',
  })
})

test('[KV12] points that were brought are compared with their table, and what cannot be recomputed is named', () => {
  const [form] = fc.sample(
    carriedForms.filter(({ definition }) => definition.questions.some(({ points }) => points.some(({ value }) => value > 0))),
    { numRuns: 1, seed: 7 },
  )
  const { definition } = must(form, 'a form')
  const world = worldWith(definition, filledOf(definition, drawOf([1, 2, 3])))
  const points = Object.fromEntries(definition.questions.map(({ id }) => [id, 0.5]))
  const result = computeResult(world, { kind: 'final', thresholds: usualThresholds, brought: { sheetId: 'sheet', points } })
  const row = { tabla: 'manualPoints', id: 'north', datos: { sheetId: 'sheet', points } }
  expect(recomputed('brought', [definition], [kept('v-1', result)], [row])).toMatchObject({ status: 0, stderr: '' })
  expect(recomputed('other', [definition], [kept('v-1', result)], [{ ...row, datos: { sheetId: 'newer', points } }])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('no está / missing'),
  })
  expect(recomputed('formless', [definition], [kept('v-2', result)], [row]).status).toBe(1)
  expect(recomputed('empty', [definition], []).status).toBe(1)
})

test('[KV12] of the demonstration every published figure is recomputed', async () => {
  const demo = await demoDatabase()
  try {
    const rows = await demo.db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'snapshot').where('deleted', '=', 0).execute()
    const versions = await demo.db.q.selectFrom('form_version').select('definition').execute()
    const manual = await demo.db.q.selectFrom('sync_row').select(['id', 'data']).where('tbl', '=', 'manualPoints').execute()
    const brought = manual.map(({ id, data }) => ({ tabla: 'manualPoints', id, datos: JSON.parse(data) }))
    const results = rows.map(({ data }): object => JSON.parse(data))
    expect(results.length).toBeGreaterThan(10)
    const definitions = versions.map(({ definition }): FormDefinition => JSON.parse(definition))
    expect(recomputed('demo', definitions, results, brought)).toMatchObject({ status: 0, stderr: '' })
  } finally {
    await demo.remove()
  }
}, 120_000)
