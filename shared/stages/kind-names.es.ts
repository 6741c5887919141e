import type { Stage, StageKind } from './model.ts'

/** What stages of each kind are called, in the words of the specification. */
export const kindNamesEs = {
  NormalInput: 'Ingreso datos',
  FirstRevision: 'Comentarios de evaluación al ingreso de datos',
  CorrectionInput: 'Ajustes datos post comentarios',
  SecondRevision: 'Aceptación o rechazo desde evaluación',
  CalculateResults: 'Cálculo de resultados',
  ReplicaInput: 'Réplica',
  ReplicaRevision: 'Evaluación de réplica',
  ShowResults: 'Entrega final de resultados',
} as const satisfies Record<StageKind, string>

/** Whether a stage bears the name of its kind, which is told in the reader's language (FM3). Any other name is the lab's, in Spanish. */
export const bearsKindName = ({ kind, name }: Pick<Stage, 'kind' | 'name'>): boolean => name === kindNamesEs[kind]
