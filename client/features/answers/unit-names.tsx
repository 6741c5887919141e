import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { FormText } from '#client/features/texts/form-text.tsx'

/** The questions of some units, by number and words. */
export function UnitNames({ units }: { readonly units: readonly Unit[] }) {
  const { index } = useOpenWorld().world()
  return (
    <ul className="mt-1 grid gap-0.5 text-sm text-ink-700">
      {units.map((unit) => {
        const question = index.question(questionIdOf(unit))
        return (
          <li key={unit}>
            <span className="tabular font-semibold">{index.numberOf(questionIdOf(unit))}</span>{' '}
            <FormText es={question?.text ?? ''} en={question?.en?.text} />
          </li>
        )
      })}
    </ul>
  )
}
