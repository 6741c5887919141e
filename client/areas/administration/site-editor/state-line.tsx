import { useOnline } from '#client/data/server/online.ts'
import { useSession } from '#client/data/session/session.ts'
import { useCalm } from '#client/data/world/use-drafts.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { siteEditorText } from './text.ts'
import type { Desk } from './use-page-desk.ts'

/** Failures of which the person knows more by the state of the page itself. */
const unheard: ReadonlySet<string> = new Set(['unavailable', 'unauthenticated', 'revoked'])

/** How far what is written is on its way: this device, the server, or neither. */
export function StateLine({ desk }: { readonly desk: Desk }) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const format = useFormat()
  const online = useOnline()
  const { needsAuth } = useSession()
  const kept = useCalm(desk.slot)
  const { failed, busy, dirty, standing, clash } = desk
  if (kept === 'failed')
    return (
      <p role="alert" className="flex items-start gap-1.5 text-sm font-semibold text-bad-700">
        <Icon name="warning" size={17} className="mt-0.5" />
        {t('notKept')}
      </p>
    )
  if (failed && !unheard.has(failed.code) && !clash)
    return (
      <p role="alert" className="flex items-start gap-1.5 text-sm font-semibold text-bad-700">
        <Icon name="danger" size={17} className="mt-0.5" />
        <span>
          {errorText(failed)} {t('stillHere')}
        </span>
      </p>
    )
  const [icon, said] = ((): readonly ['cloud-off' | 'sync' | 'device' | 'check' | 'lock', string] => {
    if (busy) return ['sync', t('saving')]
    if (dirty && needsAuth !== null) return ['lock', t('keptSession')]
    if (clash) return ['device', t('keptClash', { name: clash.by })]
    if (dirty && (!online || failed)) return ['cloud-off', t('keptOffline')]
    if (dirty) return ['device', t(kept === 'saved' ? 'kept' : 'keeping')]
    if (standing) return ['check', t('savedAt', { number: standing.number, name: standing.by, at: format.moment(standing.at) })]
    return ['device', t('savedNever')]
  })()
  return (
    <p role="status" className="tabular flex items-start gap-1.5 text-sm text-ink-600">
      <Icon name={icon} size={17} className="mt-0.5" />
      {said}
    </p>
  )
}
