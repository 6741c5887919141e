import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { timelineState } from '#shared/stages/rules.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Timeline } from '#client/ui/timeline.tsx'
import { stagesText } from './text.ts'

/** Every stage of a form as complete, current or next (institution-area §2, "Dashboard"). */
export function StageTimeline({ form, now }: { readonly form: FormHeader; readonly now: Instant }) {
  const t = useText(stagesText)
  const format = useFormat()
  const steps = form.stages.map((stage) => ({
    id: stage.id,
    title: stage.name,
    detail: t('period', { start: format.day(stage.start), end: format.day(stage.end) }),
    state: timelineState(stage, now),
  }))
  return <Timeline label={t('timeline')} steps={steps} />
}
