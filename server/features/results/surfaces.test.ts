import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { formIndexOf, type FormIndex } from '#shared/forms/form-index.ts'
import type { Question } from '#shared/forms/model.ts'
import { maxPointsOf } from '#shared/forms/points.ts'
import type { Cell } from '#shared/kernel/sheet.ts'
import { evolutionMeasure } from '#shared/dashboards/measure.ts'
import { compared, type FormerFigure } from '#shared/results/comparing.ts'
import { predecessorOf, questionBreak, totalBreak } from '#shared/results/editions.ts'
import { formerSentences } from '#shared/results/summary.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aView } from '../../testing/documents/views.ts'
import { publicTable } from '../dashboards/tables.ts'
import { resultTables } from './tables.ts'

/** What an edition does to a question of the one before. */
const changes = ['kept', 'moved', 'renamed', 'removed', 'points', 'rule', 'divisor'] as const
type Change = (typeof changes)[number]
const ids = ['a', 'b', 'c', 'd'] as const
const tree = { d1: ['s11'], d2: ['s21'] }
const whatever = [aQuestion('people', 'Number'), aQuestion('budget', 'Number')]

const before = formIndexOf(
  aDefinition([...whatever, ...ids.map((id) => aQuestion(id, 'Number', { points: [{ key: 'value', value: 10, divisor: 'people' }] }))], {
    tree,
  }),
)

function changed(id: string, change: Change): readonly Question[] {
  const point = {
    key: 'value',
    value: change === 'points' ? 12 : 10,
    ...(change !== 'rule' && { divisor: change === 'divisor' ? 'budget' : 'people' }),
  }
  const copy = aQuestion(`${id}2`, 'Number', { originId: id, points: [point] })
  if (change === 'removed') return []
  return [{ ...copy, ...(change === 'moved' && { dimensionId: 's21' }), ...(change === 'renamed' && { text: 'Con otro nombre' }) }]
}
const after = (made: readonly Change[]): FormIndex =>
  formIndexOf(aDefinition([...whatever, ...ids.flatMap((id, at) => changed(id, made[at] ?? 'kept'))], { tree }))
const worth = (index: FormIndex): number => index.definition.questions.reduce((sum, { id }) => sum + maxPointsOf(index, id), 0)

const cases = fc.record({
  made: fc.array(fc.constantFrom(...changes), { minLength: 4, maxLength: 4 }),
  declared: fc.option(fc.constant('Se renovó.'), { nil: undefined }),
  part: fc.constantFrom(0, 0.25, 0.5, 0.875),
})

test('[RS21] [DB16] whatever an edition changes, no surface shows a difference where there is none to show, and all tell the same', async () => {
  await assertProperty(
    fc.asyncProperty(cases, async ({ made, declared, part }) => {
      const now = after(made)
      // What the rule says, of each question from what was done to it, and not from how it is worked out.
      const expected = new Map(
        ids.map((id, at) => [`${id}2`, declared === undefined && ['kept', 'moved', 'renamed'].includes(made[at] ?? '')]),
      )
      const isWholeSame = made.every((change) => ['kept', 'moved', 'renamed'].includes(change))
      const view = aView()
      const [aUsual] = view.questions
      if (!aUsual) throw new Error('there is a question')
      const dimensionId = view.dimensions[0]?.id ?? ''
      const questions = ids.flatMap((id) => {
        const question = now.question(`${id}2`)
        const was = question && predecessorOf(before, question)
        if (!question || !was) return []
        const max = maxPointsOf(now, question.id)
        const broken = questionBreak({ before: { index: before, of: was.id, max: 10 }, now: { index: now, of: question.id, max } })
        return [
          { ...aUsual, id: question.id, dimensionId, points: max * part, max, former: { points: 5, max: 10, ...(broken && { broken }) } },
        ]
      })
      const max = worth(now)
      const broken = totalBreak({ before: { index: before, of: null, max: worth(before) }, now: { index: now, of: null, max } })
      const whole: FormerFigure & { form: string; declared?: string } = {
        ...{ form: 'Antes', points: 20, max: worth(before) },
        ...(broken && { broken }),
        ...(declared !== undefined && { declared }),
      }
      const own = { ...view, questions, points: max * part, max, former: whole }

      // The table of the institution.
      const [heading = [], ...lines] = (await Array.fromAsync(resultTables(own)[0].rows)).flat()
      const column = (name: string): number => heading.indexOf(name)
      const cellOf = (id: string, name: string): Cell | undefined => lines.find((line) => line[column('Id')] === id)?.[column(name)]
      for (const { id } of questions) {
        expect(cellOf(id, 'Diferencia') !== '', id).toBe(expected.get(id))
        // Where there is no difference the reason stands in its place.
        expect(cellOf(id, 'Por qué no se comparan los puntos') === '', id).toBe(expected.get(id))
      }
      const total = lines[0]?.[column('Diferencia')]
      const unit = lines[0]?.[column('Unidad de la diferencia')]
      const difference = compared('total', own, whole, declared !== undefined)
      expect(unit).toBe(difference === null ? '' : isWholeSame ? 'puntos' : 'puntos porcentuales')
      expect(total).toBe(difference === null ? '' : Math.round(difference.by * 10_000) / 10_000)

      // Its sentences.
      const sentences = formerSentences(own, 'es').join(' ')
      expect(/puntos (?:más|menos) que|Es lo mismo que/.test(sentences)).toBe(declared === undefined && isWholeSame)
      expect(/De lo posible/.test(sentences)).toBe(difference?.unit === 'share')
      expect(sentences.includes('No se compara: Se renovó.')).toBe(declared !== undefined)

      // The public series, and its file.
      const steps = [
        { label: 'Antes', points: whole.points, max: whole.max },
        { label: 'Ahora', points: own.points, max, ...(broken && { broken }), ...(declared !== undefined && { declared }) },
      ]
      const institution = { id: 'i', name: 'Norte', points: own.points, max, maturity: 'Madura', workers: null, initiatives: null }
      const chosen = [{ ...institution, dimensions: [], figures: {}, phases: [], evolution: steps }]
      const shown = { forms: [], formId: null, categories: [], category: null, institutions: [], dimensions: [], mean: null }
      const all = { ...shown, chosen, general: [], byDimension: [], icons: {} }
      expect(evolutionMeasure(all).unit).toBe(isWholeSame ? 'points' : 'share')
      const [head = [], , second = []] = publicTable(all, 'institution', 'es')
      expect(head.some((name) => String(name).includes('% de lo posible'))).toBe(!isWholeSame)
      const why = second[head.indexOf('Comparación con la medición anterior')] ?? ''
      expect(why !== '').toBe(declared !== undefined || !isWholeSame)
      expect(String(why).startsWith('No se compara: Se renovó.')).toBe(declared !== undefined)
    }),
    {
      runs: 300,
      examples: [
        [{ made: ['kept', 'kept', 'kept', 'divisor'], declared: undefined, part: 0.5 }],
        [{ made: ['moved', 'renamed', 'kept', 'kept'], declared: 'Se renovó.', part: 0.5 }],
      ],
    },
  )
})
