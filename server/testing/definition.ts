import type { FormDefinition, Question } from '#shared/forms/model.ts'

const question = (id: string, dimensionId: string, rest: Partial<Question> = {}): Question => ({
  id,
  text: `Pregunta ${id}`,
  kind: 'SimpleText',
  dimensionId,
  parentId: null,
  visibleIf: null,
  blockId: null,
  dependent: [],
  block: [],
  options: [],
  allowNoneOption: false,
  required: true,
  administrative: false,
  allowFile: false,
  points: [],
  survey: dimensionId === 'survey',
  ...rest,
})

const many = 40

/** A form of two dimensions, three sub-dimensions and a survey: small, and with every kind of question once. */
export const tinyDefinition: FormDefinition = {
  versionId: 'tiny-v1',
  formId: 'tiny',
  name: 'Formulario de prueba',
  dimensions: [
    { id: 'd1', name: 'Recursos', parentId: null, subDimensionIds: ['s11', 's12'], questionIds: [] },
    { id: 's11', name: 'Personas', parentId: 'd1', subDimensionIds: [], questionIds: ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8'] },
    {
      id: 's12',
      name: 'Presupuesto',
      parentId: 'd1',
      subDimensionIds: [],
      questionIds: ['q9', ...Array.from({ length: many }, (_, at) => `m${at}`)],
    },
    { id: 'd2', name: 'Prácticas', parentId: null, subDimensionIds: ['s21'], questionIds: [] },
    { id: 's21', name: 'Ideas', parentId: 'd2', subDimensionIds: [], questionIds: ['q20'] },
    { id: 'survey', name: 'Encuesta', parentId: null, subDimensionIds: [], questionIds: ['e1'] },
  ],
  questions: [
    question('q1', 's11', {
      questionHint: '<p>Criterio de la evaluación</p>',
      fillingHint: '<p>Cómo se llena</p>',
      points: [{ key: 'value', value: 2 }],
    }),
    question('q2', 's11', { kind: 'Text', min: 2 }),
    question('q3', 's11', { kind: 'Number' }),
    question('q4', 's11', { kind: 'Boolean', dependent: ['q41'] }),
    question('q41', 's11', { parentId: 'q4', visibleIf: true }),
    question('q5', 's11', { kind: 'Single', options: [{ value: 'A' }, { value: 'B', allowExtra: true }] }),
    question('q6', 's11', { kind: 'Multiple', options: [{ value: 'A' }, { value: 'B' }], max: 0, allowNoneOption: true }),
    question('q7', 's11', { kind: 'Date' }),
    question('q8', 's11', { kind: 'Block', block: ['q81'], max: 10 }),
    question('q81', 's11', { blockId: 'q8' }),
    question('q9', 's12', { allowFile: true }),
    ...Array.from({ length: many }, (_, at) => question(`m${at}`, 's12', { kind: 'Number', max: 0 })),
    question('q20', 's21'),
    question('e1', 'survey'),
  ],
}
