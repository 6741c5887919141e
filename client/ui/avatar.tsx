import { cx } from './cx.ts'

/** First letters of a name; decoration beside the name itself. */
export function Avatar({
  name,
  size = 36,
  className,
}: {
  readonly name: string
  readonly size?: number | undefined
  readonly className?: string | undefined
}) {
  const words = name.trim().split(/\s+/)
  const letters = `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}`.toUpperCase()
  return (
    <span
      aria-hidden
      data-letters={letters}
      className={cx(
        'forced-edge inline-flex shrink-0 items-center justify-center rounded-full bg-brand-100 font-semibold text-brand-800 select-none before:content-[attr(data-letters)]',
        className,
      )}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    />
  )
}
