import { questionIdOf, type Unit } from '#shared/kernel/ids.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'

/** Number and text of a unit's question, to name what is half written about it. */
export function useAbout(unit: Unit): string {
  const { index } = useOpenWorld().world()
  const id = questionIdOf(unit)
  return `${index.numberOf(id)} ${index.question(id)?.text ?? ''}`.trim()
}
