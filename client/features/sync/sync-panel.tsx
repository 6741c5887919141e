import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import type { Conflict } from '#shared/conflicts/model.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { decisionsIn } from '#sync/attention.ts'
import type { Attention } from '#sync/attention.ts'
import type { UnsentCopy } from '#sync/outbox/backup.ts'
import type { SyncStatus } from '#sync/status.ts'
import type { StorageTrouble } from '#sync/storage/keeper.ts'
import { saveBlob } from '#client/data/call.ts'
import { useEngine, useQueue, useSyncStatus } from '#client/data/engine.tsx'
import { KeptDrafts } from '#client/features/drafts/kept-drafts.tsx'
import { ChooseCopy } from '#client/features/unsent/choose-copy.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/dialog.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { OnlineButton } from '#client/features/accounts/online-button.tsx'
import { toast } from '#client/ui/toast.tsx'
import { ConflictCard } from './conflict-card.tsx'
import { FileCard } from './file-card.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { QueueList } from './queue-list.tsx'
import { syncText } from './text.ts'
import { useAttention } from './use-attention.ts'
import { usePlaces } from './use-places.ts'
import type { Places } from './use-places.ts'

const storageKeys = {
  lost: 'stateStorageLost',
  silent: 'stateStorageSilent',
  failing: 'stateStorageFailing',
} as const satisfies Record<StorageTrouble, string>

const stateKeys = {
  offline: 'stateOffline',
  connecting: 'stateConnecting',
  syncing: 'stateSyncing',
  attention: 'stateAttention',
  stalled: 'stateStalled',
  'up-to-date': 'stateUpToDate',
  'needs-auth': 'stateNeedsAuth',
  'needs-update': 'stateNeedsUpdate',
} as const satisfies Record<Exclude<SyncStatus['kind'], 'storage'>, string>

export const stateKeyOf = (status: SyncStatus) => (status.kind === 'storage' ? storageKeys[status.cause] : stateKeys[status.kind])

/** Name of an exported copy: day and time make two of them differ. */
const copyName = (now: Date): string => `iip-sin-enviar-${now.toISOString().slice(0, 16).replace(/[:T]/g, '-')}.json`

export function saveCopy(copy: UnsentCopy): UnsentCopy {
  saveBlob(new Blob([copy.text], { type: 'application/json' }), copyName(new Date()))
  return copy
}

interface SectionProps {
  readonly title: string
  readonly level: 2 | 3
  readonly cards: readonly Conflict[]
  readonly places: Places
}

function CardSection({ title, level, cards, places }: SectionProps) {
  const Title = level === 2 ? 'h2' : 'h3'
  if (cards.length === 0) return null
  return (
    <section className="border-b border-ink-150 last:border-b-0">
      <Title className="px-5 pt-5 text-base">{title}</Title>
      {cards.map((card) => (
        <ConflictCard key={card.id} card={card} places={places} />
      ))}
    </section>
  )
}

/** What did not stand, what others suggest, and what only needs to be known. */
export function AttentionList({ attention, level = 3 }: { readonly attention: Attention; readonly level?: 2 | 3 | undefined }) {
  const t = useText(syncText)
  const { cards, suggestions, notices, outcomes, files } = attention
  const places = usePlaces([
    ...[...cards, ...suggestions, ...notices].map((card) => instScope(card.institutionId, card.formId)),
    ...outcomes.map((one) => one.s),
    ...files.map((file) => file.scope),
  ])
  const own = cards.length + outcomes.length + files.length
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <>
      {own > 0 && (
        <section className="border-b border-ink-150 last:border-b-0">
          <Title className="px-5 pt-5 text-base">{t('attentionTitle', { n: own })}</Title>
          <p className="px-5 text-sm text-ink-600">{t('attentionLead')}</p>
          {files.map((file) => (
            <FileCard key={file.id} file={file} places={places} />
          ))}
          {cards.map((card) => (
            <ConflictCard key={card.id} card={card} places={places} />
          ))}
          {outcomes.map((outcome) => (
            <OutcomeCard key={outcome.mid} outcome={outcome} places={places} />
          ))}
        </section>
      )}
      <CardSection level={level} title={t('suggestionsTitle', { n: suggestions.length })} cards={suggestions} places={places} />
      <CardSection level={level} title={t('noticesTitle', { n: notices.length })} cards={notices} places={places} />
    </>
  )
}

/** Hands over a copy of what was not sent, and says who can open it. */
function useExport(): () => Promise<void> {
  const t = useText(syncText)
  const engine = useEngine()
  return async () => {
    const { sealed } = saveCopy(await engine.exportUnsent())
    toast(sealed ? 'success' : 'info', sealed ? t('exported') : t('exportedPlain'))
  }
}

