import type { ReactNode } from 'react'
import type { ShowingReply } from '#shared/dashboards/routes.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { dashboardsText } from './configuration-text.ts'

/** From when visitors find what is shown. */
export function WhenSeen({ stands: { told, from } }: { readonly stands: Pick<ShowingReply, 'told' | 'from'> }): ReactNode {
  const t = useText(dashboardsText)
  const format = useFormat()
  if (!told) return t('seenNever')
  return from === null ? t('seenNow') : t('seenFrom', { day: format.day(from) })
}
