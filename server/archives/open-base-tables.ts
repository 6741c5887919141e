import type { Field, TableKind } from './tables.ts'

/** A variable of the open base: what its dictionary tells of it. */
export interface Variable extends Field {
  /** What its codes mean, in both languages; `por_pregunta`: those of the table `opciones`. */
  readonly codes?: Readonly<Record<string, readonly [es: string, en: string]>> | 'por_pregunta'
  readonly label: readonly [es: string, en: string]
  /** Where it comes from. */
  readonly provenance: readonly [es: string, en: string]
  /** What keeps it from telling of whom it is. */
  readonly anonymised: readonly [es: string, en: string]
}

type Given = Omit<Variable, 'es' | 'en'> & { readonly es: string; readonly en: string }
const variable = (given: Given): Variable => given

const asIs = ['Sin cambios.', 'As it is.'] as const
const generalised = [
  'Vacía donde menos de k instituciones con código la compartirían.',
  'Empty where fewer than k institutions with a code would share it.',
] as const
const ofQuestionnaire = ['Versión publicada del cuestionario.', 'Published version of the questionnaire.'] as const
const ofAnswer = ['Respuesta enviada por la institución.', 'Answer that the institution sent.'] as const
const ofResult = ['Resultado final publicado de la institución.', 'Published final result of the institution.'] as const

const code = variable({
  name: 'institucion',
  type: 'string',
  label: ['Código de la institución', 'Code of the institution'],
  es: 'Código de esta base, que no dice cuál es y no sirve en otra base.',
  en: 'Code of this base, which does not say which it is and is of no use in another one.',
  provenance: ['Calculado con una clave del servidor.', 'Worked out with a key of the server.'],
  anonymised: ['HMAC-SHA-256 truncado del identificador.', 'Truncated HMAC-SHA-256 of the id.'],
})
const category = variable({
  name: 'categoria',
  type: 'string',
  label: ['Categoría', 'Category'],
  es: 'Categoría de la institución en el ciclo.',
  en: 'Category of the institution in the cycle.',
  provenance: ['Registro de instituciones; en las nombradas, el resultado.', 'Register of institutions; of named ones, the result.'],
  anonymised: generalised,
})
const orientation = variable({
  name: 'orientacion',
  type: 'string',
  label: ['Orientación', 'Orientation'],
  es: 'Orientación de la institución en el ciclo.',
  en: 'Orientation of the institution in the cycle.',
  provenance: category.provenance,
  anonymised: generalised,
})
const maturity = variable({
  name: 'madurez',
  type: 'string',
  label: ['Nivel de madurez', 'Level of maturity'],
  es: 'Nivel según el puntaje total; solo en las instituciones nombradas.',
  en: 'Level by total points; of named institutions alone.',
  codes: {
    Inicial: ['Inicial', 'Initial'],
    Creciente: ['Creciente', 'Growing'],
    Madura: ['Madura', 'Mature'],
    Modelo: ['Modelo', 'Model'],
  },
  provenance: ofResult,
  anonymised: asIs,
})
const questionId = variable({
  name: 'pregunta_id',
  type: 'string',
  label: ['Identificador de la pregunta', 'Id of the question'],
  es: 'El mismo en la tabla preguntas.',
  en: 'The same as in the table preguntas.',
  provenance: ofQuestionnaire,
  anonymised: asIs,
})
const rounded = [
  'Exacto en las instituciones nombradas; en las demás, con dos cifras significativas.',
  'Exact for named institutions; of the others two significant figures.',
] as const

