import type { DirectedTo } from '#shared/open-data/model.ts'

/** Under which names the calls tell of the six phases. */
export const setNames = ['set1', 'set2', 'set3', 'set4', 'set5', 'set6'] as const

/** Under which names they tell whom initiatives are directed at. */
export const directedKeys = {
  entityUsers: 'entityUsersPercent',
  otherEntityUsers: 'otherEntityUsersPercent',
  entityOfficials: 'entityOfficialsPercent',
  otherOrientation: 'otherOrientationPercent',
} as const satisfies Readonly<Record<DirectedTo, string>>
