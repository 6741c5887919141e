import type { DimensionView, QuestionView, ResultView, UnitView } from '#shared/results/routes.ts'

const aUnit = (change: Partial<UnitView> = {}): UnitView => ({
  unit: 'q1',
  questionId: 'q1',
  number: '1.1.1',
  row: null,
  text: '¿Cuenta con una estrategia de innovación?',
  own: 5,
  counts: true,
  administrative: false,
  why: 'earned',
  answer: 'Sí',
  decision: null,
  evidence: null,
  divisor: null,
  choices: [],
  ...change,
})

const aQuestion = (change: Partial<QuestionView> = {}): QuestionView => ({
  id: 'q1',
  number: '1.1.1',
  dimensionId: 'personas',
  text: '¿Cuenta con una estrategia de innovación?',
  points: 5,
  max: 10,
  cut: 0,
  former: null,
  units: [aUnit()],
  ...change,
})

const aDimension = (id: string, parentId: string | null, change: Partial<DimensionView> = {}): DimensionView => ({
  id,
  parentId,
  name: id,
  points: 5,
  max: 10,
  level: 'med',
  former: null,
  categoryMean: null,
  text: '',
  ...change,
})

/** A result of one dimension with two sub-dimensions, for tests. */
export const aView = (change: Partial<ResultView> = {}): Pick<ResultView, 'dimensions' | 'questions'> => ({
  dimensions: [aDimension('recursos', null), aDimension('personas', 'recursos'), aDimension('gestion', 'recursos')],
  questions: [
    aQuestion(),
    aQuestion({
      id: 'q2',
      number: '1.1.2',
      units: [aUnit({ unit: 'q2', questionId: 'q2' }), aUnit({ unit: 'q2@r1', questionId: 'q2', row: 'Primera' })],
    }),
    aQuestion({ id: 'q3', number: '1.2.1', dimensionId: 'gestion' }),
  ],
  ...change,
})
