import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTable } from '#client/data/world/use-table.ts'
import { useText } from '#client/i18n/text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { useActing } from './acting.ts'
import { impersonationText } from './text.ts'

/** An administrator's account: shut for as long as they are in an institution's place, and says why (IM2). */
export function ClosedWhileActing({ children }: { readonly children: ReactNode }) {
  const t = useText(impersonationText)
  const acting = useActing()
  const institutions = useTable('institution')
  const reason = useId()
  const name = institutions?.find((each) => each.id === acting?.institutionId)?.name ?? acting?.institutionId ?? ''
  return (
    <>
      {acting && (
        <Notice tone="warning" icon="lock">
          <p id={reason}>{t('accountClosed', { name })}</p>
        </Notice>
      )}
      <fieldset disabled={Boolean(acting)} aria-describedby={acting ? reason : undefined} className="grid min-w-0 gap-10">
        {children}
      </fieldset>
    </>
  )
}
