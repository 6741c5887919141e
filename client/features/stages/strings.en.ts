import { kindNamesEn } from '#shared/stages/kind-names.en.ts'
import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en = {
  form: 'Form',
  timeline: 'Stages of the process',
  stageOf: ({ n, total }) => `Stage ${n} of ${total}`,
  remaining: 'Time remaining',
  days: ({ n }) => `${n} days`,
  day: '1 day',
  over: 'Stage ended',
  until: 'Until {{deadline}}',
  notStarted: 'The process has not started yet',
  nextStage: '{{stage}} starts on {{at}}',
  between: 'Between stages',
  closed: 'Process closed',
  ...kindNamesEn,
  state_notStarted: 'Not started',
  state_inInput: 'Filling in',
  state_sent: 'Sent',
  state_inEvaluation: 'Under evaluation',
  state_evaluatedWithObservations: 'Evaluated with observations',
  state_inCorrection: 'Correcting',
  state_correctionSent: 'Correction sent',
  state_inSecondEvaluation: 'Under second evaluation',
  state_evaluated: 'Evaluated',
  state_preliminaryResult: 'Preliminary result',
  state_inReplica: 'Appealing',
  state_replicaSent: 'Appeal sent',
  state_replicaEvaluated: 'Appeal evaluated',
  state_finalResult: 'Final result',
  state_notSent: 'Not sent',
} satisfies Translated<typeof es>
