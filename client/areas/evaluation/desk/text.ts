import type { Decision } from '#shared/evaluations/model.ts'
import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

export const evaluationsText = defineText('evaluations', es)
export type EvaluationsTranslate = Translate<typeof es>

const decisionKeys = { Accepted: 'accepted', Rejected: 'statusRejected', Observed: 'statusObserved' } as const satisfies Record<
  Decision,
  keyof typeof es
>

export const decisionText = (t: EvaluationsTranslate, decision: Decision): string => t(decisionKeys[decision])
