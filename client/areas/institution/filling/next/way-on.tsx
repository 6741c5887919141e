import { pageAddress } from '#shared/addresses.ts'
import type { Dimension } from '#shared/forms/model.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { DimensionName } from '#client/features/texts/form-text.tsx'

interface Props {
  readonly current: Dimension
  /** Those that the person sees, in order. */
  readonly visible: readonly Dimension[]
  readonly hrefOf: (id: DimensionId, view?: 'check') => string
}

/** From one sub-dimension that was read over to the next, and from the last to sending. */
export function CheckedWayOn({ current, visible, hrefOf }: Props) {
  const t = useText(answersText)
  const after = visible[visible.findIndex((each) => each.id === current.id) + 1]
  return (
    <nav aria-label={t('next')} className="mt-6 mb-8 grid gap-3 sm:grid-cols-2">
      <span className="hidden sm:block" />
      {after ? (
        <Step to={hrefOf(after.id, 'check')} label={t('checkNext')} sub={after} direction="on" />
      ) : (
        <LinkButton to={pageAddress('send')} kind="primary" iconEnd="arrow-right">
          {t('checkSend')}
        </LinkButton>
      )}
    </nav>
  )
}

/** To the sub-dimensions before and after. */
export function WayOn({ current, visible, hrefOf }: Props) {
  const t = useText(answersText)
  const at = visible.findIndex((each) => each.id === current.id)
  const before = visible[at - 1]
  const after = visible[at + 1]
  return (
    <nav aria-label={t('next')} className="mt-6 mb-8 grid gap-3 sm:grid-cols-2">
      {before ? <Step to={hrefOf(before.id)} label={t('previous')} sub={before} direction="back" /> : <span className="hidden sm:block" />}
      {after ? (
        <Step to={hrefOf(after.id)} label={t('next')} sub={after} direction="on" />
      ) : (
        <p className="self-center text-center text-ink-600 sm:text-right">{t('finish')}</p>
      )}
    </nav>
  )
}

function Step({
  to,
  label,
  sub,
  direction,
}: {
  readonly to: string
  readonly label: string
  readonly sub: Dimension
  readonly direction: 'back' | 'on'
}) {
  return (
    <LinkButton
      to={to}
      icon={direction === 'back' ? 'arrow-left' : undefined}
      iconEnd={direction === 'on' ? 'arrow-right' : undefined}
      className={direction === 'on' ? 'h-full justify-end! text-right' : 'h-full justify-start! text-left'}
    >
      <span className="min-w-0">
        <span className="block text-sm font-normal text-ink-600">{label}</span>
        <span className="block">
          <DimensionName of={sub} />
        </span>
      </span>
    </LinkButton>
  )
}
