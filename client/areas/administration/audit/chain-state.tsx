import { useEffect, useState } from 'react'
import { auditChain } from '#shared/audit/routes.ts'
import type { AuditChain } from '#shared/audit/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { auditText } from './text.ts'

type Walk = { readonly kind: 'walking' | 'whole'; readonly chain: AuditChain | null } | { readonly kind: 'unknown' }

/** How far the chain is as it was written: it is walked anew, from its first act, each time that somebody comes. */
export function ChainState() {
  const t = useText(auditText)
  const format = useFormat()
  const online = useOnline()
  const [walk, setWalk] = useState<Walk>({ kind: 'walking', chain: null })
  useEffect(() => {
    let left = false
    const go = async (): Promise<void> => {
      let after: number | undefined
      let at: string | null = null
      while (!left) {
        const reply = await callRoute(auditChain, { query: { after } })
        if (left) return
        if (!reply.ok) return setWalk({ kind: 'unknown' })
        at = reply.value.at ?? at
        const chain = { ...reply.value, at }
        if (chain.finding !== null || chain.to.n >= chain.head.n) return setWalk({ kind: 'whole', chain })
        setWalk({ kind: 'walking', chain })
        after = chain.to.n
      }
    }
    void go()
    return () => {
      left = true
    }
  }, [online])
  if (walk.kind === 'unknown') return <p className="mt-4 text-sm text-ink-600">{t('chainUnknown')}</p>
  const { chain } = walk
  if (walk.kind === 'walking' || chain === null) {
    const n = format.number(chain?.to.n ?? 0)
    return <p className="tabular mt-4 text-sm text-ink-600">{t('chainWalking', { n, of: format.number(chain?.head.n ?? 0) })}</p>
  }
  if (chain.finding !== null) {
    return (
      <Notice tone="danger" role="alert" className="mt-4">
        {t('chainBroken', { n: format.number(chain.finding.n) })}
      </Notice>
    )
  }
  const state = chain.at === null ? t('chainEmpty') : t('chainSound', { n: format.number(chain.to.n), time: format.moment(chain.at) })
  return (
    <div className="mt-4">
      <p role="status" className="tabular text-sm text-ink-700">
        {state}
      </p>
      {chain.at !== null && (
        <Disclosure summary={t('chain')} className="mt-1">
          <p className="text-sm wrap-anywhere text-ink-700">{t('chainHow', { head: `${chain.head.n}:${chain.head.digest}` })}</p>
        </Disclosure>
      )}
    </div>
  )
}
