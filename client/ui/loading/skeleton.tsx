import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { uiText } from '#client/ui/text.ts'

/** Place of what is loading. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <div aria-hidden className={cx('animate-breathe rounded-md bg-ink-150', className ?? 'h-4 w-full')} />
}

/** A page's first moment: quiet shapes, and the word for who cannot see them. */
export function PageSkeleton() {
  const t = useText(uiText)
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-10 md:px-6" role="status">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mt-3 h-5 w-md max-w-full" />
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-40 rounded-xl" />
        <Skeleton className="h-40 rounded-xl" />
        <Skeleton className="h-64 rounded-xl sm:col-span-2" />
      </div>
    </div>
  )
}
