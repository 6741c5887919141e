import type { ReactNode } from 'react'
import { cx } from '#client/ui/cx.ts'

const widths = { narrow: 'max-w-2xl', medium: 'max-w-5xl', wide: 'max-w-[1400px]' } as const

/** Frame of a page of one column. */
export function Page({
  width = 'medium',
  children,
  className,
}: {
  readonly width?: keyof typeof widths | undefined
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  return <div className={cx('mx-auto w-full px-4 pt-8 pb-24 md:px-6 md:pt-10', widths[width], className)}>{children}</div>
}
