import { useEffect, useState } from 'react'
import { dayMs, instantOf } from '#shared/kernel/instant.ts'
import type { SyncStatus } from '#sync/status.ts'
import { useQueue, useSyncStatus } from '#client/data/world/engine.tsx'
import { useFormat } from '#client/i18n/format.ts'
import type { Format } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { syncText } from './text.ts'
import type { SyncTranslate } from './text.ts'

/** Waiting longer than this changes the chip's words and colour. */
const oldDays = 3
/** A short loss of network is not worth a word: it would be gone before it is read. */
const graceMs = 1500

export function chipText(t: SyncTranslate, status: SyncStatus, format: Format): string {
  switch (status.kind) {
    case 'offline':
      return t('chipOffline', { n: status.pending })
    case 'connecting':
      return t('chipConnecting', { n: status.pending })
    case 'syncing':
      return t('chipSyncing', { n: status.count })
    case 'attention':
      return t('chipAttention', { n: status.count })
    case 'stalled':
      return t('chipStalled', { n: status.pending })
    case 'half-written':
      return t('chipHalfWritten', { n: status.count })
    case 'up-to-date':
      // There is no room for two times: on a device elsewhere the panel says them.
      return format.isChileTime(instantOf(status.at))
        ? t('chipUpToDate', { time: format.time(instantOf(status.at)) })
        : t('chipUpToDateElsewhere')
    case 'needs-auth':
      return t('chipNeedsAuth', { n: status.pending })
    case 'needs-update':
      return t('chipNeedsUpdate')
    case 'storage':
      return t('chipStorage', { n: status.pending })
  }
}

const looks: Record<SyncStatus['kind'], { readonly icon: IconName; readonly tone: string }> = {
  offline: { icon: 'cloud-off', tone: 'border-ink-300 bg-ink-100 text-ink-800' },
  connecting: { icon: 'cloud', tone: 'border-ink-200 bg-white text-ink-700' },
  syncing: { icon: 'sync', tone: 'border-brand-200 bg-brand-50 text-brand-800' },
  attention: { icon: 'warning', tone: 'border-warm-300 bg-warm-50 text-warm-900' },
  stalled: { icon: 'warning', tone: 'border-warm-300 bg-warm-50 text-warm-900' },
  'half-written': { icon: 'edit', tone: 'border-ink-200 bg-white text-ink-700' },
  'up-to-date': { icon: 'cloud-check', tone: 'border-ink-200 bg-white text-good-700' },
  'needs-auth': { icon: 'key', tone: 'border-warm-300 bg-warm-50 text-warm-900' },
  storage: { icon: 'warning', tone: 'border-bad-300 bg-bad-50 text-bad-900' },
  'needs-update': { icon: 'warning', tone: 'border-warm-300 bg-warm-50 text-warm-900' },
}

/** The state shown, held back a moment when it turns to offline or connecting from a good one. */
function useSettled(status: SyncStatus): SyncStatus {
  const [shown, setShown] = useState(status)
  const slow = status.kind === 'offline' || status.kind === 'connecting'
  useEffect(() => {
    if (!slow || status.pending > 0) {
      setShown(status)
      return
    }
    const timer = setTimeout(() => setShown(status), graceMs)
    return () => clearTimeout(timer)
  }, [status, slow])
  return shown
}

/** The time, looked at once an hour: enough to count days. */
function useHour(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 3_600_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** State of this device towards the server, on every page; opens the panel. */
export function SyncChip({ onOpen }: { readonly onOpen: () => void }) {
  const t = useText(syncText)
  const format = useFormat()
  const status = useSettled(useSyncStatus())
  const [oldest] = useQueue()
  const now = useHour()
  const days = oldest ? Math.floor((now - Date.parse(oldest.at)) / dayMs) : 0
  const old = days >= oldDays && status.pending > 0
  const text = old ? t('chipOld', { n: status.pending, days }) : chipText(t, status, format)
  const short = status.kind === 'attention' || status.kind === 'half-written' ? status.count : status.pending
  // Where the header is full the state stands without what is told of it in brackets; how many wait never goes.
  const [state, detail = ''] = text.split(/(?= \()/)
  const look = old ? looks.stalled : looks[status.kind]
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-label={t('openPanel', { state: text })}
      title={text}
      data-sync={status.kind}
      data-pending={status.pending}
      className={cx(
        // As wide as its longest usual words where the header is full, so that nothing beside it moves when they change.
        'tabular relative inline-flex min-h-[36px] items-center gap-1.5 rounded-full lg:w-40 xl:w-52 lg:justify-center border px-[10px] text-sm font-medium lg:gap-1 lg:px-2 lg:text-[0.8125rem] xl:gap-1.5 xl:px-[10px] xl:text-sm whitespace-nowrap transition-colors hover:border-ink-400',
        look.tone,
      )}
    >
      {status.kind === 'syncing' && !old ? <Spinner size={16} /> : <Icon name={look.icon} size={18} />}
      <span className="hidden truncate sm:inline lg:line-clamp-2 lg:text-left lg:leading-4 lg:whitespace-normal xl:inline xl:truncate xl:leading-normal xl:whitespace-nowrap">
        {state}
        <span className="lg:hidden xl:inline">{detail}</span>
      </span>
      {short > 0 && (
        <>
          {/* On a phone the number is a picture of the state, which is the button's name, and no text beside it. */}
          <span aria-hidden data-count={short} className="font-semibold before:content-[attr(data-count)] sm:hidden" />
          <span className="hidden font-semibold lg:inline xl:hidden">{`(${short})`}</span>
        </>
      )}
    </button>
  )
}