export const openBaseTables = {
  base: {
    name: 'base',
    es: 'Una fila por institución y pregunta, y por fila dentro de los bloques.',
    en: 'A row for each institution and question, and for each row inside blocks.',
    key: ['institucion', 'pregunta_id', 'fila'],
    fields: [
      code,
      category,
      orientation,
      maturity,
      questionId,
      variable({
        name: 'numero',
        type: 'string',
        label: ['Número de la pregunta', 'Number of the question'],
        es: 'Número en el cuestionario publicado.',
        en: 'Number in the published questionnaire.',
        provenance: ofQuestionnaire,
        anonymised: asIs,
      }),
      variable({
        name: 'fila',
        type: 'integer',
        label: ['Fila del bloque', 'Row of the block'],
        es: 'Lugar de la fila en su bloque, desde 1; 0 fuera de los bloques.',
        en: 'Place of the row in its block, from 1; 0 outside blocks.',
        provenance: ofAnswer,
        anonymised: ['El identificador de la fila no se publica.', 'The id of the row is not published.'],
      }),
      variable({
        name: 'tipo',
        type: 'string',
        label: ['Tipo de pregunta', 'Kind of question'],
        es: 'Qué se responde en ella.',
        en: 'What is answered in it.',
        codes: {
          SimpleText: ['Texto corto', 'Short text'],
          Text: ['Texto', 'Text'],
          Number: ['Número', 'Number'],
          Boolean: ['Sí o no', 'Yes or no'],
          Single: ['Una opción', 'One choice'],
          Multiple: ['Varias opciones', 'Several choices'],
          Date: ['Día', 'Day'],
          Block: ['Bloque de filas', 'Block of rows'],
        },
        provenance: ofQuestionnaire,
        anonymised: asIs,
      }),
      variable({
        name: 'respondida',
        type: 'integer',
        label: ['Respondida', 'Answered'],
        es: 'Si hay una respuesta.',
        en: 'Whether there is an answer.',
        codes: { '1': ['Sí', 'Yes'], '0': ['No', 'No'] },
        provenance: ofAnswer,
        anonymised: asIs,
      }),
      variable({
        name: 'codigo',
        type: 'string',
        label: ['Códigos elegidos', 'Codes chosen'],
        es: 'Opciones elegidas, separadas por punto y coma; en sí o no, 1 o 0.',
        en: 'Options chosen, separated by semicolons; of yes or no, 1 or 0.',
        codes: 'por_pregunta',
        provenance: ofAnswer,
        anonymised: ['Lo escrito junto a una opción no se publica.', 'What was written beside an option is not published.'],
      }),
      variable({
        name: 'numero_respondido',
        type: 'number',
        label: ['Número respondido', 'Number answered'],
        es: 'Valor de las preguntas numéricas; en un bloque, cuántas filas tiene.',
        en: 'Value of numeric questions; of a block, how many rows it has.',
        provenance: ofAnswer,
        anonymised: rounded,
      }),
      ...(['desde', 'hasta'] as const).map((end) =>
        variable({
          name: `numero_${end}`,
          type: 'number',
          label: end === 'desde' ? ['Número, desde', 'Number, from'] : ['Número, hasta', 'Number, to'],
          es: 'Entre qué números está el respondido, donde el sitio público lo muestra con el nombre de cada institución.',
          en: 'Between which numbers the one answered is, where the public site shows it with the name of each institution.',
          provenance: ofAnswer,
          anonymised: [
            'El mismo para un grupo de al menos k; vacío donde alguna del grupo no tiene una respuesta aceptada.',
            'The same for a group of at least k; empty where one of the group has no answer that was accepted.',
          ],
        }),
      ),
      variable({
        name: 'fecha',
        type: 'string',
        label: ['Fecha respondida', 'Date answered'],
        es: 'Día de las preguntas de fecha (AAAA-MM-DD), o su año.',
        en: 'Day of date questions (YYYY-MM-DD), or its year.',
        provenance: ofAnswer,
        anonymised: [
          'El día en las instituciones nombradas; en las demás, el año.',
          'The day for named institutions; of the others the year.',
        ],
      }),
      variable({
        name: 'caracteres',
        type: 'integer',
        label: ['Caracteres escritos', 'Characters written'],
        es: 'Largo de los textos, a la decena más cercana hacia arriba. Ningún texto se publica.',
        en: 'Length of texts, rounded up to ten. No text is published.',
        provenance: ofAnswer,
        anonymised: ['El texto se reemplaza por su largo.', 'The text is replaced by its length.'],
      }),
      variable({
        name: 'decision',
        type: 'integer',
        label: ['Decisión de la evaluación', 'Decision of the evaluation'],
        es: 'La última enviada a la institución; vacía si no hubo.',
        en: 'The last one sent to the institution; empty where there was none.',
        codes: { '1': ['Aceptada', 'Accepted'], '2': ['Rechazada', 'Rejected'], '3': ['Observada', 'Observed'] },
        provenance: ['Evaluación enviada.', 'Evaluation that was sent.'],
        anonymised: [
          'Sin comentario ni quién decidió; de las instituciones con código, solo donde todo su grupo tiene la misma.',
          'Without comment, and without who decided; of institutions with a code only where all of their group have the same.',
        ],
      }),
      variable({
        name: 'puntos',
        type: 'number',
        label: ['Puntos obtenidos', 'Points obtained'],
        es: 'De la pregunta con lo que depende de ella; solo en las instituciones nombradas.',
        en: 'Of the question with what depends on it; of named institutions alone.',
        provenance: ofResult,
        anonymised: ['Un decimal, como en los datos abiertos.', 'One decimal, as in open data.'],
      }),
      variable({
        name: 'puntos_maximos',
        type: 'number',
        label: ['Puntaje máximo', 'Most points'],
        es: 'Lo más que la pregunta puede dar.',
        en: 'The most that the question can give.',
        provenance: ofQuestionnaire,
        anonymised: asIs,
      }),
    ],
  },
  instituciones: {
    name: 'instituciones',
    es: 'Una fila por institución de la base.',
    en: 'A row for each institution of the base.',
    key: ['institucion'],
    fields: [
      code,
      variable({
        name: 'nombre',
        type: 'string',
        label: ['Nombre', 'Name'],
        es: 'Solo donde el resultado final está publicado y se pidió nombrarla.',
        en: 'Only where the final result is published and names were asked for.',
        provenance: ['Registro de instituciones.', 'Register of institutions.'],
        anonymised: ['Vacío en las demás.', 'Empty of the others.'],
      }),
      category,
      orientation,
      maturity,
      variable({
        name: 'puntaje',
        type: 'number',
        label: ['Puntaje total', 'Total points'],
        es: 'Del resultado final publicado; solo en las instituciones nombradas.',
        en: 'Of the published final result; of named institutions alone.',
        provenance: ofResult,
        anonymised: ['Un decimal, como en los datos abiertos.', 'One decimal, as in open data.'],
      }),
    ],
  },
  preguntas: {
    name: 'preguntas',
    es: 'Las preguntas de la base.',
    en: 'The questions of the base.',
    key: ['pregunta_id'],
    fields: [
      questionId,
      ...(
        [
          ['numero', 'Número', 'Number'],
          ['dimension', 'Dimensión', 'Dimension'],
          ['subdimension', 'Subdimensión', 'Sub-dimension'],
          ['tipo', 'Tipo', 'Kind'],
          ['pregunta', 'Pregunta', 'Question in Spanish'],
          ['pregunta_en', 'Pregunta en inglés', 'Question in English'],
        ] as const
      ).map(([name, es, en]) =>
        variable({ name, type: 'string', label: [es, en], es: `${es}.`, en: `${en}.`, provenance: ofQuestionnaire, anonymised: asIs }),
      ),
    ],
  },
  opciones: {
    name: 'opciones',
    es: 'Qué significa cada código de cada pregunta.',
    en: 'What each code of each question means.',
    key: ['pregunta_id', 'codigo'],
    fields: [
      questionId,
      ...(
        [
          ['codigo', 'Código', 'Code'],
          ['opcion', 'Opción', 'Option in Spanish'],
          ['opcion_en', 'Opción en inglés', 'Option in English'],
        ] as const
      ).map(([name, es, en]) =>
        variable({ name, type: 'string', label: [es, en], es: `${es}.`, en: `${en}.`, provenance: ofQuestionnaire, anonymised: asIs }),
      ),
    ],
  },
} as const satisfies Readonly<Record<string, Omit<TableKind, 'fields'> & { readonly fields: readonly Variable[] }>>
