import type { ReactNode } from 'react'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Select } from '#client/ui/fields/select.tsx'
import { StageTimeline } from './stage-timeline.tsx'
import { stagesText } from './text.ts'
import { TimeLeft } from './time-left.tsx'

interface Props {
  readonly heading: ReactNode
  /** Forms to choose among; null while they are being read. */
  readonly forms: readonly FormHeader[] | null
  /** The one in front. */
  readonly form: FormHeader | undefined
  readonly onChoose: (id: string) => void
  readonly now: Instant
  /** Beside the choice of a form. */
  readonly actions?: ReactNode
}

/** Top of a page about one form: which of them, its stages, and the time that is left. */
export function FormHead({ heading, forms, form, onChoose, now, actions }: Props) {
  const t = useText(stagesText)
  return (
    <div className="border-b border-ink-200 bg-white">
      <div className="mx-auto w-full max-w-[1400px] px-4 pt-8 pb-7 md:px-6 md:pt-10">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="min-w-0">
            {heading}
            <div className="mt-4 flex flex-wrap items-end gap-3">
              {forms && forms.length > 0 && (
                <Select
                  label={t('form')}
                  placeholder={null}
                  options={forms.map((each) => ({ value: each.id, label: each.name }))}
                  value={form?.id ?? ''}
                  onChange={onChoose}
                  className="w-full sm:w-80"
                />
              )}
              {actions}
            </div>
          </div>
          {form && <TimeLeft form={form} now={now} className="max-w-full md:shrink-0" />}
        </div>
        {form && form.stages.length > 0 && (
          <div className="mt-8">
            <StageTimeline form={form} now={now} />
          </div>
        )}
      </div>
    </div>
  )
}
