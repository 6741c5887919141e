import { IconButton } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { useText } from '#client/i18n/text.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'

interface Props {
  readonly number: string
  /** Its place among its siblings and that of the last of them, from 0. */
  readonly at: number | undefined
  readonly last: number | undefined
  readonly onShift: (by: -1 | 1) => void
  readonly className?: string | undefined
}

/** One place up and one down. At an end the button stays, so that the focus does. */
export function MoveButtons({ number, at, last, onShift, className }: Props) {
  const t = useText(questionnairesText)
  const look = cx('aria-disabled:text-ink-300', className)
  return (
    <>
      <IconButton
        icon="arrow-up"
        size="small"
        label={t('upOf', { number })}
        aria-disabled={at === 0 || undefined}
        onClick={() => onShift(-1)}
        className={look}
      />
      <IconButton
        icon="arrow-down"
        size="small"
        label={t('downOf', { number })}
        aria-disabled={at === last || undefined}
        onClick={() => onShift(1)}
        className={look}
      />
    </>
  )
}
