import type { QuestionKind } from '#shared/forms/model.ts'

/** What kinds of questions are called. */
export const kindsEs = {
  SimpleText: 'Texto',
  Text: 'Texto enriquecido',
  Block: 'Bloque',
  Boolean: 'Sí/No',
  Number: 'Número',
  Date: 'Fecha',
  Multiple: 'Checkbox',
  Single: 'Selección',
} as const satisfies Record<QuestionKind, string>
