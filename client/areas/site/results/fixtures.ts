import type { PublicInstitution, PublicResultsView, ShownColumn } from '#shared/dashboards/view.ts'

const column = (id: string, part: Partial<ShownColumn> = {}): ShownColumn => ({
  id,
  name: 'Personas capacitadas',
  subtitle: 'Talento Humano',
  preDecoration: '',
  postDecoration: '',
  isPercentual: false,
  isBouble: false,
  chartType: null,
  isSum: false,
  ...part,
})
const dimensions = (points: number) => [
  { id: 'd1', name: 'Recursos Institucionales', points, max: 20 },
  { id: 'd2', name: 'Prácticas y Procesos', points: points * 2, max: 40 },
]

/** An institution with a public result. */
export const aPublic = (id: string, points: number, part: Partial<PublicInstitution> = {}): PublicInstitution => ({
  id,
  name: `Servicio ${id}`,
  points,
  max: 100,
  maturity: 'Madura',
  workers: 120,
  dimensions: dimensions(points / 5),
  figures: { 'g-c1': points / 2, 'g-c2': 12, 'd-c3': null },
  initiatives: 3,
  phases: [
    { id: 'p1', name: 'Piloto', count: 2 },
    { id: 'p2', name: 'Evaluación', count: 0 },
  ],
  evolution: [
    { label: '2023', points: points - 4, max: 100 },
    { label: '2024', points, max: 100 },
  ],
  ...part,
})

/** Results of a category of four, of which two are chosen. */
export const aResultsView = (part: Partial<PublicResultsView> = {}): PublicResultsView => ({
  forms: [{ id: 'f1', name: 'Índice 2024' }],
  formId: 'f1',
  edition: { version: 2, day: '14 mar 2026' },
  categories: [
    { id: 'Nuevas', name: 'Nuevas' },
    { id: 'Pilares', name: 'Pilares' },
  ],
  category: 'Pilares',
  institutions: ['norte', 'sur', 'este', 'oeste'].map((id) => ({ id, name: `Servicio ${id}` })),
  chosen: [aPublic('norte', 60), aPublic('sur', 50)],
  dimensions: [...dimensions(0).map(({ id, name, max }) => ({ id, name, max })), { id: 'd3', name: 'Resultados', max: 0 }],
  mean: { points: 52.5, max: 100, dimensions: dimensions(10.5), figures: { 'g-c1': 26, 'g-c2': 48, 'd-c3': null } },
  general: [
    column('g-c1', { isPercentual: true, isBouble: true }),
    column('g-c2', { name: 'Integrantes', isSum: true, preDecoration: '≈' }),
  ],
  byDimension: [{ ...column('d-c3', { name: 'Premios', chartType: 'line' }), dimensionId: 'd3' }],
  icons: { p1: 'data:image/webp;base64,AAAA', initiatives: 'data:image/webp;base64,AAAA' },
  ...part,
})
