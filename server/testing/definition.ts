import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import type { FormDefinition } from '#shared/forms/model.ts'

const many = 40

/** A form of two dimensions, three sub-dimensions and a survey: small, and with every kind of question once. */
export const tinyDefinition: FormDefinition = aDefinition(
  [
    aQuestion('q1', 'SimpleText', {
      questionHint: '<p>Criterio de la evaluación</p>',
      fillingHint: '<p>Cómo se llena</p>',
      points: [{ key: 'value', value: 2 }],
    }),
    aQuestion('q2', 'Text', { min: 2 }),
    aQuestion('q3', 'Number'),
    aQuestion('q4', 'Boolean'),
    aQuestion('q41', 'SimpleText', { parentId: 'q4', visibleIf: true }),
    aQuestion('q5', 'Single', { options: [{ value: 'A' }, { value: 'B', allowExtra: true }] }),
    aQuestion('q6', 'Multiple', { options: [{ value: 'A' }, { value: 'B' }], max: 0, allowNoneOption: true }),
    aQuestion('q7', 'Date'),
    aQuestion('q8', 'Block', { max: 10 }),
    aQuestion('q81', 'SimpleText', { blockId: 'q8' }),
    aQuestion('q9', 'SimpleText', { dimensionId: 's12', allowFile: true }),
    ...Array.from({ length: many }, (_, at) => aQuestion(`m${at}`, 'Number', { dimensionId: 's12', max: 0 })),
    aQuestion('q20', 'SimpleText', { dimensionId: 's21' }),
    aQuestion('e1', 'SimpleText', { dimensionId: 'survey' }),
  ],
  {
    versionId: 'tiny-v1',
    formId: 'tiny',
    name: 'Formulario de prueba',
    tree: { d1: ['s11', 's12'], d2: ['s21'] },
    names: { d1: 'Recursos', s11: 'Personas', s12: 'Presupuesto', d2: 'Prácticas', s21: 'Ideas', survey: 'Encuesta' },
  },
)
