export const es = {
  timeline: 'Etapas del proceso',
  /** Under a stage's name. {{start}}, {{end}}: days. */
  period: '{{start}} al {{end}}',
  remaining: 'Tiempo restante',
  days: ({ n }: { n: number }) => `${n} días`,
  day: '1 día',
  over: 'Etapa terminada',
  /** {{day}}: last day of the stage. */
  until: 'Hasta el {{day}}, 23:59',
  notStarted: 'El proceso aún no comienza',
  /** {{stage}}: name of the next stage; {{day}}: its first day. */
  nextStage: '{{stage}} comienza el {{day}}',
  between: 'Entre etapas',
  closed: 'Proceso cerrado',
  stageNow: 'Etapa actual',
  /** States of an institution in a form (rules L10). */
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
