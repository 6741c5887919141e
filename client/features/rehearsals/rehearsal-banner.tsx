import { dayAt } from '#shared/kernel/instant.ts'
import { rehearsedDay } from '#shared/rehearsals/rules.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Banner } from '#client/ui/notice.tsx'
import { rehearsalsText } from './text.ts'

/** Stands over every page of who plays in a rehearsal, with the day for which today stands. */
export function RehearsalBanner() {
  const t = useText(rehearsalsText)
  const format = useFormat()
  const engine = useEngine()
  const rehearsal = useTable('form')?.find((each) => each.rehearsal)?.rehearsal
  if (!rehearsal) return null
  return <Banner tone="info">{t('banner', { day: format.day(rehearsedDay(rehearsal, dayAt(engine.now()))) })}</Banner>
}
