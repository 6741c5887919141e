import { kindNamesEs } from '#shared/stages/kind-names.es.ts'

export const es = {
  form: 'Formulario',
  timeline: 'Etapas del proceso',
  stageOf: ({ n, total }: { n: number; total: number }) => `Etapa ${n} de ${total}`,
  remaining: 'Tiempo restante',
  days: ({ n }: { n: number }) => `${n} días`,
  day: '1 día',
  over: 'Etapa terminada',
  /** {{deadline}}: of the stage. */
  until: 'Hasta el {{deadline}}',
  notStarted: 'El proceso aún no comienza',
  /** {{stage}}: name of the next stage; {{at}}: its first moment. */
  nextStage: '{{stage}} comienza el {{at}}',
  between: 'Entre etapas',
  closed: 'Proceso cerrado',
  ...kindNamesEs,
  /** States of an institution in a form (EV13). */
  state_notStarted: 'Sin iniciar',
  state_inInput: 'En ingreso',
  state_sent: 'Enviado',
  state_inEvaluation: 'En evaluación',
  state_evaluatedWithObservations: 'Evaluado con observaciones',
  state_inCorrection: 'En ajuste',
  state_correctionSent: 'Ajuste enviado',
  state_inSecondEvaluation: 'En segunda evaluación',
  state_evaluated: 'Evaluado',
  state_preliminaryResult: 'Resultado preliminar',
  state_inReplica: 'En réplica',
  state_replicaSent: 'Réplica enviada',
  state_replicaEvaluated: 'Réplica evaluada',
  state_finalResult: 'Resultado final',
  state_notSent: 'No enviado',
} as const
