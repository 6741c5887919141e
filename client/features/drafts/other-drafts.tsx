import { useState } from 'react'
import type { ReactNode } from 'react'
import type { OtherDraft } from '#sync/drafts/slot.ts'
import type { Draft } from '#sync/drafts/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { draftsText } from './text.ts'

interface Props {
  readonly others: readonly OtherDraft[]
  readonly draw: (draft: Draft) => ReactNode
  readonly onTake: (other: OtherDraft) => void
  readonly onDiscard: (other: OtherDraft) => void
}

/** Texts about the same that another tab holds, or that a tab left which died: offered, never put over what is in the field. */
export function OtherDrafts({ others, draw, onTake, onDiscard }: Props) {
  const t = useText(draftsText)
  const [shown, setShown] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<OtherDraft | null>(null)
  return (
    <>
      {others.map((other) => (
        <Notice
          key={other.key}
          tone="info"
          icon="edit"
          role="status"
          title={other.living ? t('otherLiving') : t('otherLeft')}
          actions={
            <>
              <Button size="small" aria-expanded={shown === other.key} onClick={() => setShown(shown === other.key ? null : other.key)}>
                {shown === other.key ? t('hide') : t('see')}
              </Button>
              <Button size="small" onClick={() => onTake(other)}>
                {t('use')}
              </Button>
              {!other.living && (
                <Button size="small" kind="quiet" onClick={() => setDoomed(other)}>
                  {t('discard')}
                </Button>
              )}
            </>
          }
        >
          {shown === other.key && (
            <div className="mt-2 rounded-md border border-brand-200 bg-white px-3 py-2 wrap-anywhere">
              {draw(other.draft)}
              {other.draft.ticked && <p className="text-sm text-ink-700">{t('ticked')}</p>}
            </div>
          )}
        </Notice>
      ))}
      <DiscardDialog doomed={doomed} title={t('discardTitle')} onDiscard={onDiscard} onClose={() => setDoomed(null)}>
        {t('discardBody')}
      </DiscardDialog>
    </>
  )
}
