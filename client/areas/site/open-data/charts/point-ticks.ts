/** Axis of points, whatever the figures are: what is a third of the way up is a third of what can be. */
export const pointTicks = [0, 25, 50, 75, 100].map((value) => ({ value, text: String(value) }))
