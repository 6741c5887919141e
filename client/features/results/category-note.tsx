import type { ResultView } from '#shared/results/routes.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { resultsText } from './text.ts'

/** What the mark on each bar is, or why there is none. */
export function CategoryNote({ view, className }: { readonly view: ResultView; readonly className?: string | undefined }) {
  const t = useText(resultsText)
  const { categoryMean, categoryCount, category } = view
  return (
    <p className={cx('max-w-prose text-sm text-ink-600', className)}>
      {categoryMean === null ? t('categoryFew') : t('categoryMark', { category: category.name, n: categoryCount })}
    </p>
  )
}
