import { failure } from '#shared/kernel/failure.ts'
import type { Share } from '#shared/assignments/share.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { assignmentsText } from './text.ts'

/** How much of each level is given, in words. */
export function useShareWords({ given }: Share): string {
  const t = useText(assignmentsText)
  const format = useFormat()
  const counts = (['Dimension', 'Subdimension', 'Question'] as const)
    .map((level) => ({ level, n: given.filter((each) => each.level === level).length }))
    .filter(({ n }) => n > 0)
    .map(({ level, n }) => t(`share_${level}`, { n }))
  return format.list(counts)
}

/** What giving several elements to one person does: how much it is, whose it was, and what stays. */
export function ShareBody({ share }: { readonly share: Share }) {
  const t = useText(assignmentsText)
  const errorText = useErrorText()
  const format = useFormat()
  const open = useOpenWorld()
  const words = useShareWords(share)
  const { moved, lacking } = share
  const movedFrom = [...new Set(moved.map(({ from }) => personName(open.world(), from) ?? ''))].filter(Boolean)
  return (
    <div className="grid gap-2">
      <p className="font-medium text-ink-950">{words}</p>
      {moved.length > 0 && <p>{t('shareMoves', { n: moved.length, names: format.list(movedFrom) })}</p>}
      {lacking.length > 0 && (
        <p className="flex items-start gap-2 text-warm-900">
          <Icon name="warning" size={18} className="mt-0.5 shrink-0" />
          <span>
            {t('shareLacks', { n: lacking.length })}{' '}
            {errorText(
              failure(
                lacking.some(({ lacks }) => lacks === 'dimension') ? 'needs_dimension_responsible' : 'needs_subdimension_responsible',
              ),
            )}
          </span>
        </p>
      )}
    </div>
  )
}
