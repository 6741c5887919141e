import type { Orientation } from '#shared/institutions/model.ts'
import type { Level } from '#shared/results/model.ts'
import type { resultsText } from './text.ts'
import type { IconName } from '#client/ui/icon.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import type { Decision } from '#shared/evaluations/model.ts'

type Key = keyof (typeof resultsText)['es']

export const orientationKeys = {
  Institucional: 'orientation_institutional',
  'Ciudadana con Foco Económico': 'orientation_economic',
  'Ciudadana con Foco Social': 'orientation_social',
} as const satisfies Record<Orientation, Key>

/** Colours of a level: its word always stands with them. */
export const levelTones: Record<Level, Tone> = { bad: 'danger', med: 'warning', good: 'success' }
export const levelFills: Record<Level, string> = {
  bad: 'fill-bad-500 bg-bad-500',
  med: 'fill-warm-500 bg-warm-500',
  good: 'fill-good-500 bg-good-500',
}

export const decisionLooks: Record<Decision, { readonly tone: Tone; readonly icon: IconName }> = {
  Accepted: { tone: 'success', icon: 'check' },
  Rejected: { tone: 'danger', icon: 'close' },
  Observed: { tone: 'warning', icon: 'comment' },
}
