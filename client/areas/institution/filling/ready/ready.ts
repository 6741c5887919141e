import type { DimensionId, UserId } from '#shared/kernel/ids.ts'
import { readyMarks } from '#shared/sends/ready.ts'
import type { World } from '#shared/world.ts'
import { fullName } from '#shared/accounts/model.ts'
import { onceAVersion } from '#client/data/app/once-a-version.ts'
import { everything, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { readyText } from './ready-text.ts'

/** Who says that a sub-dimension is ready, the first first; the map, the start page and the section ask for the same. */
export const whoMarked = (world: World, open: OpenWorld, subDimensionId: DimensionId): readonly UserId[] =>
  onceAVersion(open, `ready:${subDimensionId}`, () => readyMarks(world, subDimensionId).map(({ userId }) => userId))

/** The same in words: by whom, or that it was the reader; '' while nobody does. */
export function useReadyWords(subDimensionId: DimensionId): string {
  const t = useText(readyText)
  const format = useFormat()
  return useReading(everything, (world, open) => {
    const people = whoMarked(world, open, subDimensionId)
    if (people.length === 0) return ''
    if (people.includes(open.actor.id)) return t('readyOwn')
    const names = people.flatMap((id) => world.person(id) ?? []).map(fullName)
    return names.length === 0 ? t('readyShort') : t('readyBy', { names: format.list(names) })
  })
}
