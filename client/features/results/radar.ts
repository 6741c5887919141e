export interface Corner {
  readonly x: number
  readonly y: number
  /** Towards which side a name beside it is written. */
  readonly anchor: 'start' | 'middle' | 'end'
  /** Its name stands above it. */
  readonly rises: boolean
}

const tenth = (value: number): number => Math.round(value * 10) / 10

/** Corners of a regular figure, the first at the top, each as far from the centre as its part of `reach`. */
export function around(parts: readonly number[], centre: { readonly x: number; readonly y: number }, reach: number): readonly Corner[] {
  return parts.map((part, at) => {
    const angle = (2 * Math.PI * at) / parts.length - Math.PI / 2
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    return {
      x: tenth(centre.x + across * reach * part),
      y: tenth(centre.y + down * reach * part),
      anchor: Math.abs(across) < 0.2 ? 'middle' : across > 0 ? 'start' : 'end',
      rises: down < -0.2,
    }
  })
}
