import { FormHelp } from '#client/features/answers/form-help.tsx'
import { useText } from '#client/i18n/text.ts'
import type { ReviewUnit } from '#client/areas/evaluation/desk/review.ts'
import { evaluationsText } from '#client/areas/evaluation/desk/text.ts'

/** What the evaluator holds the open answer against. */
export function ReviewCriteria({ entry }: { readonly entry: ReviewUnit | undefined }) {
  const t = useText(evaluationsText)
  const hint = entry?.question.questionHint
  return (
    <div className="px-6 py-6">
      <h2 className="text-lg">{t('criteria')}</h2>
      {entry && <p className="tabular mt-1 text-sm font-semibold text-brand-700">{entry.number}</p>}
      <div className="mt-3">
        {hint ? (
          <FormHelp es={hint} en={entry.question.en?.questionHint} />
        ) : (
          <p className="text-ink-600">{entry ? t('noCriteria') : t('noCriteriaUnit')}</p>
        )}
      </div>
    </div>
  )
}
