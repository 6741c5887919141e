import type { DimensionId } from '#shared/kernel/ids.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { useFocusedUnit } from '#client/features/presence/focused-unit.ts'
import type { FocusedUnit } from '#client/features/presence/focused-unit.ts'
import { FormHelp } from '#client/features/answers/form-help.tsx'
import { QuestionText } from '#client/features/texts/form-text.tsx'

interface Props {
  readonly subDimensionId: DimensionId
  readonly focused: FocusedUnit
}

/** Help about the question in which the person is, and about its sub-dimension. */
export function HelpPanel({ subDimensionId, focused }: Props) {
  const t = useText(answersText)
  const { index } = useOpenWorld().world()
  const unit = useFocusedUnit(focused)
  const question = unit === null ? undefined : index.question(questionIdOf(unit))
  const current = question?.dimensionId === subDimensionId ? question : undefined
  const help = current?.fillingHint ?? ''
  const sub = index.dimension(subDimensionId)
  const about = sub?.fillingHint ?? ''
  return (
    <div className="grid gap-6 px-5 py-6">
      <section aria-live="off">
        <h2 className="flex items-center gap-2 text-base">
          <Icon name="help" size={19} className="text-brand-600" />
          {current ? t('helpOfQuestion', { number: index.numberOf(current.id) }) : t('helpTitle')}
        </h2>
        {current && (
          <p className="mt-2 text-sm font-medium text-ink-700">
            <QuestionText of={current} />
          </p>
        )}
        {help === '' ? (
          <p className="mt-2 text-sm text-ink-600">{current ? t('helpEmpty') : t('helpStart')}</p>
        ) : (
          <FormHelp es={help} en={current?.en?.fillingHint} className="mt-2 text-[0.95rem] text-ink-800" />
        )}
      </section>
      {about !== '' && (
        <section className="border-t border-ink-150 pt-5">
          <h2 className="text-base">{t('helpOfDimension')}</h2>
          <FormHelp es={about} en={sub?.en?.fillingHint} className="mt-2 text-[0.95rem] text-ink-800" />
        </section>
      )}
    </div>
  )
}
