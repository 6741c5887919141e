import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  readonly title?: ReactNode
  /** Level of the title; position decides, not looks. */
  readonly level?: 2 | 3 | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** False when the content draws its own edges: a table, a list of rows. */
  readonly padded?: boolean | undefined
  readonly className?: string | undefined
  readonly as?: 'section' | 'div' | 'article' | undefined
}

/** A white surface on the grey page: one subject. */
export function Card({ title, level = 2, actions, children, padded = true, className, as: Element = 'section' }: Props) {
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <Element className={cx('forced-edge rounded-xl border border-ink-200/80 bg-white shadow-card', className)}>
      {title && (
        <header className={cx('flex flex-wrap items-center justify-between gap-3 px-5 pt-4 md:px-6', padded ? 'pb-1' : 'pb-3')}>
          <Title className="text-lg">{title}</Title>
          {actions}
        </header>
      )}
      <div className={padded ? cx('px-5 pb-5 md:px-6 md:pb-6', title ? 'pt-3' : 'pt-5 md:pt-6') : undefined}>{children}</div>
    </Element>
  )
}
