import { useState } from 'react'
import { Link } from 'react-router'
import { unitOfSubject } from '#sync/drafts/model.ts'
import type { StoredDraft } from '#sync/drafts/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useHalfWritten } from '#client/data/world/use-drafts.ts'
import { valueOfDraft } from '#client/features/answers/answer-editor.ts'
import { syncText } from '#client/features/sync/text.ts'
import { usePlaces } from '#client/features/sync/use-places.ts'
import { valueText } from '#client/features/sync/value-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { DiscardDialog } from '#client/features/drafts/discard-dialog.tsx'
import { draftPages } from './draft-pages.ts'
import { draftsText } from '#client/features/drafts/text.ts'

interface Props {
  readonly level: 2 | 3
  /** Which of them; all unless said otherwise. */
  readonly only?: ((row: StoredDraft) => boolean) | undefined
  /** They are about what this person may not open any more: no way leads there. */
  readonly stranded?: boolean | undefined
  /** What they are, where that says more than the usual sentence. */
  readonly lead?: string | undefined
  /** On a surface of its own. */
  readonly framed?: boolean | undefined
}

/** Everything half written on this device, to be gone on with, copied or discarded: nothing that somebody wrote is on no screen. */
export function KeptDrafts({ level, only, stranded = false, lead, framed = false }: Props) {
  const t = useText(draftsText)
  const values = useText(syncText)
  const format = useFormat()
  const engine = useEngine()
  // What becomes a change by itself is on its way, and told with what waits to be sent.
  const shown = useHalfWritten().filter((row) => row.draft.edit === undefined && (only?.(row) ?? true))
  const places = usePlaces(shown.map((row) => row.scope))
  const [doomed, setDoomed] = useState<StoredDraft | null>(null)
  if (shown.length === 0) return null
  const Title = level === 2 ? 'h2' : 'h3'
  const copy = (text: string): Promise<void> => copyText(text, { copied: t('copied'), failed: t('copyFailed') })
  const list = (
    <section className="border-b border-ink-150 text-left last:border-b-0">
      <Title className="px-5 pt-5 text-base">{t('title', { n: shown.length })}</Title>
      <p className="px-5 text-sm text-ink-600">{lead ?? (stranded ? t('leadStranded') : t('lead'))}</p>
      <ul>
        {shown.map((row) => {
          const place = places.placeOf(row.scope, `unit:${unitOfSubject(row.subject)}`)
          const to = place?.to ?? draftPages[row.kind](row)
          // A question is named as its reader reads it now.
          const name = place ? `${place.number} ${place.text}` : (row.draft.about ?? t('unnamed'))
          const written = row.draft.text ?? valueText(values, valueOfDraft(row.draft.value))
          const text = row.draft.ticked ? [written, t('ticked')].filter((part) => part !== '').join('\n') : written
          return (
            <li key={row.key} className="flex gap-3 border-b border-ink-150 px-5 py-4 last:border-b-0">
              <Icon name="edit" size={19} className="mt-0.5 text-ink-500" />
              <div className="min-w-0 flex-1">
                {to !== undefined && !stranded ? (
                  <Link
                    to={to}
                    lang={place?.lang}
                    className="line-clamp-2 rounded-sm font-medium text-brand-700 underline hover:text-brand-900"
                  >
                    {name}
                  </Link>
                ) : (
                  <p lang="es" className="line-clamp-2 font-medium text-ink-950">
                    {name}
                  </p>
                )}
                <p className="tabular text-sm text-ink-600">
                  {t('writtenAt', { kind: t(`kind_${row.kind}`), time: format.moment(row.savedAt) })}
                </p>
                {text !== '' && (
                  <p
                    lang="es"
                    className="mt-2 max-h-48 overflow-y-auto rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2 wrap-anywhere whitespace-pre-line"
                  >
                    {text}
                  </p>
                )}
                <div className="mt-2.5 flex flex-wrap gap-2">
                  {text !== '' && (
                    <Button size="small" icon="copy" onClick={() => void copy(text)}>
                      {t('copy')}
                    </Button>
                  )}
                  <Button size="small" kind="quiet" onClick={() => setDoomed(row)}>
                    {t('discard')}
                  </Button>
                </div>
              </div>
            </li>
          )
        })}
      </ul>
      <DiscardDialog
        doomed={doomed}
        title={t('discardTitle')}
        onDiscard={(row) => void engine.discardDraft(row)}
        onClose={() => setDoomed(null)}
      >
        {t('discardBody')}
      </DiscardDialog>
    </section>
  )
  return framed ? (
    <Card padded={false} as="div">
      {list}
    </Card>
  ) : (
    list
  )
}