/** Copies of what was not sent, in and out, and what support asks for. */
export function SyncTools() {
  const t = useText(syncText)
  const engine = useEngine()
  const errorText = useErrorText()
  const exportCopy = useExport()
  const importCopy = async (text: string): Promise<void> => {
    const read = await engine.importUnsent(text)
    if (read.ok) toast('success', t('imported', { n: read.value.mutations, files: read.value.files, drafts: read.value.drafts }))
    else toast('error', errorText(read.failure))
  }
  const copyDiagnostics = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(await engine.diagnostics(), null, 2))
      toast('success', t('diagnosticsCopied'))
    } catch {
      toast('error', t('copyFailed'))
    }
  }
  return (
    <>
      <p className="text-sm text-ink-600">{t('exportHint')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" icon="download" onClick={() => void exportCopy()}>
          {t('exportCopy')}
        </Button>
        <ChooseCopy
          label={t('importCopy')}
          size="small"
          onCopy={(text) => void importCopy(text)}
          onUnreadable={(reason) => toast('error', errorText(reason))}
        >
          {t('importCopy')}
        </ChooseCopy>
        <Button size="small" icon="copy" onClick={() => void copyDiagnostics()}>
          {t('copyDiagnostics')}
        </Button>
      </div>
    </>
  )
}

/** What helps while this browser keeps nothing: a copy elsewhere, and another try. */
export function StorageActions() {
  const t = useText(syncText)
  const engine = useEngine()
  const exportCopy = useExport()
  return (
    <>
      <Button kind="primary" icon="download" onClick={() => void exportCopy()}>
        {t('exportCopy')}
      </Button>
      <Button icon="sync" onClick={() => void engine.retryStorage()}>
        {t('retry')}
      </Button>
    </>
  )
}

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

/** Everything about what waits: state in words, what did not stand, the queue, copies. */
export function SyncPanel({ open, onClose }: Props) {
  const t = useText(syncText)
  const format = useFormat()
  const engine = useEngine()
  const navigate = useNavigate()
  const status = useSyncStatus()
  const queue = useQueue()
  const attention = useAttention()
  const decisions = decisionsIn(attention)
  const [busy, setBusy] = useState(false)
  const { key } = useLocation()
  const seenKey = useRef(key)
  useEffect(() => {
    // A link in it leads somewhere: the panel gives way.
    if (seenKey.current !== key) onClose()
    seenKey.current = key
  }, [key, onClose])
  const syncNow = async (): Promise<void> => {
    setBusy(true)
    await engine.syncNow()
    setBusy(false)
  }
  return (
    <Drawer open={open} onClose={onClose} title={t('panel')}>
      <section className="border-b border-ink-150 px-5 py-5">
        <p role="status">{t(stateKeyOf(status))}</p>
        {decisions > 0 && <p className="mt-1 font-medium text-ink-950">{t('decisions', { n: decisions })}</p>}
        <p className="tabular mt-1 text-sm text-ink-600">
          {t('lastSuccess')}: {status.syncedAt === null ? t('never') : format.moment(instantOf(status.syncedAt))}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {status.kind === 'needs-auth' ? (
            <Button kind="primary" icon="key" onClick={() => void navigate(pageAddress('login'))}>
              {t('signInAgain')}
            </Button>
          ) : status.kind === 'needs-update' ? (
            <Button kind="primary" icon="sync" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          ) : status.kind === 'storage' ? (
            <StorageActions />
          ) : (
            <OnlineButton
              kind={status.pending > 0 && status.kind !== 'offline' ? 'primary' : 'secondary'}
              icon="sync"
              busy={busy}
              onClick={() => void syncNow()}
            >
              {t('syncNow')}
            </OnlineButton>
          )}
        </div>
      </section>
      <AttentionList attention={attention} />
      <section className="border-b border-ink-150">
        <h3 className="px-5 pt-5 pb-2 text-base">{t('queueTitle', { n: queue.length })}</h3>
        <QueueList items={queue} />
      </section>
      <KeptDrafts level={3} />
      <section className="px-5 py-5">
        <h3 className="text-base">{t('whereTitle')}</h3>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-ink-700">
          <li>{t('where1')}</li>
          <li>{t('where2')}</li>
          <li>{t('where3')}</li>
        </ul>
        <Disclosure summary={t('tools')} className="mt-3">
          <SyncTools />
        </Disclosure>
      </section>
    </Drawer>
  )
}
