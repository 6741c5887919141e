import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { timelineState } from '#shared/stages/rules.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Timeline } from '#client/ui/timeline.tsx'
import { periodOf } from './period.ts'
import { useStageName } from './stage-name.ts'
import { stagesText } from './text.ts'

/** The stage in front: the current one, else the next to come, else the last. */
const frontOf = (stages: readonly Stage[], now: Instant): Stage | undefined =>
  stages.find((stage) => timelineState(stage, now) === 'current') ??
  stages.find((stage) => timelineState(stage, now) === 'next') ??
  stages.at(-1)

/**
 * Every stage of a form as complete, current or next (TM3). On a narrow screen one line that
 * names the stage in front and opens the rest.
 */
export function StageTimeline({ form, now }: { readonly form: Pick<FormHeader, 'stages'>; readonly now: Instant }) {
  const t = useText(stagesText)
  const language = useLanguage()
  const nameOf = useStageName()
  const steps = form.stages.map((stage) => ({
    id: stage.id,
    title: <span lang={nameOf(stage).lang}>{nameOf(stage).text}</span>,
    detail: periodOf(stage, language),
    state: timelineState(stage, now),
  }))
  const front = frontOf(form.stages, now)
  if (!front) return null
  return (
    <>
      <div className="hidden lg:block">
        <Timeline label={t('timeline')} steps={steps} />
      </div>
      <details className="group rounded-lg border border-ink-200 lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0">
            <span className="block text-sm text-ink-600">
              {t('stageOf', { n: form.stages.indexOf(front) + 1, total: form.stages.length })}
            </span>
            <span lang={nameOf(front).lang} className="block font-semibold text-ink-950">
              {nameOf(front).text}
            </span>
          </span>
          <Icon name="chevron-down" size={18} className="text-ink-500 transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-t border-ink-150 px-4 py-4">
          <Timeline label={t('timeline')} steps={steps} />
        </div>
      </details>
    </>
  )
}
