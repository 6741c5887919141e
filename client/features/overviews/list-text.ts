import type { SendObstacle } from '#shared/evaluations/evaluator-row.ts'
import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { es } from './list-strings.es.ts'

/** Words of the lists: the first page does without those of the desk. */
export const listText = defineText('evaluationList', es)
export type ListTranslate = Translate<typeof es>

/** Why an evaluation cannot be sent now, as a sentence (EV18). */
export const obstacleText = (t: ListTranslate, { code, n }: { readonly code: SendObstacle; readonly n: number }): string => {
  if (code === 'undecided' || code === 'outdated' || code === 'blobs') return t(`obstacle_${code}`, { n })
  return t(`obstacle_${code}`)
}
