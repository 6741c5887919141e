import type { DimensionView, QuestionView, ResultView } from '#shared/results/routes.ts'
import { sumPoints } from '#shared/forms/round-points.ts'
import { levelOf, maturityOf } from '#shared/results/levels.ts'
import { usualThresholds } from '#shared/results/model.ts'

const dimensionNames = [
  'Recursos institucionales',
  'Prácticas y procesos',
  'Colaboración y apertura',
  'Resultados de la innovación',
  'Cultura y liderazgo',
  'Datos y tecnología',
  'Participación ciudadana',
  'Gestión de personas',
]
const subNames = ['Estrategia y planificación', 'Personas y equipos', 'Formación de capacidades', 'Mecanismos de seguimiento']
const texts = [
  'Sí',
  'La institución mantiene una unidad de innovación con tres personas a tiempo completo y un presupuesto propio desde el año anterior.',
  'Se realizaron talleres de diseño con funcionarias y funcionarios de regiones, que dejaron prototipos a prueba en dos servicios.',
  '42',
]
const levelTexts = {
  bad: '<p>La institución <strong>aún no cuenta</strong> con prácticas sistemáticas en esta área. Se sugiere comenzar por:</p><ul><li>nombrar un equipo responsable;</li><li>definir metas anuales y medirlas.</li></ul>',
  med: '<p>La institución cuenta con prácticas en desarrollo, que conviene <em>consolidar</em> y extender a todas sus áreas.</p>',
  good: '<p>La institución destaca en esta área y puede compartir su experiencia con otras: véase la <a href="https://example.org/guia?tema=innovación">guía de buenas prácticas</a>.</p>',
}

/** A published result, whole: `questions` of them in eight dimensions with four sub-dimensions each, and whatever is to be otherwise. */
export function aView({ questions = 24, ...otherwise }: Partial<Omit<ResultView, 'questions'>> & { questions?: number } = {}): ResultView {
  const dimensions: DimensionView[] = []
  const asked: QuestionView[] = []
  const subs = dimensionNames.flatMap((_, n) => subNames.map((__, at) => ({ top: `d${n}`, id: `d${n}s${at}` })))
  const max = Math.round((100 / questions) * 10_000) / 10_000
  for (let n = 0; n < questions; n += 1) {
    const sub = subs[Math.floor((n * subs.length) / questions)]
    asked.push(aQuestion(n, sub?.id ?? '', max))
  }
  const sums = (ids: readonly string[]): { points: number; max: number } => {
    const own = asked.filter(({ dimensionId }) => ids.includes(dimensionId))
    return { points: sumPoints(own.map(({ points }) => points)), max: sumPoints(own.map((each) => each.max)) }
  }
  const figure = (id: string, parentId: string | null, name: string, ids: readonly string[]): DimensionView => {
    const { points, max: most } = sums(ids)
    const level = levelOf(points, most, usualThresholds)
    const former = { points: Math.round(points * 0.8 * 1000) / 1000, max: most }
    return {
      id,
      parentId,
      name,
      points,
      max: most,
      level,
      former,
      categoryMean: Math.round(points * 0.9 * 10_000) / 10_000,
      text: level ? levelTexts[level] : '',
    }
  }
  for (const [n, name] of dimensionNames.entries()) {
    const ids = subNames.map((_, at) => `d${n}s${at}`)
    dimensions.push(figure(`d${n}`, null, name, ids))
    for (const [at, sub] of subNames.entries()) dimensions.push(figure(`d${n}s${at}`, `d${n}`, sub, [`d${n}s${at}`]))
  }
  const points = sumPoints(asked.map((each) => each.points))
  return {
    form: { id: 'indice-2024', name: 'Índice 2024' },
    institution: { id: 'norte', name: 'Servicio de Innovación del Norte y Ñuñoa', code: 'SIN', abbreviation: 'SIN' },
    category: { id: 'servicios', name: 'Servicios públicos' },
    orientation: 'Ciudadana con Foco Social',
    kind: 'final',
    state: 'published',
    number: 3,
    version: 2,
    at: '2025-03-14T15:04:05.000Z',
    publishedAt: '2025-03-20T12:00:00.000Z',
    reason: 'Se corrigió la decisión de una respuesta apelada.',
    calculatedBy: 1,
    undecided: 0,
    receipt: 'R-2024-000123',
    receiptDigest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    definitionId: 'indice-2024-v7',
    thresholds: usualThresholds,
    points,
    max: sumPoints(asked.map((each) => each.max)),
    maturity: maturityOf(points),
    categoryCount: 12,
    categoryMean: 48.1234,
    former: { form: 'Índice 2023', points: 41.5, max: 100 },
    introduction:
      '<p>Este informe presenta los resultados del <strong>Índice de Innovación Pública</strong>, que mide las capacidades de las instituciones para innovar.</p><h3>Qué contiene</h3><ol><li>Un resumen con sus puntajes.</li><li>El resultado de cada dimensión y subdimensión.</li></ol><blockquote><p>Innovar es crear valor público con la ciudadanía.</p></blockquote>',
    conclusion: '<p>Se agradece la participación de la institución. Dudas: <a href="mailto:indice@lab.example">indice@lab.example</a>.</p>',
    dimensions,
    questions: asked,
    ...otherwise,
  }
}

/** A question that is worth `max`, of which every third has units of its own, some without an answer and some rejected. */
export function aQuestion(n: number, dimensionId: string, max: number): QuestionView {
  const isAccepted = n % 4 !== 3
  const points = isAccepted ? Math.round(max * (0.5 + (n % 3) * 0.25) * 10_000) / 10_000 : 0
  const number = `${n + 1}`
  const text = `¿Cuenta la institución con ${['un equipo dedicado a la innovación', 'mecanismos para financiar proyectos', 'prácticas de diseño centrado en las personas'][n % 3]} durante el período?`
  const unit = (at: number, counts: boolean): QuestionView['units'][number] => ({
    unit: `q${n}~r${at}`,
    questionId: `q${n}`,
    number: at === 0 ? number : `${number}.${at}`,
    row: at > 0 ? `Proyecto ${at}` : null,
    text: at === 0 ? text : 'Describa su estado de avance',
    own: at === 0 || counts ? (at === 0 && n % 3 === 0 ? 0 : points) : 0,
    counts,
    why: isAccepted ? (counts ? 'earned' : 'other_row') : n % 8 === 3 ? 'unanswered' : 'not_accepted',
    answer: n % 8 === 3 ? null : (texts[(n + at) % texts.length] ?? null),
    decision:
      n % 8 === 3
        ? null
        : {
            decision: isAccepted ? 'Accepted' : 'Rejected',
            round: 'SecondRevision',
            by: 'Laboratorio de Gobierno',
            at: '2025-02-01T12:00:00.000Z',
            comment: isAccepted ? null : 'La evidencia corresponde a otro período.',
          },
    evidence: n % 5 === 0 && at === 0 ? { id: `a${n}`, name: 'resolución_exenta_2024.pdf' } : null,
    administrative: false,
    divisor: null,
    choices: [],
  })
  const units = n % 3 === 0 ? [unit(0, true), unit(1, true), unit(2, false)] : [unit(0, true)]
  return { id: `q${n}`, number, dimensionId, text, points, max, cut: 0, former: null, units }
}
