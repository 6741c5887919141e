import { pageAddress } from '#shared/addresses.ts'
import type { World } from '#shared/world.ts'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Standing } from './standing.ts'
import { homeText } from './text.ts'

/** Where the person goes on: the first thing that is pending, the send when nothing is, the answers when all is closed. */
export function NextStep({
  world,
  standing,
  writable,
}: {
  readonly world: World
  readonly standing: Standing
  readonly writable: boolean
}) {
  const t = useText(homeText)
  const parts = standing.dimensions.flatMap((each) => each.subDimensions)
  // One's own first: a colleague's question is not where one goes on.
  const first = parts.find((each) => each.own > 0) ?? parts.find((each) => each.pending.length > 0)
  const [unit] = first?.pending ?? []
  const any = standing.dimensions[0]?.subDimensions[0]
  if (!any) return null
  const place = { form: world.formId, institution: world.institutionId }
  if (!writable) return <LinkButton to={pageAddress('filling', { ...place, subDimension: any.subDimension.id })}>{t('look')}</LinkButton>
  if (first && unit) {
    const started = standing.answered > 0
    return (
      <LinkButton
        kind="primary"
        to={pageAddress('filling', { ...place, subDimension: first.subDimension.id, question: unit.unit })}
        iconEnd="arrow-right"
      >
        {started ? t('goOn') : t('start')}
      </LinkButton>
    )
  }
  return (
    <LinkButton kind="primary" to={pageAddress('send')} iconEnd="arrow-right">
      {t('review')}
    </LinkButton>
  )
}
