/** A series cut before each break: a line is drawn through each part, and nothing is compared across them. (RS22) */
export function partsOf<Step>(steps: readonly Step[], isBreak: (step: Step) => boolean): readonly (readonly Step[])[] {
  const parts: Step[][] = []
  for (const step of steps) {
    const last = parts.at(-1)
    if (last === undefined || isBreak(step)) parts.push([step])
    else last.push(step)
  }
  return parts
}

/** A step before which an administrator declared a break, with the reason. */
interface Declaring {
  readonly declared?: string | undefined
}
export const isDeclared = ({ declared }: Declaring): boolean => declared !== undefined
