import { isToEvaluation } from '#shared/sends/recall.ts'
import type { Send } from '#shared/sends/model.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { namesOf } from '#client/areas/institution/sends/destination.ts'
import { receiptText } from './receipt-text.ts'

/** A receipt in a line: what it is of, its number, when. */
export function ReceiptLine({ send }: { readonly send: Send }) {
  const t = useText(receiptText)
  const format = useFormat()
  const receivers = namesOf(useOpenWorld().world(), send.to ?? [])
  const to = isToEvaluation(send) ? t('sentToEvaluation') : t('sentTo', { name: receivers || t('levelInstitution') })
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <span className="font-medium wrap-anywhere">{to}</span>
      <span className="tabular text-sm font-normal text-ink-600">{`${send.number} · ${format.moment(send.sentAt)}`}</span>
      {send.recalledAt !== undefined && <Badge tone="neutral">{t('recalled')}</Badge>}
    </span>
  )
}
