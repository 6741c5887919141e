import { hintsFor } from '#shared/evaluations/alerts.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { FormText } from '#client/features/texts/form-text.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { hintText } from './hint-text.ts'

interface Props {
  readonly onFollow: (unit: Unit) => void
  /** Only those of which a question is in this sub-dimension. */
  readonly subDimensionId?: DimensionId | undefined
  readonly className?: string | undefined
}

/** Pairs of answers that do not go together, as the lab lets the institution know, each with the way to both. Nothing waits for them (AL4). */
export function Hints({ onFollow, subDimensionId, className }: Props) {
  const t = useText(hintText)
  const open = useOpenWorld()
  const world = open.world()
  const isHere = (unit: Unit): boolean => world.index.question(questionIdOf(unit))?.dimensionId === subDimensionId
  const hints = useReading(
    everything,
    (read, { actor }) =>
      hintsFor(read, actor)
        .map(({ alert, first, second }) => ({ alert, units: [first[0], second[0]].filter((unit) => unit !== undefined) }))
        .filter(({ units }) => subDimensionId === undefined || units.some(isHere)),
    (left, right) => JSON.stringify(left) === JSON.stringify(right),
  )
  if (hints.length === 0) return null
  return (
    <Notice tone="info" icon="sparkle" title={t('title', { n: hints.length })} className={className}>
      <p className="text-sm text-ink-700">{t('lead')}</p>
      <ul className="mt-3 grid gap-4">
        {hints.map(({ alert, units }) => (
          <li key={alert.id}>
            <p>
              <FormText es={alert.text} en={alert.en} />
            </p>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {units.map((unit) => (
                <Button key={unit} size="small" onClick={() => onFollow(unit)}>
                  {t('follow', { number: world.index.numberOf(questionIdOf(unit)) })}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
