import { useId, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Mid } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useCalm, useSlot } from '#client/data/world/use-drafts.ts'
import { RichTextView } from '#client/features/texts/rich-text-view.tsx'
import { OtherDrafts } from '#client/features/drafts/other-drafts.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { textsText } from './texts/texts-text.ts'

const Editor = latePart(() => import('#client/features/texts/rich-text-editor.tsx'), 'RichTextEditor')

interface Props {
  readonly kind: 'help' | 'reportText'
  /** The text's own among those of its kind. */
  readonly subject: string
  readonly label: string
  /** What it is about, for a list of what is half written. */
  readonly about: string
  /** What stands; empty where there is none. */
  readonly stands: string
  readonly closed: boolean
  readonly saved: string
  /** Asks for the change from what was seen to what is wanted; null is no text. */
  readonly give: (
    from: string | null,
    to: string | null,
    asking: { readonly clearDraft: string },
  ) => Promise<Result<{ readonly mid: Mid | null }>>
}

const orNone = (html: string): string | null => (visibleText(html).trim() === '' ? null : html)

/** A text with marks that is read, and written where somebody asks to: what is half written rests on the device until it is saved. */
export function EditableText({ kind, subject, label, about, stands, closed, saved, give }: Props) {
  const t = useText(textsText)
  const errorText = useErrorText()
  const online = useOnline()
  const title = useId()
  const slot = useSlot(kind, subject)
  const kept = useCalm(slot)
  const [writing, setWriting] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const { draft } = slot
  const html = typeof draft?.value === 'string' ? draft.value : stands
  const seen = draft ? (draft.base ?? '') : stands
  const isClash = draft !== undefined && seen !== stands && html !== stands
  const shows = !closed && (writing || draft !== undefined)
  const write = (next: string): void => {
    setFailed(null)
    if (next === stands) void slot.clear()
    else slot.write({ value: next, base: seen, about: `${about}: ${label}`, text: visibleText(next) })
  }
  const save = async (from: string): Promise<void> => {
    if (busy) return
    if (!draft) return setWriting(false)
    setBusy(true)
    const { result } = await slot.give(async (clearDraft) => {
      const given = await give(orNone(from), orNone(html), { clearDraft })
      return { given: given.ok, enqueued: given.ok && given.value.mid !== null, result: given }
    })
    setBusy(false)
    if (!result.ok) return setFailed(result.failure)
    setFailed(null)
    setWriting(false)
    toast('success', online ? saved : t('savedHere'))
  }
  const drop = (): void => {
    setFailed(null)
    setWriting(false)
    void slot.clear()
  }
  return (
    <section aria-labelledby={title} className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 id={title} className="text-base font-semibold">
          {label}
        </h4>
        {!shows && !closed && (
          <Button size="small" kind="quiet" icon="edit" aria-label={t('editOf', { label, about })} onClick={() => setWriting(true)}>
            {t('edit')}
          </Button>
        )}
      </div>
      <OtherDrafts
        others={slot.others}
        draw={(other) => <RichTextView html={typeof other.value === 'string' ? other.value : ''} />}
        onTake={(other) => void slot.take(other)}
        onDiscard={(other) => void slot.discard(other)}
      />
      {!shows && (orNone(stands) === null ? <p className="text-ink-500">{t('none')}</p> : <RichTextView html={stands} />)}
      {shows && (
        <div className="mt-2 grid gap-2">
          {isClash && (
            <Notice
              tone="warning"
              role="alert"
              title={t('clash')}
              actions={
                <>
                  <Button size="small" onClick={() => void save(stands)}>
                    {t('keepMine')}
                  </Button>
                  <Button size="small" onClick={drop}>
                    {t('keepTheirs')}
                  </Button>
                </>
              }
            >
              <p className="font-semibold">{t('theirs')}</p>
              <RichTextView html={stands} />
            </Notice>
          )}
          <Editor
            value={html}
            revision={0}
            labelledBy={title}
            invalid={failed !== null}
            onChange={write}
            onClose={() => setWriting(false)}
          />
          {failed && (
            <p role="alert" className="text-sm font-semibold text-bad-700">
              {errorText(failed)}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button kind="primary" size="small" busy={busy} onClick={() => void save(seen)}>
              {t('save')}
            </Button>
            <Button size="small" kind="quiet" onClick={drop}>
              {t('discard')}
            </Button>
            {draft && (
              <span className={kept === 'failed' ? 'text-sm font-semibold text-bad-700' : 'text-sm text-ink-600'}>
                {t(kept === 'failed' ? 'notKept' : 'keeping')}
              </span>
            )}
          </div>
          {orNone(html) !== null && (
            <details className="text-sm">
              <summary className="w-fit cursor-pointer rounded-sm text-brand-700">{t('preview')}</summary>
              <div className="mt-2 rounded-md border border-ink-200 bg-white px-4 py-3 text-base">
                <RichTextView html={html} />
              </div>
            </details>
          )}
        </div>
      )}
    </section>
  )
}
