import { workOf } from '#shared/sends/standing.ts'
import type { Work, WorkParts } from '#shared/sends/standing.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import { onceAVersion } from '#client/data/app/once-a-version.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { everything, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { sendsText } from './text.ts'

/** The reader's work, worked out once until a row moves or the stage does: the map, the start page and the send count alike. */
export function workIn(world: World, open: OpenWorld): Work {
  const now = open.now()
  return onceAVersion(open, `work ${phaseAt(world.form, now)}`, () => workOf(world, open.actor, now))
}

const partsOf = (world: World, open: OpenWorld): WorkParts => {
  const { total, answered, ready, own, others } = workIn(world, open)
  return { total, answered, ready, own, others }
}

/** Answered, ready, and for whom the rest waits: the same words and numbers wherever they are. */
export function WorkSummary() {
  const parts = useReading(everything, partsOf, sameParts)
  return <WorkFigures parts={parts} />
}

export function WorkFigures({ parts }: { readonly parts: WorkParts }) {
  const t = useText(sendsText)
  const format = useFormat()
  const { total, answered, ready, own, others } = parts
  if (total === 0) return null
  const figures: readonly (readonly [name: string, value: number])[] = [
    [t('partAnswered'), answered],
    [t('partReady'), ready],
    [t('partOwn'), own],
    [t('partOthers'), others],
  ]
  return (
    <dl aria-label={t('parts', { total })} className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-ink-600">{name}</dt>
          <dd className="tabular text-xl font-semibold text-ink-950">
            {format.number(value)} <span className="text-sm font-normal text-ink-600">{t('ofTotal', { total })}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
