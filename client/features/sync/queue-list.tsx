import { useState } from 'react'
import { Link } from 'react-router'
import { failure } from '#shared/kernel/failure.ts'
import { isErrorCode } from '#shared/errors.ts'
import type { QueueItem } from '#sync/face.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { DiscardDialog } from '#client/features/drafts/discard-dialog.tsx'
import type { ToldChange } from '#client/features/form-history/form-change.ts'
import { useFormChanges } from '#client/features/form-history/use-form-changes.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { actText, panelText } from './panel-text.ts'
import { usePlaces } from './use-places.ts'
import type { Place } from './use-places.ts'

/** Items drawn at once; the rest are a number. */
const shownMost = 100
/** A shorter answer's size says nothing to a person. */
const shownBytesLeast = 1000

const stateIcons: Record<QueueItem['state'], IconName> = { saved: 'device', sent: 'cloud', failed: 'sync', attention: 'warning' }
const stateKeys = { saved: 'stateSaved', sent: 'stateSent', failed: 'stateFailed', attention: 'stateNotApplied' } as const

function Row({
  item,
  place,
  change,
  author,
  onDiscard,
}: {
  readonly item: QueueItem
  readonly place: Place | undefined
  /** What it changes of a form. */
  readonly change: ToldChange | undefined
  readonly author: string
  readonly onDiscard: () => void
}) {
  const t = useText(panelText)
  const errorText = useErrorText()
  const format = useFormat()
  const what = item.kind === 'file' ? `${t('act_file')}: ${item.name}` : (change?.what ?? actText(t, item.name))
  return (
    <li className="flex gap-3 border-b border-ink-150 px-5 py-3 last:border-b-0">
      <Icon name={item.kind === 'file' ? 'paperclip' : stateIcons[item.state]} size={19} className="mt-0.5 text-ink-500" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink-950">{what}</p>
        {change && (
          <Link to={change.to} lang="es" className="line-clamp-2 rounded-sm text-sm text-brand-700 underline hover:text-brand-900">
            {change.form}
          </Link>
        )}
        {place && (
          <Link to={place.to} lang={place.lang} className="line-clamp-2 rounded-sm text-sm text-brand-700 underline hover:text-brand-900">
            {`${place.number} ${place.text}`}
          </Link>
        )}
        <p className="tabular mt-0.5 text-sm text-ink-600">
          {t('byAt', { name: author, time: format.moment(item.at) })} ·{' '}
          {item.sizeBytes >= shownBytesLeast && `${format.bytes(item.sizeBytes)} · `}
          {t(item.state === 'sent' && item.lastError ? 'stateFailed' : stateKeys[item.state])}
        </p>
        {item.kind === 'file' && item.sentBytes > 0 && (
          <ProgressBar
            label={item.name}
            value={item.sentBytes}
            max={item.sizeBytes}
            text={t('sentOf', { sent: format.bytes(item.sentBytes), total: format.bytes(item.sizeBytes) })}
            className="mt-1.5"
          />
        )}
        {item.lastError && (
          <p className="mt-0.5 text-sm text-warm-700">
            {isErrorCode(item.lastError) ? errorText(failure(item.lastError)) : t('networkError')}
          </p>
        )}
      </div>
      {item.kind === 'mutation' && item.state === 'saved' && (
        <IconButton icon="trash" size="small" label={t('discardLabel', { what })} onClick={onDiscard} />
      )}
    </li>
  )
}

/** What waits on this device, one line each: question, action, author, time, size, state, last error. */
export function QueueList({ items }: { readonly items: readonly QueueItem[] }) {
  const t = useText(panelText)
  const engine = useEngine()
  const places = usePlaces(items.map((item) => item.scope))
  const changeOf = useFormChanges(items.map((item) => item.scope))
  const [doomed, setDoomed] = useState<QueueItem | null>(null)
  const discard = async (item: QueueItem): Promise<void> => {
    const gone = await engine.discard(item.id)
    toast(gone ? 'success' : 'error', gone ? t('discarded') : t('discardLate'))
  }
  return (
    <>
      {items.length === 0 && <p className="px-5 pb-4 text-ink-600">{t('queueEmpty')}</p>}
      <ul>
        {items.slice(0, shownMost).map((item) => (
          <Row
            key={`${item.kind}${item.id}`}
            item={item}
            place={places.placeOf(item.scope, item.entity)}
            change={item.kind === 'mutation' ? changeOf(item) : undefined}
            author={item.authorId === engine.actor.id ? t('you') : (places.nameOf(item.scope, item.authorId) ?? item.authorId)}
            onDiscard={() => setDoomed(item)}
          />
        ))}
      </ul>
      {items.length > shownMost && <p className="tabular px-5 py-3 text-ink-600">{t('queueMore', { n: items.length - shownMost })}</p>}
      <DiscardDialog doomed={doomed} title={t('discardTitle')} onDiscard={(item) => void discard(item)} onClose={() => setDoomed(null)}>
        {t('discardBody')}
      </DiscardDialog>
    </>
  )
}
