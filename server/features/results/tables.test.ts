import { expect, test } from 'vitest'
import type { Cell } from '#shared/kernel/sheet.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { aView } from '../../testing/documents/views.ts'
import { resultTables } from './tables.ts'

const linesOf = async (view: ResultView): Promise<readonly Readonly<Record<string, Cell>>[]> => {
  const [heading = [], ...lines] = (await Array.fromAsync(resultTables(view)[0].rows)).flat()
  return lines.map((line) => Object.fromEntries(heading.map((name, at) => [String(name), line[at] ?? ''])))
}
const told = ({
  Diferencia,
  'Unidad de la diferencia': unit,
  'Por qué no se comparan los puntos': why,
}: Readonly<Record<string, Cell>>): readonly Cell[] => [Diferencia ?? '', unit ?? '', why ?? '']

test('[RS21] the table of a result has a difference where figures compare, and the reason where points do not', async () => {
  const view = aView({ points: 85.6, max: 100, former: { form: 'Índice 2023', points: 67.6, max: 80, broken: 'max' } })
  const [question, ...others] = view.questions
  if (!question) throw new Error('there is a question')
  const former = { points: 1, max: question.max, broken: 'rule' as const }
  const lines = await linesOf({ ...view, questions: [{ ...question, former }, ...others] })
  expect(lines[0] && told(lines[0])).toEqual([1.1, 'puntos porcentuales', 'Los puntos no se comparan: cambió el máximo.'])
  const own = lines.find(({ Id }) => Id === question.id)
  expect(own && told(own)).toEqual(['', '', 'Los puntos no se comparan: cambió la regla de puntaje.'])
  const dimension = lines.find(({ Línea }) => Línea === 'Dimensión')
  expect(dimension && told(dimension)).toEqual([expect.any(Number), 'puntos', ''])
  const none = await linesOf({ ...view, former: { form: 'Índice 2023', points: 67.6, max: 80, declared: 'Se renovó.' } })
  expect(none.every(({ Diferencia }) => Diferencia === '')).toBe(true)
  expect(none[0] && told(none[0])).toEqual(['', '', 'No se compara: Se renovó.'])
})
